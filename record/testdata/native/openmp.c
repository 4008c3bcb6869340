/* openmp waits in a team of two threads, "openmp" and "worker": for locks that the first
 * holds, at a barrier, for the next region, and for a task to run. Each wait lasts for
 * 30 ms at least. */
#define _GNU_SOURCE
#include <omp.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "asleep.h"

static int step, waits; /* atomic: the step that the worker may begin, the thread that waits */

static void nap(int ms) {
	struct timespec t = {0, ms * 1000000};
	nanosleep(&t, NULL);
}

/* let_wait returns when the other thread has slept for 30 ms. */
static void let_wait(void) {
	long before = -1, after;
	int tid;
	do {
		nap(10);
		after = before;
		tid = __atomic_load_n(&waits, __ATOMIC_ACQUIRE);
		before = tid ? switches(tid) : -1;
	} while (before < 0 || before != after);
	nap(30);
	__atomic_store_n(&waits, 0, __ATOMIC_RELEASE);
}

static void announce(void) { __atomic_store_n(&waits, (int)gettid(), __ATOMIC_RELEASE); }

/* begin_step: the first thread holds what the worker is going to wait for. */
static void begin_step(int n) {
	if (omp_get_thread_num() == 0) {
		__atomic_store_n(&step, n, __ATOMIC_RELEASE);
		let_wait();
		return;
	}
	while (__atomic_load_n(&step, __ATOMIC_ACQUIRE) != n)
		sched_yield();
	announce();
}

/* LOCKED is a step in which both threads acquire a lock, the first thread first. */
#define LOCKED(n, acquire, release) \
	if (omp_get_thread_num() == 0) { \
		acquire; \
		begin_step(n); \
		release; \
	} else { \
		begin_step(n); \
		acquire; \
		release; \
	}

static omp_lock_t lock;
static omp_nest_lock_t nest;

static void locks(void) {
	int first = omp_get_thread_num() == 0;
	if (!first)
		begin_step(1);
#pragma omp critical
	if (first)
		begin_step(1);
	if (!first)
		begin_step(2);
#pragma omp critical(named)
	if (first)
		begin_step(2);
	LOCKED(3, omp_set_lock(&lock), omp_unset_lock(&lock))
	LOCKED(4, (omp_set_nest_lock(&nest), omp_set_nest_lock(&nest)), (omp_unset_nest_lock(&nest), omp_unset_nest_lock(&nest)))
}

int main(void) {
	int ends[2], single = 0, ran = 0;
	if (pipe(ends) != 0)
		return 1;
	omp_init_lock(&lock);
	omp_init_nest_lock(&nest);
#pragma omp parallel num_threads(2)
	{
		if (omp_get_thread_num() != 0)
			pthread_setname_np(pthread_self(), "worker");
		locks();
		begin_step(5);
#pragma omp barrier
		/* The first thread waits for the end of the region. */
		if (omp_get_thread_num() == 0)
			announce();
		else
			let_wait();
	}
	nap(60);
#pragma omp parallel num_threads(2)
	{
#pragma omp single
		{
			single = 1 + omp_get_thread_num();
#pragma omp task shared(ran)
			{
				char c;
				ran = 1 + omp_get_thread_num();
				announce();
				if (read(ends[0], &c, 1) != 1)
					abort();
			}
			let_wait();
			if (write(ends[1], "", 1) != 1)
				abort();
		}
	}
	/* The thread that did not make the task runs it while it waits at the end. */
	printf("%s\n", single + ran == 3 ? ran == 1 ? "first" : "worker" : "none");
	return 0;
}
