//go:build ignore

/* The states of all threads, block by block, and their pieces of unknown time, which are
 * added to the events. */
#include "trace.h"

#include <string.h>

/* The pieces of unknown time that are found at a pass, by thread and in order of time. */
static struct piece {
	tiv_thread thread;
	enum { AHEAD, BEGUN, DONE } state; /* of what the trace has of it */
	int64_t from, to;
} *pieces;
static size_t pieces_len, pieces_cap;
static uint64_t pass_horizon; /* the tick at which the pass ends */

void begin_pieces(uint64_t horizon) {
	pieces_len = 0;
	pass_horizon = horizon;
}

void forget_pieces(void) { pieces = NULL, pieces_len = pieces_cap = 0; }

static void add_piece(tiv_thread thread, int begun, int64_t from, int64_t to) {
	struct piece p = {thread, begun ? BEGUN : AHEAD, from, to};
	if (from < to && tiv__grow(&pieces, &pieces_cap, pieces_len + 1, sizeof *pieces))
		pieces[pieces_len++] = p;
}

void add_pieces(tiv_thread thread, const struct stretches *s) {
	int i;
	for (i = 0; i < s->n; i++) {
		const struct stretch *x = &s->list[i];
		int begun = i == 0 && s->unseen, open = i == s->n - 1 && s->asleep;
		if (begun || x->head > 0)
			add_piece(thread, begun, x->from + (begun ? -1 : 1), x->from + x->head);
		if (x->tail > 0)
			add_piece(thread, 0, x->to - x->tail + 1, open ? INT64_MAX : x->to);
	}
}

/* elapse adds the time up to an event, or to the end of a block. */
static void elapse(struct account *a, int64_t time) {
	int64_t since = time > a->at ? time - a->at : 0;
	if (a->state == RUNNING)
		a->running += since;
	if (a->state == UNSEEN)
		unseen.placed += since;
	if (a->state != NOT_ALIVE)
		unseen.lived += since;
	a->at += since;
}

/* follow_account adds an event of a thread to its account. */
static void follow_account(struct account *a, int64_t time, uint64_t word) {
	elapse(a, time);
	a->state = state_after((enum thread_state)a->state, word);
}

static void add_state(struct tiv__feedlet *f, int64_t time, uint64_t word) {
	struct tiv__event *ev = tiv__add_event(&tiv__out.foreign);
	memset(ev, 0, sizeof *ev);
	ev->thread = f->thread, ev->time = time, ev->word = word;
	follow_account(&f->account, time, word);
	if (word == TIV__UNKNOWN)
		f->account.state = UNSEEN;
}

/* add_pieces_before adds the events of a thread's pieces before its next event, at a time
 * up to the end of the block. No piece contains an event: it ends before it. */
static size_t add_pieces_before(struct tiv__feedlet *f, size_t piece, int64_t next, int64_t end) {
	struct account *a = &f->account;
	for (; piece < pieces_len && pieces[piece].thread == f->thread; piece++) {
		struct piece *p = &pieces[piece];
		int64_t from = p->from > a->at ? p->from : a->at + 1, to = p->to < next ? p->to : next - 1;
		if (p->state == AHEAD) {
			if (from >= next || from > end)
				break;
			if (a->state == RUNNING && from < p->to) {
				add_state(f, from, TIV__UNKNOWN);
				p->state = BEGUN;
			}
		}
		if (p->state == BEGUN && to > end)
			break;
		if (p->state == BEGUN && a->state == UNSEEN)
			add_state(f, to > a->at ? to : a->at, TIV__RUN);
		p->state = DONE;
	}
	return piece;
}

/* is_claimed reports whether an event about a thread is one that it has deferred, as for
 * locks that it holds and for waits that may be short. */
static int is_claimed(uint64_t word) {
	uint32_t kind = word & 255;
	return kind == TIV__MONITOR_ENTER || kind == TIV__IO_START || kind == TIV__SUSPEND_START || kind == TIV__MONITOR_WAIT;
}

void follow_block(void) {
	struct tiv__event *own = tiv__out.own.list, *ev;
	size_t i, o = 0, c = 0, piece = 0, own_len = tiv__out.own.len, len = tiv__out.foreign.len;
	int64_t end = tiv__ns(tiv__out.limit);
	for (i = 0; i < len; i++)
		tiv__out.foreign.list[i].value = (int64_t)i;
	sort_events(tiv__out.foreign.list, len);
	for (i = 0; i < tiv__out.feedlets_len; i++) {
		struct tiv__feedlet *f = tiv__out.feedlets[i];
		struct account *a = &f->account;
		a->at = tiv__out.now;
		while (c < len && tiv__out.foreign.list[c].thread < f->thread)
			c++;
		while (piece < pieces_len && pieces[piece].thread < f->thread)
			piece++;
		for (;;) {
			ev = o < own_len && own[o].thread == f->thread ? &own[o] : NULL;
			int about = c < len && tiv__out.foreign.list[c].thread == f->thread && (!ev || tiv__out.foreign.list[c].time <= ev->time);
			ev = about ? &tiv__out.foreign.list[c] : ev;
			piece = add_pieces_before(f, piece, ev ? ev->time : INT64_MAX, end);
			if (!ev)
				break;
			ev = about ? &tiv__out.foreign.list[c++] : &own[o++]; /* the list may have moved */
			if (!about && a->state == UNSEEN)
				add_state(f, ev->time > a->at ? ev->time - 1 : a->at, TIV__RUN);
			if (!about || is_claimed(ev->word))
				follow_account(a, ev->time, ev->word);
		}
		elapse(a, end);
	}
	if (tiv__out.limit == pass_horizon)
		read_sums(__atomic_load_n(&tiv__all.stop, __ATOMIC_ACQUIRE));
}
