/* stretches.h finds where in a pass of the flusher a thread can have waited in a call that
 * the library does not see. A stretch is the time between two consecutive events of a
 * thread that the trace shows as running: whatever the thread waited for, it began and
 * ended within a stretch. Nothing here reads clocks or the trace. */
#ifndef STRETCHES_H
#define STRETCHES_H

#include "account.h"

/* The state of a thread, as the trace shows it. */
enum thread_state {
	NOT_ALIVE,
	RUNNING,
	UNSEEN, /* unknown: it waits for something that the library does not see */
	LOST,   /* unknown: events are missing */
	BLOCKED,
	SUSPENDED,
	IN_IO
};

/* state_after returns the state of a thread after an event of it, as TIV reads it
 * (timeline/replay). A thread that adds an event runs. */
static inline enum thread_state state_after(enum thread_state state, uint64_t word) {
	int unknown = state == UNSEEN || state == LOST;
	uint32_t kind = word & 255;
	if (state == NOT_ALIVE)
		return kind == TIV__THREAD_START ? RUNNING : NOT_ALIVE;
	switch (kind) {
	case TIV__THREAD_END:
		return NOT_ALIVE;
	case TIV__RUN:
		return RUNNING;
	case TIV__LOST:
		return LOST;
	case TIV__IO_START:
		return IN_IO;
	case TIV__SUSPEND_START:
		return SUSPENDED;
	case TIV__MONITOR_WAIT:
		return BLOCKED;
	case TIV__IO_END:
		return unknown || state == IN_IO ? RUNNING : state;
	case TIV__SUSPEND_END:
		return unknown || state == SUSPENDED ? RUNNING : state;
	case TIV__MONITOR_ENTER:
		return unknown || state == BLOCKED ? RUNNING : state;
	case TIV__MONITOR_EXIT:
		return unknown ? RUNNING : state;
	}
	return state == UNSEEN ? RUNNING : state;
}

/* A stretch, in ns, and how much of it is unknown: its begin, or its end, or both. */
struct stretch {
	int64_t from, to;
	int64_t head, tail;
};

/* MOST_STRETCHES is the number of stretches of a pass that are kept, the longest. */
enum { MOST_STRETCHES = 64 };

/* The stretches of a thread in a pass, in order. */
struct stretches {
	struct stretch list[MOST_STRETCHES];
	int n;
	int64_t least; /* the shortest of a full list has this length, but for the first and the last */
	int64_t sum; /* of all, also of those that are not kept */
	int64_t at;  /* the time of the last event */
	enum thread_state state;
	int unseen; /* the first begins in a wait that is not seen */
	int asleep; /* the last ends in one */
};

static inline int64_t length_of(const struct stretch *s) { return s->to - s->from; }

/* drop_shortest drops a stretch of a full list, other than the first. In most passes with
 * many that is the last one, which is not longer than those that were kept before it. */
static inline void drop_shortest(struct stretches *s) {
	int i, least = 1;
	s->n--;
	if (s->least > 0 && length_of(&s->list[s->n]) <= s->least)
		return;
	for (i = 2; i <= s->n; i++)
		if (length_of(&s->list[i]) < length_of(&s->list[least]))
			least = i;
	for (i = least; i < s->n; i++)
		s->list[i] = s->list[i + 1];
	s->least = length_of(&s->list[1]);
	for (i = 2; i < s->n; i++)
		if (length_of(&s->list[i]) < s->least)
			s->least = length_of(&s->list[i]);
}

static inline void begin_stretches(struct stretches *s, enum thread_state state, int64_t at) {
	s->n = s->asleep = 0;
	s->least = s->sum = 0;
	s->at = at;
	s->state = state;
	s->unseen = state == UNSEEN;
}

/* add_stretch adds the time up to an event. */
static inline void add_stretch(struct stretches *s, int64_t to) {
	if ((s->state == RUNNING || s->state == UNSEEN) && to > s->at) {
		struct stretch x = {s->at, to, 0, 0};
		if (s->n == MOST_STRETCHES)
			drop_shortest(s);
		s->list[s->n++] = x;
		s->sum += to - s->at;
	} else if (s->n == 0) {
		s->unseen = 0;
	}
	if (to > s->at)
		s->at = to;
}

/* add_event adds an event of the thread, which runs then. A word of 0 is one that is about
 * another thread. */
static inline void add_event(struct stretches *s, int64_t at, uint64_t word) {
	add_stretch(s, at);
	s->state = state_after(s->state, word);
}

/* end_stretches adds the time up to the end of the pass, when the thread is asleep or not. */
static inline void end_stretches(struct stretches *s, int64_t to, int asleep) {
	add_stretch(s, to);
	s->asleep = asleep && s->n > 0 && s->list[s->n - 1].to == to && (s->state == RUNNING || s->state == UNSEEN);
}

/* fill gives a part of an amount to a stretch, and returns the rest. */
static inline int64_t fill(struct stretch *x, int64_t amount, int first, int last) {
	int64_t part = amount < length_of(x) ? amount : length_of(x);
	if (first && last)
		x->head = part / 2, x->tail = part - part / 2;
	else if (last)
		x->tail = part;
	else
		x->head = part;
	return amount - part;
}

/* place_unknown spreads an amount of unknown time over the stretches:
 *
 *  1. A thread that is asleep at the end has been so before: at the end of the last one.
 *  2. One that was asleep at the begin woke up later: at the begin of the first one.
 *  3. The rest is where it has most room: in the longest ones, at their begin.
 *
 * It returns the time for which there was no stretch. */
static inline int64_t place_unknown(struct stretches *s, int64_t amount) {
	struct stretch *last = s->n > 0 && s->asleep ? &s->list[s->n - 1] : NULL;
	struct stretch *first = s->n > 0 && s->unseen ? &s->list[0] : NULL, *longest;
	int i;
	if (last)
		amount = fill(last, amount, last == first, 1);
	if (first && first != last)
		amount = fill(first, amount, 1, 0);
	while (amount > 0) {
		for (longest = NULL, i = 0; i < s->n; i++)
			if (s->list[i].head + s->list[i].tail == 0 && (!longest || length_of(&s->list[i]) > length_of(longest)))
				longest = &s->list[i];
		if (!longest)
			break;
		amount = fill(longest, amount, 1, 0);
	}
	return amount;
}

#endif
