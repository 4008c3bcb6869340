//go:build ignore

/* Sums of the times for which threads have waited unseen, and for processors. Of waits for
 * processors the kernel has only a sum for each thread: when it waited is unknown, so the
 * trace has the sums instead of states. The flusher reads the sums of living threads once a
 * second, or less often if they are many; a thread reads its own when it ends. */
#include "trace.h"

#include <stdio.h>
#include <string.h>

static struct {
	uint64_t ran, queued; /* atomic: of ended threads, in ns */
	uint64_t next;        /* the time of the next reading, in ns */
	char text[128];
} queue;

struct unseen unseen;

void forget_sums(void) {
	memset(&queue, 0, sizeof queue);
	memset(&unseen, 0, sizeof unseen);
}

void add_ended(void) {
	const struct account *a = &tiv__local.feedlet->account;
	if (!a->parked)
		return;
	__atomic_add_fetch(&queue.ran, a->last.ran, __ATOMIC_RELAXED);
	__atomic_add_fetch(&queue.queued, a->last.queued, __ATOMIC_RELAXED);
}

/* write_sums writes the property "waits", of which tracefeed.WaitSums has the fields. */
static void write_sums(uint64_t ran, uint64_t queued) {
	char text[sizeof queue.text];
	snprintf(text, sizeof text, "%lld %lld %lld %llu %llu %d", (long long)unseen.placed, (long long)unseen.unplaced,
	         (long long)unseen.lived, (unsigned long long)ran, (unsigned long long)queued, unseen.blind != 0);
	if (strcmp(text, queue.text) != 0)
		tiv__property("waits", strcpy(queue.text, text));
}

void read_sums(int last) {
	enum { SECOND = 1000000000, EACH = 10000000 };
	uint64_t now = tiv__clock(), ran, queued, all_ran, all_queued;
	uint32_t i, n = threads_used();
	if (now < queue.next && !last)
		return;
	queue.next = now + SECOND + (uint64_t)n * EACH;
	all_ran = __atomic_load_n(&queue.ran, __ATOMIC_RELAXED), all_queued = __atomic_load_n(&queue.queued, __ATOMIC_RELAXED);
	for (i = 0; i < n; i++) {
		long tid = __atomic_load_n(&threads[i].tid, __ATOMIC_RELAXED);
		if (tid != 0 && read_schedule(tid, &ran, &queued))
			all_ran += ran, all_queued += queued;
	}
	write_sums(all_ran, all_queued);
}
