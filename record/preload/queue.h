/* queue.h adds up for how long threads have waited for processors. The kernel has only a
 * sum for each thread: when it waited is unknown, so the trace has a note instead of
 * states. The flusher reads the sums of living threads once a second, or less often if
 * they are many; a thread reads its own when it ends. */
static struct {
	uint64_t ran, queued; /* atomic: of ended threads, in ns */
	uint64_t next;        /* the time of the next reading, in ns */
	char note[160];
} queue;

/* add_ended adds the calling thread, which ends, by its last reading. That has no time in
 * the queue if it is short. */
static void add_ended(void) {
	const struct account *a = &tiv__local.feedlet->account;
	if (!a->parked)
		return;
	__atomic_add_fetch(&queue.ran, a->last.ran, __ATOMIC_RELAXED);
	__atomic_add_fetch(&queue.queued, a->last.queued, __ATOMIC_RELAXED);
}

/* write_note writes the note if the waits are a notable part. */
static void write_note(uint64_t ran, uint64_t queued) {
	char text[sizeof queue.note], time[32];
	uint64_t ms = queued / 1000000, percent = ran + queued ? 100 * queued / (ran + queued) : 0;
	if (ms < 10 || percent < 10)
		return;
	if (ms < 1000)
		snprintf(time, sizeof time, "%d ms", (int)ms);
	else
		snprintf(time, sizeof time, "%ld.%d s", (long)(ms / 1000), (int)(ms / 100 % 10));
	snprintf(text, sizeof text,
	         "threads waited %s for processors, %d %% of the time for which they could run; it counts as running, or as the end of a wait",
	         time, (int)percent);
	if (strcmp(text, queue.note) != 0)
		tiv__property("note", strcpy(queue.note, text));
}

/* read_queue is called at each pass of the flusher. */
static void read_queue(int last) {
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
	write_note(all_ran, all_queued);
}
