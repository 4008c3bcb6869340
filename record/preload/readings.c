//go:build ignore

/* Readings of the kernel's account of threads: for how long they have been on a processor,
 * and in the queue for one. */
#include "trace.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

/* read_file reads a file of a thread of this process. It returns its length, 0 if it
 * cannot be read. */
static size_t read_file(long tid, const char *name, char *text, size_t size) {
	char path[64];
	ssize_t n;
	int fd;
	snprintf(path, sizeof path, "/proc/self/task/%ld/%s", tid, name);
	if (sandboxed || (fd = open(path, O_RDONLY | O_CLOEXEC)) < 0)
		return 0;
	n = REAL(read)(fd, text, size - 1);
	REAL(close)(fd);
	n = n < 0 ? 0 : n;
	text[n] = 0;
	return (size_t)n;
}

int read_schedule(long tid, uint64_t *ran, uint64_t *queued) {
	char text[128], *end;
	if (read_file(tid, "schedstat", text, sizeof text) == 0)
		return 0;
	*ran = strtoull(text, &end, 10);
	*queued = strtoull(end, NULL, 10);
	return 1;
}

int read_clock(long tid, uint64_t *ran) {
	enum { SCHEDULER_TIME_OF_THREAD = 6 }; /* linux/posix-timers.h */
	struct timespec t;
	if (sandboxed || clock_gettime((clockid_t)(~(unsigned)tid << 3 | SCHEDULER_TIME_OF_THREAD), &t) != 0)
		return 0;
	*ran = (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
	return 1;
}

int read_account(long tid, struct reading *r) {
	char text[4096], *state, *sleeps;
	uint64_t before, ran;
	if (!read_clock(tid, &before) || read_file(tid, "status", text, sizeof text) == 0 || !read_schedule(tid, &ran, &r->queued) ||
	    !read_clock(tid, &r->ran))
		return 0;
	state = strstr(text, "\nState:\t"), sleeps = strstr(text, "\nvoluntary_ctxt_switches:\t");
	if (!state || !sleeps)
		return 0;
	r->asleep = state[8] != 'R';
	r->on_processor = !r->asleep && r->ran != before;
	r->sleeps = (uint32_t)strtoull(sleeps + 26, NULL, 10);
	r->whole = 1;
	return 1;
}

/* worth_reading reports whether a thread that ends, or asks for a pass, has waited for a
 * while, apart from the waits that are recorded. Reading takes some µs. */
static int worth_reading(const struct account *a, uint64_t ran) {
	enum { NOTABLE = 2000000, LONG = 10000000 };
	uint64_t lived = tiv__clock() - a->born, waited = local.self ? local.self->waited : 0;
	double part = (double)waited / (double)(tiv__tick() - a->born_tick + 1);
	return lived > LONG || (double)lived * (1 - part) > (double)(ran - a->base.ran) + NOTABLE;
}

void park(void) {
	struct tiv__feedlet *f = tiv__local.feedlet;
	struct rusage usage;
	struct reading *r;
	uint64_t ran;
	if (!f || __atomic_load_n(&f->account.parked, __ATOMIC_RELAXED))
		return;
	r = &f->account.last;
	memset(r, 0, sizeof *r);
	if (!read_clock(0, &r->ran))
		return;
	r->on_processor = 1;
	r->whole = worth_reading(&f->account, r->ran) && getrusage(RUSAGE_THREAD, &usage) == 0 && read_schedule(f->os_thread, &ran, &r->queued);
	if (r->whole)
		r->sleeps = (uint32_t)usage.ru_nvcsw;
	__atomic_store_n(&f->account.parked, tiv__tick_after(), __ATOMIC_RELEASE);
}

void unpark(void) {
	if (tiv__local.feedlet)
		__atomic_store_n(&tiv__local.feedlet->account.parked, 0, __ATOMIC_RELEASE);
}

void open_account(uint64_t created) {
	enum { SOON = 4000000 };
	struct tiv__feedlet *f = tiv__local.feedlet;
	struct account *a;
	uint64_t ran;
	if (!f)
		return;
	a = &f->account;
	a->born = tiv__clock(), a->born_tick = tiv__tick();
	if (a->born - created > SOON && (!read_clock(0, &a->base.ran) || !read_schedule(f->os_thread, &ran, &a->base.queued)))
		return;
	__atomic_store_n(&a->open, 1, __ATOMIC_RELEASE);
}
