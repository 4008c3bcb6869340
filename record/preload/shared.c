//go:build ignore

#include "preload.h"

#include "shared.h"

#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>

struct shared *shared;

static char file[4096];

int ended_by_tiv(void) { return shared && __atomic_load_n(&shared->stop, __ATOMIC_RELAXED); }

static int open_shared(void) { return (int)REAL(syscall)(SYS_openat, AT_FDCWD, file, O_RDWR | O_CLOEXEC, 0); }

void map_shared(const char *folder) {
	struct stat st;
	void *p;
	int fd;
	snprintf(file, sizeof file, "%s/shared", folder);
	if ((fd = open_shared()) < 0)
		return;
	if (fstat(fd, &st) == 0 && st.st_size >= (off_t)sizeof *shared) {
		p = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
		shared = p == MAP_FAILED ? NULL : p;
	}
	REAL(close)(fd);
}

int shared_reachable(void) {
	int fd = open_shared();
	if (fd >= 0)
		REAL(close)(fd);
	return fd >= 0;
}

/* A line is a prefix, a folder, and a path. */
enum { PARTS = 3 };

/* add_line appends a line if there is room. */
static void add_line(const char *const parts[PARTS]) {
	uint32_t at = __atomic_load_n(&shared->used, __ATOMIC_RELAXED);
	size_t n = 1, part;
	char *to;
	int i;
	for (i = 0; i < PARTS; i++)
		n += strlen(parts[i]);
	do {
		if (at + n > sizeof shared->text)
			return;
	} while (!__atomic_compare_exchange_n(&shared->used, &at, at + (uint32_t)n, 0, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED));
	for (i = 0, to = &shared->text[at]; i < PARTS; i++, to += part)
		memcpy(to, parts[i], part = strlen(parts[i]));
}

/* is_new reports whether a line is not in the text, as far as its hash says. */
static int is_new(const char *const parts[PARTS]) {
	uint64_t hash = 14695981039346656037u, old;
	const char *c;
	uint32_t i;
	for (i = 0; i < PARTS; i++)
		for (c = parts[i]; *c; c++)
			hash = (hash ^ (uint8_t)*c) * 1099511628211u;
	hash |= 1;
	for (i = 0; i < SHARED_SEEN; i++) {
		uint64_t *place = &shared->seen[(hash >> 20 & (SHARED_SEEN - 1)) ^ i];
		old = __atomic_load_n(place, __ATOMIC_RELAXED);
		if (old == 0 && __atomic_compare_exchange_n(place, &old, hash, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
			return 1;
		if (old == hash)
			return 0;
	}
	return 0;
}

static void note_line(const char *prefix, const char *folder, const char *path) {
	const char *const parts[PARTS] = {prefix, folder, path};
	if (is_new(parts))
		add_line(parts);
}

/* note_relative is apart, because threads can have small stacks. */
__attribute__((noinline)) static void note_relative(const char *prefix, const char *path) {
	char folder[PATH_MAX];
	long n = REAL(syscall)(SYS_getcwd, folder, sizeof folder - 1); /* with the zero byte */
	if (n > 0) {
		strcpy(folder + n - 1, "/");
		note_line(prefix, folder, path);
	}
}

void note_program(const char *prefix, const char *path) {
	if (shared == NULL || path == NULL || *path == 0 || strlen(path) >= PATH_MAX)
		return;
	if (path[0] != '/' && strchr(path, '/'))
		note_relative(prefix, path);
	else
		note_line(prefix, "", path);
}
