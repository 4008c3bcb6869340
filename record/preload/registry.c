//go:build ignore

/* Threads by their ids of the system, as locks name their owners, and by their handles. */
#include "trace.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>

extern void *__libc_stack_end __attribute__((weak));

enum { MAX_THREADS = 1 << 15, TIDS = 1 << 16, HANDLES = 1 << 14, PROBES = 4 };

struct thread *threads;
static uint32_t live; /* atomic: recorded threads that have not ended */
static int lived;     /* atomic: there has been one */
static uint32_t used; /* atomic: threads ever used */
static uint64_t free_thread; /* atomic: from 1, and << 32 a version */
static uint64_t *tids;       /* by tid: tid << 32, and the thread */
static uint64_t *handles;    /* by handle: handle / 64 << 22, and the thread */

uint32_t threads_used(void) {
	uint32_t n = __atomic_load_n(&used, __ATOMIC_ACQUIRE);
	return n < MAX_THREADS ? n : MAX_THREADS;
}

int map_threads(void) {
	if (threads == NULL) {
		threads = map(sizeof *threads * MAX_THREADS);
		tids = map(sizeof *tids * (TIDS + PROBES));
		handles = map(sizeof *handles * (HANDLES + PROBES));
	}
	return threads && tids && handles;
}

void forget_threads(void) {
	if (threads == NULL)
		return;
	madvise(threads, sizeof *threads * MAX_THREADS, MADV_DONTNEED);
	madvise(tids, sizeof *tids * (TIDS + PROBES), MADV_DONTNEED);
	madvise(handles, sizeof *handles * (HANDLES + PROBES), MADV_DONTNEED);
	used = 0, free_thread = 0, live = 0, lived = 0;
}

int all_ended(void) { return __atomic_load_n(&lived, __ATOMIC_ACQUIRE) && __atomic_load_n(&live, __ATOMIC_ACQUIRE) == 0; }

struct thread *take_thread(void) {
	uint64_t head = __atomic_load_n(&free_thread, __ATOMIC_ACQUIRE), next;
	uint32_t n;
	while ((n = (uint32_t)head) != 0) {
		next = ((head >> 32) + 1) << 32 | __atomic_load_n(&threads[n - 1].link, __ATOMIC_RELAXED);
		if (__atomic_compare_exchange_n(&free_thread, &head, next, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
			return &threads[n - 1];
	}
	if (__atomic_load_n(&used, __ATOMIC_RELAXED) >= MAX_THREADS)
		return NULL;
	n = __atomic_fetch_add(&used, 1, __ATOMIC_ACQ_REL);
	return n < MAX_THREADS ? &threads[n] : NULL;
}

void give_thread(struct thread *t) {
	uint64_t head = __atomic_load_n(&free_thread, __ATOMIC_ACQUIRE), next;
	do {
		__atomic_store_n(&t->link, (uint32_t)head, __ATOMIC_RELAXED);
		next = ((head >> 32) + 1) << 32 | (uint32_t)(t - threads + 1);
	} while (!__atomic_compare_exchange_n(&free_thread, &head, next, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE));
}

/* put_entry stores an entry at the first of some places that is free or has the same
 * key, else at the first. */
static void put_entry(uint64_t *places, uint64_t entry, uint64_t key_mask) {
	int i, at = 0;
	for (i = PROBES - 1; i >= 0; i--) {
		uint64_t old = __atomic_load_n(&places[i], __ATOMIC_RELAXED);
		if (old == 0 || ((old ^ entry) & key_mask) == 0)
			at = i;
	}
	__atomic_store_n(&places[at], entry, __ATOMIC_RELAXED);
}

/* get_entry returns the thread of a key, or 0. */
static tiv_thread get_entry(const uint64_t *places, uint64_t key, uint64_t key_mask) {
	int i;
	for (i = 0; i < PROBES; i++) {
		uint64_t entry = __atomic_load_n(&places[i], __ATOMIC_RELAXED);
		if (((entry ^ key) & key_mask) == 0)
			return (tiv_thread)(entry & ~key_mask);
	}
	return 0;
}

static void drop_entry(uint64_t *places, uint64_t key, uint64_t key_mask) {
	int i;
	for (i = 0; i < PROBES; i++)
		if (((__atomic_load_n(&places[i], __ATOMIC_RELAXED) ^ key) & key_mask) == 0)
			__atomic_store_n(&places[i], 0, __ATOMIC_RELAXED);
}

static const uint64_t tid_mask = ~(uint64_t)UINT32_MAX, handle_mask = ~(((uint64_t)1 << 22) - 1);

tiv_thread thread_of(long tid) {
	return tid > 0 ? get_entry(&tids[tid & (TIDS - 1)], (uint64_t)tid << 32, tid_mask) : 0;
}

static uint64_t *places_of(pthread_t handle) {
	return &handles[(uint64_t)handle * 0x9e3779b97f4a7c15u >> 50];
}

tiv_thread thread_of_handle(pthread_t handle) {
	return get_entry(places_of(handle), (uint64_t)handle >> 6 << 22, handle_mask);
}

/* bound_stack: the C library has its description of a thread at the end of the stack, which
 * is shorter than MARGIN, so that the real lower bound is not above this one. The
 * stack of the process ends at its arguments; nothing else is mapped where it may grow, as
 * long as that is less than 100 MB. */
void bound_stack(struct thread *t, size_t size) {
	enum { MARGIN = 4096, GROWTH = 100 << 20 };
	struct rlimit limit;
	t->stack_low = t->stack_high = 0;
	if (size > MARGIN) {
		t->stack_high = (uintptr_t)pthread_self();
		t->stack_low = t->stack_high - size + MARGIN;
	} else if (size == 0 && __libc_stack_end && REAL(syscall)(SYS_gettid) == getpid() && getrlimit(RLIMIT_STACK, &limit) == 0) {
		t->stack_high = (uintptr_t)__libc_stack_end;
		t->stack_low = t->stack_high - (limit.rlim_cur < GROWTH ? limit.rlim_cur : GROWTH);
	}
}

struct thread *adopt_thread(struct thread *t) {
	local.off = 1;
	__atomic_store_n(&t->depth, 0, __ATOMIC_RELEASE);
	t->written = 0;
	t->calls_open = 0;
	t->life = NULL, t->semaphores = 0;
	t->waited = 0;
	t->use.waits = -1;
	t->measure = 1;
	__atomic_store_n(&t->tid, (long)REAL(syscall)(SYS_gettid), __ATOMIC_RELAXED);
	__atomic_store_n(&t->id, tiv_self(), __ATOMIC_RELAXED);
	if (t->id == 0) {
		give_thread(t);
		return NULL;
	}
	open_account(t->born);
	__atomic_add_fetch(&live, 1, __ATOMIC_ACQ_REL);
	__atomic_store_n(&lived, 1, __ATOMIC_RELEASE);
	put_entry(&tids[t->tid & (TIDS - 1)], (uint64_t)t->tid << 32 | t->id, tid_mask);
	put_entry(places_of(pthread_self()), (uint64_t)pthread_self() >> 6 << 22 | (t->id & ~handle_mask), handle_mask);
	local.self = local.on = t;
	local.off = 0;
	return t;
}

/* end_self ends the recording of the calling thread. */
static void end_self(struct thread *t) {
	leave_robust(t);
	drop_units(t);
	off();
	local.off = 1;
	publish(t);
	park();
	add_ended();
	drop_entry(&tids[t->tid & (TIDS - 1)], (uint64_t)t->tid << 32, tid_mask);
	drop_entry(places_of(pthread_self()), (uint64_t)pthread_self() >> 6 << 22, handle_mask);
	__atomic_store_n(&t->depth, 0, __ATOMIC_RELEASE);
	__atomic_store_n(&t->tid, 0, __ATOMIC_RELAXED);
	local.self = NULL;
	give_thread(t);
	__atomic_sub_fetch(&live, 1, __ATOMIC_ACQ_REL);
}

int leave(void) {
	static __thread int rounds;
	if (++rounds < PTHREAD_DESTRUCTOR_ITERATIONS - 1)
		return 1;
	rounds = 0;
	if (local.self)
		end_self(local.self);
	return 0;
}

/* leave_now: the exit code of a process is that of its last thread, so the recorder's must
 * have ended before. */
void leave_now(void) {
	struct thread *t = local.self;
	if (local.off || tiv__all.process != getpid())
		return;
	if (__atomic_load_n(&live, __ATOMIC_ACQUIRE) <= (t != NULL)) {
		rest_recorder();
		flush_trace(1);
	} else if (t) {
		off();
		tiv_thread_end();
		end_self(t);
	}
	off();
	local.off = 1;
}

void name_thread(tiv_thread id, const char *name) {
	size_t n = strlen(name) + 1;
	char *copy = own_malloc(n);
	if (copy == NULL)
		return;
	memcpy(copy, name, n);
	tiv__put2(tiv__tick(), TIV__NAME_THREAD, id, (uintptr_t)copy, 0);
}
