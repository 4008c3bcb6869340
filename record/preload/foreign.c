//go:build ignore

/* The owners of mutexes that several processes share, as far as they are threads of other
 * processes: the trace has them by their ids of the system, without events. */
#include "preload.h"

#include <stdio.h>
#include <string.h>

enum { FOREIGN = 256 };
static uint64_t foreign[FOREIGN]; /* the id of the system << 32, and the thread; 0: free */

void forget_foreign(void) { memset(foreign, 0, sizeof foreign); }

/* foreign_thread: two threads that meet the same owner at once can both describe it. */
tiv_thread foreign_thread(struct thread *t, long tid) {
	uint32_t i, first = (uint32_t)tid % FOREIGN;
	uint64_t entry = 0;
	tiv_thread id;
	char number[24], name[64];
	for (i = 0; i < FOREIGN; i++) {
		entry = __atomic_load_n(&foreign[(first + i) % FOREIGN], __ATOMIC_RELAXED);
		if (entry == 0 || entry >> 32 == (uint64_t)tid)
			break;
	}
	if (i == FOREIGN || entry != 0)
		return (tiv_thread)entry * (entry >> 32 == (uint64_t)tid);
	off();
	id = tiv_thread_reserve();
	snprintf(number, sizeof number, "%ld", tid);
	snprintf(name, sizeof name, "thread %ld of another process", tid);
	if (id != 0)
		tiv_thread_describe_of(id, number, name, 0);
	on(t);
	__atomic_store_n(&foreign[(first + i) % FOREIGN], (uint64_t)tid << 32 | id, __ATOMIC_RELAXED);
	return id;
}
