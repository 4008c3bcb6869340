//go:build ignore

/* Memory of the library itself, so that recording never calls the program's allocator: that
 * may be in a lock operation that is recorded, and the flusher must not hold its locks during
 * a fork. Blocks of up to SMALL bytes are from a pool without a lock; larger ones are mapped. */
#include "memory.h"
#include "preload.h"

#include <string.h>
#include <sys/mman.h>

enum { CELL = 256, CELLS = 1 << 17, HEAD = 16 };

static struct {
	uint8_t *cells;
	uint64_t free; /* atomic: the first free cell from 1, and << 32 a version */
	uint32_t used; /* atomic */
} memory;

void *map(size_t n) {
	void *p = mmap(NULL, n, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	return p == MAP_FAILED ? NULL : p;
}

/* A cell begins with the size 0, and while it is free with the number of the next. */
static uint8_t *take_cell(void) {
	uint64_t head = __atomic_load_n(&memory.free, __ATOMIC_ACQUIRE), next;
	uint32_t n;
	while ((n = (uint32_t)head) != 0) {
		uint32_t *link = (uint32_t *)(memory.cells + (size_t)(n - 1) * CELL + 8);
		next = ((head >> 32) + 1) << 32 | __atomic_load_n(link, __ATOMIC_RELAXED);
		if (__atomic_compare_exchange_n(&memory.free, &head, next, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
			return memory.cells + (size_t)(n - 1) * CELL;
	}
	if (__atomic_load_n(&memory.used, __ATOMIC_RELAXED) >= CELLS)
		return NULL;
	n = __atomic_fetch_add(&memory.used, 1, __ATOMIC_RELAXED);
	return n < CELLS ? memory.cells + (size_t)n * CELL : NULL;
}

static void give_cell(uint8_t *cell) {
	uint32_t n = (uint32_t)((size_t)(cell - memory.cells) / CELL) + 1;
	uint64_t head = __atomic_load_n(&memory.free, __ATOMIC_ACQUIRE), next;
	do {
		__atomic_store_n((uint32_t *)(cell + 8), (uint32_t)head, __ATOMIC_RELAXED);
		next = ((head >> 32) + 1) << 32 | n;
	} while (!__atomic_compare_exchange_n(&memory.free, &head, next, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE));
}

static size_t size_of(const void *p) { return *(const size_t *)((const uint8_t *)p - HEAD); }

void *own_malloc(size_t n) {
	uint8_t *p;
	if (n <= SMALL) {
		if ((p = take_cell()) == NULL)
			return NULL;
		n = 0;
	} else if ((p = map(n + HEAD)) == NULL) {
		return NULL;
	}
	*(size_t *)p = n;
	return p + HEAD;
}

void *own_calloc(size_t n, size_t size) {
	void *p = own_malloc(n * size);
	return p ? memset(p, 0, n * size) : NULL;
}

int own_aligned(void **p, size_t alignment, size_t n) {
	(void)alignment;
	return (*p = map(n)) ? 0 : ENOMEM;
}

int map_memory(void) {
	if (memory.cells == NULL)
		memory.cells = map((size_t)CELLS * CELL);
	return memory.cells != NULL;
}

void forget_memory(void) { memory.free = memory.used = 0; }

void own_free(void *p) {
	if (p == NULL || ((uintptr_t)p & 4095) == 0)
		return; /* pages live as long as the process */
	if (size_of(p) == 0)
		give_cell((uint8_t *)p - HEAD);
	else
		munmap((uint8_t *)p - HEAD, size_of(p) + HEAD);
}

void *own_realloc(void *p, size_t n) {
	size_t old = p ? size_of(p) : 0;
	uint8_t *to;
	if (p && old == 0 && n <= SMALL)
		return p;
	if (old != 0 && n > SMALL) {
		to = mremap((uint8_t *)p - HEAD, old + HEAD, n + HEAD, MREMAP_MAYMOVE);
		if (to == MAP_FAILED)
			return NULL;
		*(size_t *)to = n;
		return to + HEAD;
	}
	to = own_malloc(n);
	if (to && p) {
		memcpy(to, p, SMALL < n ? SMALL : n);
		own_free(p);
	}
	return to;
}
