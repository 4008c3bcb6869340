/* queue.h adds up for how long threads have waited unseen, and for processors, and makes a
 * note of both. Of waits for processors the kernel has only a
 * sum for each thread: when it waited is unknown, so the trace has a note instead of
 * states. The flusher reads the sums of living threads once a second, or less often if
 * they are many; a thread reads its own when it ends. */
static struct {
	uint64_t ran, queued; /* atomic: of ended threads, in ns */
	uint64_t next;        /* the time of the next reading, in ns */
	char note[320];
} queue;

/* Of all threads, in ns: for how long they waited unseen, where that is unknown in the
 * trace, and where it could not be placed; and for how long they have lived. */
static struct {
	int64_t placed, unplaced, lived;
	int blind; /* some waits are not known, because the kernel does not show its files */
} unseen;

/* add_ended adds the calling thread, which ends, by its last reading. That has no time in
 * the queue if it is short. */
static void add_ended(void) {
	const struct account *a = &tiv__local.feedlet->account;
	if (!a->parked)
		return;
	__atomic_add_fetch(&queue.ran, a->last.ran, __ATOMIC_RELAXED);
	__atomic_add_fetch(&queue.queued, a->last.queued, __ATOMIC_RELAXED);
}

/* print_time prints a time of some ns, and returns its length. */
static int print_time(char *to, size_t size, uint64_t ns) {
	uint64_t ms = ns / 1000000;
	if (ms < 1000)
		return snprintf(to, size, "%d ms", (int)ms);
	return snprintf(to, size, "%ld.%d s", (long)(ms / 1000), (int)(ms / 100 % 10));
}

/* notable reports whether a time is a percentage of another one, and not too short to be
 * mentioned. */
static int notable(uint64_t ns, uint64_t of, unsigned percent) {
	enum { LEAST = 10000000 };
	return ns >= LEAST && ns / percent >= of / 100;
}

/* write_note writes the note if one of the waits is a notable part. */
static void write_note(uint64_t ran, uint64_t queued) {
	char text[sizeof queue.note];
	uint64_t placed = (uint64_t)unseen.placed, unplaced = (uint64_t)unseen.unplaced, lived = (uint64_t)unseen.lived;
	int n = snprintf(text, sizeof text, "threads waited "), empty = n;
	if (notable(placed + unplaced, lived, 1)) {
		n += print_time(text + n, sizeof text - n, placed);
		n += snprintf(text + n, sizeof text - n, " unseen by the recorder: their state is unknown then");
		if (notable(unplaced, lived, 1)) {
			n += snprintf(text + n, sizeof text - n, ", and ");
			n += print_time(text + n, sizeof text - n, unplaced);
			n += snprintf(text + n, sizeof text - n, " more, which counts as running");
		}
	}
	if (n == empty && unseen.blind)
		n += snprintf(text + n, sizeof text - n, "unseen by the recorder, which counts as running: /proc does not show their times");
	if (notable(queued, ran + queued, 10)) {
		if (n > empty)
			n += snprintf(text + n, sizeof text - n, "; and ");
		n += print_time(text + n, sizeof text - n, queued);
		n += snprintf(text + n, sizeof text - n,
		              " for processors, %d %% of the time for which they could run; it counts as running, or as the end of a wait",
		              (int)(100 * queued / (ran + queued)));
	}
	if (n > empty && strcmp(text, queue.note) != 0)
		tiv__property("note", strcpy(queue.note, text));
}

/* read_sums is called at each pass of the flusher. */
static void read_sums(int last) {
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
