//go:build ignore

/* Locks in memory that processes share. An address is of one process; tiv record joins
 * the traces of several by what is mapped there. The owner that such a lock names can be a
 * thread of another process: it gets a thread in this trace that stands for it. */
#include "preload.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The addresses of such locks, by hash. One that finds no place counts as private. */
enum { SHARED = 1 << 12, SHARED_PROBES = 8 };
static uintptr_t addresses[SHARED + SHARED_PROBES];

static uintptr_t *first_place(const void *lock) { return &addresses[(uintptr_t)lock * 0x9e3779b97f4a7c15u >> 52]; }

void note_shared(const void *lock) {
	uintptr_t *place = first_place(lock), none;
	int i;
	for (i = 0; i < SHARED_PROBES; i++) {
		if (__atomic_load_n(&place[i], __ATOMIC_RELAXED) == (uintptr_t)lock)
			return;
		none = 0;
		if (__atomic_compare_exchange_n(&place[i], &none, (uintptr_t)lock, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
			return;
	}
}

static int is_shared(uint64_t lock) {
	uintptr_t *place = first_place((const void *)(uintptr_t)lock);
	int i;
	for (i = 0; i < SHARED_PROBES; i++)
		if (__atomic_load_n(&place[i], __ATOMIC_RELAXED) == lock)
			return 1;
	return 0;
}

/* mix spreads a number over 64 bits (the finalizer of MurmurHash3, A. Appleby). */
static uint64_t mix(uint64_t x) {
	x = (x ^ x >> 33) * 0xff51afd7ed558ccdu;
	x = (x ^ x >> 33) * 0xc4ceb9fe1a85ec53u;
	return x ^ x >> 33;
}

/* identify reads in a line of /proc/self/maps what is mapped at an address: a number of
 * the device, the file and the offset, 0 if it is not there or not shared. */
static uint64_t identify(const char *line, uint64_t address) {
	unsigned long long from, to, offset, file;
	unsigned major, minor;
	char access[8];
	if (sscanf(line, "%llx-%llx %7s %llx %x:%x %llu", &from, &to, access, &offset, &major, &minor, &file) != 7)
		return 0;
	if (address < from || address >= to || access[3] != 's')
		return 0;
	return mix(mix((uint64_t)major << 32 | minor) + mix(file) + (offset + address - from)) | 1;
}

uint64_t shared_identity(uint64_t address) {
	static char text[4096]; /* one thread at a time writes the trace */
	size_t n = 0;
	ssize_t more;
	uint64_t found = 0;
	int fd;
	if (!is_shared(address) || sandboxed || (fd = open("/proc/self/maps", O_RDONLY | O_CLOEXEC)) < 0)
		return 0;
	while (!found && (more = REAL(read)(fd, text + n, sizeof text - 1 - n)) > 0) {
		char *line = text, *end;
		text[n += (size_t)more] = 0;
		while (!found && (end = strchr(line, '\n')) != NULL) {
			*end = 0;
			found = identify(line, address);
			line = end + 1;
		}
		n -= (size_t)(line - text);
		memmove(text, line, n);
		if (n == sizeof text - 1)
			n = 0; /* a very long name */
	}
	REAL(close)(fd);
	return found;
}

/* The last threads of other processes, by number. */
static struct {
	uint32_t busy;
	long tid;
	tiv_thread id;
} others[64];

tiv_thread foreign_thread(long tid) {
	int i = (int)((unsigned long)tid % (sizeof others / sizeof *others));
	char id[32], name[64];
	tiv_thread thread;
	if (tid <= 0 || __atomic_exchange_n(&others[i].busy, 1, __ATOMIC_ACQUIRE))
		return 0;
	if (others[i].tid != tid && (thread = tiv_thread_reserve()) != 0) {
		snprintf(id, sizeof id, "os %ld", tid);
		snprintf(name, sizeof name, "thread %ld of another process", tid);
		tiv_thread_describe_of(thread, id, name, 1);
		others[i].tid = tid, others[i].id = thread;
	}
	thread = others[i].tid == tid ? others[i].id : 0;
	__atomic_store_n(&others[i].busy, 0, __ATOMIC_RELEASE);
	return thread;
}

void forget_shared(void) {
	memset(others, 0, sizeof others);
}
