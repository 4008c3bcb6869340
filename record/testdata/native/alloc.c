/* alloc.c is an allocator with a mutex, to be loaded with a program, and so used by the
 * dynamic linker and by libraries while they start. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>

/* Blocks of 2^k bytes, with their k before them. */
enum { HEAD = 16, CLASSES = 40 };
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *freed[CLASSES];
static char *next, *end;

static void *map(size_t n) {
	void *p = mmap(NULL, n, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	return p == MAP_FAILED ? NULL : p;
}

static void *take(int k) {
	size_t n = (size_t)1 << k;
	char *p = freed[k];
	if (p) {
		freed[k] = *(void **)(p + HEAD);
		return p;
	}
	if (next == NULL || (size_t)(end - next) < n) {
		size_t more = n > 1 << 20 ? n : 1 << 20;
		if ((next = map(more)) == NULL)
			return NULL;
		end = next + more;
	}
	p = next;
	next += n;
	return p;
}

void *malloc(size_t n) {
	char *p;
	int k = 5;
	while (k < CLASSES - 1 && ((size_t)1 << k) < n + HEAD)
		k++;
	pthread_mutex_lock(&m);
	if ((p = take(k)) != NULL)
		*(int *)p = k;
	pthread_mutex_unlock(&m);
	return p ? p + HEAD : NULL;
}

void free(void *p) {
	char *block = (char *)p - HEAD;
	int k;
	if (p == NULL)
		return;
	pthread_mutex_lock(&m);
	k = *(int *)block;
	*(void **)p = freed[k];
	freed[k] = block;
	pthread_mutex_unlock(&m);
}

void *calloc(size_t n, size_t size) {
	void *p = malloc(n * size);
	return p ? memset(p, 0, n * size) : NULL;
}

void *realloc(void *p, size_t n) {
	size_t old = p ? ((size_t)1 << *(int *)((char *)p - HEAD)) - HEAD : 0;
	void *to = malloc(n);
	if (to && p) {
		memcpy(to, p, old < n ? old : n);
		free(p);
	}
	return to;
}

void *memalign(size_t align, size_t n) {
	(void)align, (void)n;
	return NULL; /* for larger alignment than 16, which nobody here needs */
}

void *aligned_alloc(size_t align, size_t n) { return memalign(align, n); }

int posix_memalign(void **p, size_t align, size_t n) { return (*p = memalign(align, n)) ? 0 : ENOMEM; }
