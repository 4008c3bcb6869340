//go:build ignore

/* The limit of the rate by which a trace grows. The budget is a token bucket: a quarter of
 * the bytes of a minute at once, and three quarters evenly. When it is half empty, each block
 * loses the short waits of a thread at one place beyond a quota, and the calls of a function
 * in which nothing else happens. Long waits, waits that have not ended, and the last state of
 * each thread are always in the trace, so it has all deadlocks.
 *
 * A thread is unknown from the first wait left out to its next event in the trace, and the
 * event of kind lost there has their number. Readers then know none of its locks, so the
 * acquisitions of those that it still holds follow. */
#include "rate.h"

#include "tiv.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

/* SHORT_WAIT is the duration in ns below which a wait may be left out. */
enum { SHORT_WAIT = 1000000, SITES = 1 << 12 };

/* The monitors that a thread holds according to the trace: address << 1, and 1 if shared. */
struct held_list {
	uint64_t *list;
	size_t n, cap;
};

static struct {
	uint64_t most;  /* bytes a minute; 0: unlimited */
	double tokens;  /* bytes */
	int64_t at;     /* the time of the last block, in ns */
	off_t size;     /* of the file then */
	uint64_t out;   /* events of waits left out */
	uint64_t calls; /* calls left out */
	struct held_list *held; /* by thread */
	size_t held_cap;
	struct tiv__events all, kept;
	uint16_t sites[SITES]; /* waits in this block by hash of thread and place, and calls by function */
	unsigned quota;        /* of a site in a block */
} rate;

/* spend counts the bytes written since the last block, and returns the number of waits of a
 * site that fit into the next: none to be left out for UINT_MAX. */
static unsigned spend(void) {
	double all = (double)rate.most / 4, more = (double)(tiv__out.now - rate.at) * (double)rate.most * 0.75 / 60e9;
	if (rate.size == 0)
		rate.tokens = all;
	rate.tokens += (more > 0 ? more : 0) - (double)(tiv__out.size - rate.size);
	if (rate.tokens > all)
		rate.tokens = all;
	rate.at = tiv__out.now, rate.size = tiv__out.size;
	return rate.tokens > all / 2 ? UINT_MAX : rate.tokens > all / 4 ? 16 : rate.tokens > all / 8 ? 4 : 0;
}

/* held_by returns the list of a thread, NULL without memory. */
static struct held_list *held_by(tiv_thread t) {
	size_t before = rate.held_cap;
	if (!tiv__grow(&rate.held, &rate.held_cap, (size_t)t + 1, sizeof *rate.held))
		return NULL;
	memset(rate.held + before, 0, (rate.held_cap - before) * sizeof *rate.held);
	return &rate.held[t];
}

/* follow applies an event to the list of its thread. */
static void follow(const struct tiv__event *ev) {
	uint32_t kind = ev->word & 255;
	struct held_list *h;
	uint64_t word = ev->word >> 16 << 1 | ((ev->word & TIV__SHARED) != 0);
	size_t i;
	if ((kind != TIV__MONITOR_ENTER && kind != TIV__MONITOR_EXIT && kind != TIV__THREAD_END) || !(h = held_by(ev->thread)))
		return;
	if (kind == TIV__THREAD_END) {
		h->n = 0;
		return;
	}
	for (i = 0; i < h->n && h->list[i] >> 1 != word >> 1; i++)
		;
	if (kind == TIV__MONITOR_EXIT && i < h->n)
		h->list[i] = h->list[--h->n];
	if (kind == TIV__MONITOR_ENTER && i == h->n && tiv__grow(&h->list, &h->cap, h->n + 1, sizeof *h->list))
		h->list[h->n++] = word;
}

/* merge lists all events of the block by thread and time, as tiv__encode does, or only
 * follows them. */
static void merge(int lists) {
	const struct tiv__event *own = tiv__out.own.list, *foreign = tiv__out.foreign.list;
	const struct tiv__event *own_end = own + tiv__out.own.len, *foreign_end = foreign + tiv__out.foreign.len;
	rate.all.len = 0;
	while (own < own_end || foreign < foreign_end) {
		const struct tiv__event *ev;
		int other = own == own_end;
		if (!other && foreign < foreign_end)
			other = foreign->thread < own->thread || (foreign->thread == own->thread && foreign->time <= own->time);
		ev = other ? foreign++ : own++;
		if (lists)
			*tiv__add_event(&rate.all) = *ev;
		else
			follow(ev);
	}
}

/* end_of returns the index of the end of the wait that begins at i, 0 if it is not among the
 * n events. */
static size_t end_of(size_t i, size_t n) {
	const struct tiv__event *list = rate.all.list, *start = &list[i];
	uint32_t first = start->word & 255, kind;
	size_t j;
	for (j = i + 1; j < n && list[j].thread == start->thread; j++) {
		kind = list[j].word & 255;
		if (kind == TIV__WAKE)
			continue;
		if (kind == TIV__RUN || (first == TIV__SUSPEND_START && kind == TIV__SUSPEND_END) || (first == TIV__IO_START && kind == TIV__IO_END) ||
		    (first == TIV__MONITOR_WAIT && kind == TIV__MONITOR_ENTER && list[j].word >> 16 == start->word >> 16))
			return j;
		return 0;
	}
	return 0;
}

/* exceeds counts one more at a site, and reports whether it may not have it. */
static int exceeds(uint64_t place, tiv_thread thread) {
	uint64_t hash = (place ^ (uint64_t)thread << 40) * 0x9e3779b97f4a7c15u >> 52;
	if (rate.sites[hash] >= rate.quota)
		return 1;
	rate.sites[hash]++;
	return 0;
}

/* too_many reports whether a wait is short, and one more than its site may have. */
static int too_many(const struct tiv__event *start, const struct tiv__event *end) {
	return end->time - start->time < SHORT_WAIT && exceeds(start->word & TIV__ABOUT ? (uint64_t)start->object : start->word, start->thread);
}

/* idle_call removes a call from the events kept if nothing in it is kept, and if it is one
 * more than its function may have. Its thread is in the same state as without it. */
static int idle_call(const struct tiv__event *exit) {
	const struct tiv__event *last;
	if ((exit->word & 255) != TIV__CALL_EXIT || rate.kept.len == 0)
		return 0;
	last = &rate.kept.list[rate.kept.len - 1];
	if (last->thread != exit->thread || (last->word & 255) != TIV__CALL_ENTER ||
	    last->word >> 16 != exit->word >> 16 || !exceeds(exit->word >> 16, exit->thread))
		return 0;
	rate.kept.len--;
	rate.calls++;
	return 1;
}

static struct tiv__event *keep(const struct tiv__event *like, uint64_t word) {
	struct tiv__event *ev = tiv__add_event(&rate.kept);
	memset(ev, 0, sizeof *ev);
	ev->time = like->time, ev->thread = like->thread, ev->word = word;
	return ev;
}

/* resume ends a stretch of which events were left out: with the locks that the thread holds. */
static void resume(size_t lost, uint64_t out, const struct tiv__event *at) {
	struct held_list *h = held_by(at->thread);
	size_t i;
	rate.kept.list[lost].word = TIV__LOST | out << 16;
	rate.out += out;
	for (i = 0; h && i < h->n; i++)
		keep(at, TIV__MONITOR_ENTER | (h->list[i] & 1 ? TIV__SHARED : 0) | h->list[i] >> 1 << 16);
}

/* leave_out copies the events of a thread that are kept, from i on, and returns the index
 * after the last. */
static size_t leave_out(size_t i, size_t n) {
	const struct tiv__event *list = rate.all.list;
	tiv_thread thread = list[i].thread;
	size_t j, lost = 0;
	uint64_t out = 0;
	for (; i < n && list[i].thread == thread; i++) {
		uint32_t kind = list[i].word & 255;
		int waits = kind == TIV__MONITOR_WAIT || kind == TIV__SUSPEND_START || kind == TIV__IO_START;
		j = thread && waits ? end_of(i, n) : 0;
		if (j && too_many(&list[i], &list[j])) {
			if (!out)
				lost = rate.kept.len, keep(&list[i], TIV__LOST);
			for (out += j - i + 1; i < j; i++)
				follow(&list[i]);
			follow(&list[i]);
			continue;
		}
		if (out && (kind == TIV__MONITOR_ENTER || kind == TIV__MONITOR_EXIT || kind == TIV__WAKE)) {
			out++;
			follow(&list[i]);
			continue;
		}
		if (out)
			resume(lost, out, &list[i]), out = 0;
		if (idle_call(&list[i]))
			continue;
		*tiv__add_event(&rate.kept) = list[i];
		follow(&list[i]);
	}
	if (out) {
		resume(lost, out, &list[i - 1]);
		keep(&list[i - 1], TIV__RUN); /* its last wait has ended */
	}
	return i;
}

void limit_rate(void) {
	size_t i;
	char text[160];
	struct tiv__events own;
	if (!rate.most)
		return;
	rate.quota = spend();
	merge(rate.quota != UINT_MAX);
	if (rate.quota == UINT_MAX)
		return;
	memset(rate.sites, 0, sizeof rate.sites);
	rate.kept.len = 0;
	for (i = 0; i < rate.all.len;)
		i = leave_out(i, rate.all.len);
	own = tiv__out.own, tiv__out.own = rate.kept, rate.kept = own;
	tiv__out.foreign.len = 0;
	if (rate.out || rate.calls) {
		snprintf(text, sizeof text, "%llu events of short waits and %llu calls were left out: "
		         "the program made more than its rate allows (--max-rate)",
		         (unsigned long long)rate.out, (unsigned long long)rate.calls);
		tiv__property("left-out", text);
	}
}

void set_rate(uint64_t bytes) { rate.most = bytes; }

void forget_rate(void) {
	uint64_t most = rate.most;
	memset(&rate, 0, sizeof rate);
	rate.most = most;
}
