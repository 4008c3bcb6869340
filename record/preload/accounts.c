//go:build ignore

/* What the trace says of each thread is compared with the kernel's account of it: for how
 * long it has been on a processor, and in the queue for one. The time for which
 * the trace shows a thread as running and which the account does not explain has gone
 * into calls that the library does not see. It becomes unknown, between the two readings
 * of the account around it.
 *
 * At each pass the flusher reads the processor time of the threads that the trace has shown
 * as running since the last pass, by a clock of 0.2 µs. Only if that leaves a gap, it reads
 * files of 7 µs with the rest of the account, of a limited number of threads. Others wait
 * for their turn: an account is about any time since the last reading, but what it finds is
 * placed in the last pass, because the trace before that is written. */
#include "trace.h"

#include <string.h>

/* Of one pass, and of the one before it. */
static struct {
	uint32_t number;
	uint32_t running, gaps, running_before, gaps_before; /* threads */
	uint32_t looks; /* readings of whole accounts */
} audit;

void forget_audit(void) { memset(&audit, 0, sizeof audit); }

_Static_assert(sizeof(struct tiv__feedlet) <= SMALL, "a feedlet fits into a cell");

/* add_slots adds the events of a feedlet up to the horizon that are not written yet. */
static void add_slots(struct tiv__feedlet *f, uint64_t horizon, struct stretches *s) {
	struct tiv__page *page = f->page;
	uint32_t at = f->at, count, next;
	int64_t time, last = f->last;
	if (!page && (next = __atomic_load_n(&f->first, __ATOMIC_ACQUIRE)) != 0)
		page = &tiv__all.pages[next - 1];
	while (page) {
		count = __atomic_load_n(&page->count, __ATOMIC_ACQUIRE);
		while (at < count && page->slots[at].tick <= horizon) {
			const struct tiv__slot *slot = &page->slots[at];
			uint64_t word = slot->word;
			int about = word & TIV__ABOUT && (tiv_thread)slot[1].word && (tiv_thread)slot[1].word != f->thread;
			at += word & TIV__LONG ? 2 : 1;
			if ((word & 255) >= TIV__KINDS)
				continue;
			time = tiv__time(slot->tick, word);
			last = time > last ? time : last;
			add_event(s, last, about ? 0 : word);
		}
		next = __atomic_load_n(&page->next, __ATOMIC_ACQUIRE);
		if (at < count || next == 0)
			return;
		if (__atomic_load_n(&page->count, __ATOMIC_ACQUIRE) == count)
			page = &tiv__all.pages[next - 1], at = 0;
	}
}

/* add_claimed adds the events of a thread that the flusher has claimed: they are later than
 * those of its feedlet, because a thread writes the former itself before it adds others. */
static void add_claimed(tiv_thread thread, struct stretches *s) {
	size_t i;
	for (i = claimed_of(thread); i < claimed_len && claimed[i].thread == thread; i++)
		if (tiv__time(claimed[i].tick, claimed[i].word) >= s->at)
			add_event(s, tiv__time(claimed[i].tick, claimed[i].word), claimed[i].word);
}

static int has_slots(const struct tiv__feedlet *f) {
	return f->page ? __atomic_load_n(&f->page->count, __ATOMIC_ACQUIRE) > f->at || __atomic_load_n(&f->page->next, __ATOMIC_RELAXED) != 0
	               : __atomic_load_n(&f->first, __ATOMIC_ACQUIRE) != 0;
}

/* gap is the difference between two times of which one is explained by the other, within
 * the accuracy of both. */
static int gap(int64_t difference, int64_t time) {
	enum { ACCURACY = 500000 };
	return difference > ACCURACY + time / 64;
}

/* turn reports whether it is the turn of a thread, of a number of which a few have one at
 * each pass. */
static int turn(size_t i, uint32_t number, uint32_t few) { return (i + audit.number) % (1 + number / few) == 0; }

/* look reads the whole account of a thread with a gap, if it is its turn. */
static int look(struct tiv__feedlet *f, size_t i, struct reading *now) {
	enum { LOOKS = 32 };
	audit.gaps++;
	if (audit.looks >= LOOKS || !turn(i, audit.gaps_before, LOOKS))
		return 0;
	audit.looks++;
	if (read_account(f->os_thread, now))
		return 1;
	unseen.blind |= read_clock(f->os_thread, &now->ran); /* else it has ended */
	return 0;
}

/* unexplained returns for how long a thread has waited unseen since the last reading, of
 * the time for which the trace shows it as running; -1 if only a later reading can tell. */
static int64_t unexplained(struct tiv__feedlet *f, const struct stretches *s, struct reading *now) {
	struct account *a = &f->account;
	int64_t time = a->running + s->sum, amount;
	if (!now->asleep && !now->on_processor && a->state != UNSEEN)
		return -1;
	amount = time - (int64_t)(now->ran - a->base.ran) - (int64_t)(now->queued - a->base.queued);
	if (!now->asleep && !a->base.asleep && now->sleeps == a->base.sleeps)
		amount = 0; /* it has not waited: the machine itself was away, or limits the process */
	return gap(amount, time) ? amount : 0;
}

/* close_audit makes a reading the one from which the next account starts. */
static void close_audit(struct account *a, const struct reading *now) {
	a->base.ran = now->ran, a->base.asleep = now->asleep;
	if (now->whole)
		a->base.queued = now->queued, a->base.sleeps = now->sleeps;
	a->settled = 1;
}

/* wake_up ends the unseen wait of a thread that has run since the last pass, of which only
 * the time that it has not run is known. */
static void wake_up(struct tiv__feedlet *f, struct stretches *s, int64_t amount) {
	if (!s->unseen || s->n == 0)
		return;
	s->n = 1, s->asleep = 0;
	place_unknown(s, amount);
	add_pieces(f->thread, s);
}

/* audit_thread compares the trace of a thread with its account. */
static void audit_thread(struct tiv__feedlet *f, size_t i, uint64_t horizon) {
	struct account *a = &f->account;
	struct reading now = {0, 0, 0, 0, 0, 0};
	struct stretches s;
	uint64_t parked = __atomic_load_n(&a->parked, __ATOMIC_ACQUIRE);
	int slots = has_slots(f);
	int64_t time, amount;
	if (a->settled)
		a->settled = 0, a->running = 0;
	if (a->state != RUNNING && a->state != UNSEEN && !slots)
		return;
	if (parked && parked < horizon)
		horizon = parked;
	begin_stretches(&s, (enum thread_state)a->state, tiv__out.now);
	add_slots(f, horizon, &s);
	add_claimed(f->thread, &s);
	end_stretches(&s, tiv__ns(horizon), 0);
	time = a->running + s.sum;
	if (a->state != UNSEEN && !gap(time, time))
		return; /* too short to be unexplained */
	audit.running++;
	if (!turn(i, audit.running_before, 256) && !parked)
		return;
	if (parked ? now = a->last, 0 : !read_clock(f->os_thread, &now.ran))
		return;
	if (!__atomic_load_n(&a->open, __ATOMIC_ACQUIRE)) {
		if (!parked && look(f, i, &now)) {
			close_audit(a, &now);
			a->open = 1;
		}
		return;
	}
	if (a->state == UNSEEN && !slots && now.ran == a->base.ran)
		return; /* it still waits */
	if (!gap(time - (int64_t)(now.ran - a->base.ran), time)) {
		amount = 0;
	} else {
		if (parked ? !now.whole : !look(f, i, &now)) {
			wake_up(f, &s, time - (int64_t)(now.ran - a->base.ran));
			return;
		}
		if ((amount = unexplained(f, &s, &now)) < 0)
			return;
		end_stretches(&s, tiv__ns(horizon), now.asleep);
	}
	unseen.unplaced += place_unknown(&s, amount);
	add_pieces(f->thread, &s);
	close_audit(a, &now);
}

void audit_threads(uint64_t horizon) {
	size_t i;
	begin_pieces(horizon);
	if (!barrier_works || sandboxed)
		return;
	audit.number++;
	audit.running_before = audit.running, audit.gaps_before = audit.gaps;
	audit.running = audit.gaps = audit.looks = 0;
	for (i = 0; i < tiv__out.feedlets_len; i++)
		audit_thread(tiv__out.feedlets[i], i, horizon);
}

