//go:build ignore

/* Whether a long call on a descriptor waited, or computed: copied from memory, packed, or
 * made an error. A thread that waits gives up its processor, which the system counts. */
#include "preload.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>

/* use_now reads the use of processors by the calling thread; 0 if that is not possible. A
 * filter of system calls may end the program at one that it does not expect. */
static int use_now(struct use *u) {
	struct rusage r;
	if (sandboxed || REAL(syscall)(SYS_getrusage, RUSAGE_THREAD, &r) != 0)
		return 0;
	u->waits = r.ru_nvcsw;
	u->ran = (uint64_t)(r.ru_utime.tv_sec + r.ru_stime.tv_sec) * 1000000000 + (uint64_t)(r.ru_utime.tv_usec + r.ru_stime.tv_usec) * 1000;
	return 1;
}

/* Reading takes a microsecond at most, and most calls are short. So the use before a call is
 * read only if the call before it was long; otherwise that of an earlier time serves, which
 * proves only that there was no wait. */
int begin_use(struct thread *t) {
	if (LIKELY(!t->measure))
		return 0;
	t->measure = 0;
	return use_now(&t->use);
}

int waited(struct thread *t, int fresh, uint64_t ticks) {
	struct use before = t->use;
	if (!use_now(&t->use))
		return 1;
	t->measure = 1;
	if (t->use.waits == before.waits)
		return 0;
	return !fresh || 2 * (t->use.ran - before.ran) < ticks_ns(ticks);
}

/* The flusher sees whether the thread runs, or is in a queue for a processor. */
int computes(const struct thread *t) {
	long tid = __atomic_load_n(&t->tid, __ATOMIC_RELAXED), n = 0;
	char text[256];
	const char *state;
	int fd, before = errno;
	snprintf(text, sizeof text, "/proc/self/task/%ld/stat", tid);
	if (sandboxed || tid <= 0 || (fd = (int)REAL(syscall)(SYS_openat, AT_FDCWD, text, O_RDONLY | O_CLOEXEC)) < 0)
		return 0;
	n = REAL(syscall)(SYS_read, fd, text, sizeof text - 1);
	REAL(syscall)(SYS_close, fd);
	errno = before;
	text[n > 0 ? n : 0] = 0;
	state = strrchr(text, ')'); /* the name before it may have any characters */
	return state && strncmp(state, ") R", 3) == 0;
}
