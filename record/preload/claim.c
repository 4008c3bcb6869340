//go:build ignore

/* The events that are still deferred at a pass of the flusher:
 *
 *  1. The flusher claims all that are pending.
 *  2. A barrier on all processors that run the process: after it, a thread sees the
 *     claim, and the flusher sees a withdrawal that did not.
 *  3. It writes those that are still there and still claimed. A thread that withdraws a
 *     claimed event takes the claim back by the same compare and swap.
 *
 * So a thread withdraws an event without an atomic operation, and each event is either
 * written, or withdrawn, never both. */
#include "trace.h"
#include "shared.h"

#include <string.h>
#include <sys/syscall.h>

static struct {
	uint32_t thread, index;
} *claims;
static size_t claims_cap;
struct claimed *claimed;
size_t claimed_len;
static size_t claimed_cap;
int barrier_works;

void forget_claims(void) {
	claimed_len = 0;
	claims = NULL, claimed = NULL, claims_cap = claimed_cap = 0;
}

/* is_computing reports whether a deferred event is of a call for a file or the like, and
 * the thread computes in it, as far as that is known. */
static int is_computing(struct thread *t, struct deferred *e, uint64_t now) {
	uint64_t word = __atomic_load_n(&e->word, __ATOMIC_RELAXED), tick = __atomic_load_n(&e->tick, __ATOMIC_RELAXED);
	return (word & 255) == TIV__IO_START && (word >> 8 & 15) != TIV_NET && tick <= now &&
	       computes(t);
}

/* claim_pending claims the pending events and returns their number. */
static size_t claim_pending(uint64_t horizon) {
	size_t n = 0;
	uint32_t i, j, depth, pending;
	for (i = 0; i < threads_used(); i++) {
		depth = __atomic_load_n(&threads[i].depth, __ATOMIC_ACQUIRE);
		for (j = 0; j < depth && tiv__grow(&claims, &claims_cap, n + 1, sizeof *claims); j++) {
			struct deferred *e = &threads[i].stack[j];
			pending = PENDING;
			if (is_computing(&threads[i], e, horizon))
				continue;
			if (__atomic_load_n(&e->tick, __ATOMIC_RELAXED) <= horizon &&
			    __atomic_compare_exchange_n(&e->state, &pending, CLAIMED, 0, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED))
				claims[n].thread = i, claims[n++].index = j;
		}
	}
	return n;
}

/* finish turns a claim into an event of the block. */
static void finish(uint32_t thread, uint32_t index, uint64_t horizon) {
	struct thread *t = &threads[thread];
	struct deferred *e = &t->stack[index];
	uint32_t state = CLAIMED;
	uint64_t word, tick, place;
	tiv_thread id = __atomic_load_n(&t->id, __ATOMIC_RELAXED);
	if (__atomic_load_n(&t->depth, __ATOMIC_ACQUIRE) <= index)
		return;
	word = __atomic_load_n(&e->word, __ATOMIC_RELAXED);
	tick = __atomic_load_n(&e->tick, __ATOMIC_RELAXED);
	place = __atomic_load_n(&e->place, __ATOMIC_RELAXED);
	if (tick > horizon || !tiv__grow(&claimed, &claimed_cap, claimed_len + 1, sizeof *claimed)) {
		__atomic_compare_exchange_n(&e->state, &state, PENDING, 0, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);
		return;
	}
	if (!__atomic_compare_exchange_n(&e->state, &state, WRITTEN, 0, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED))
		return;
	if (tick <= tiv__out.tick)
		tick = tiv__out.tick + 1;
	claimed[claimed_len].word = word, claimed[claimed_len].tick = tick, claimed[claimed_len].place = place, claimed[claimed_len++].thread = id;
}

static void claim_events(uint64_t horizon) {
	size_t i, n;
	claimed_len = 0;
	read_title(__atomic_load_n(&tiv__all.stop, __ATOMIC_ACQUIRE));
	if (all_ended() || tiv__out.error || ended_by_tiv()) {
		/* The process ends with its last thread; and at an error of the file, or when tiv
		 * record ends, the trace. */
		__atomic_store_n(&tiv__all.on, 0, __ATOMIC_RELEASE);
		__atomic_store_n(&tiv__all.stop, 1, __ATOMIC_RELEASE);
	}
	if (!barrier_works || (n = claim_pending(horizon)) == 0)
		return;
	if (REAL(syscall)(SYS_membarrier, 8 /* PRIVATE_EXPEDITED */, 0, 0) != 0)
		return;
	for (i = 0; i < n; i++)
		finish(claims[i].thread, claims[i].index, horizon);
}

static int precedes(const struct claimed *a, const struct claimed *b) {
	return a->thread != b->thread ? a->thread < b->thread : a->tick < b->tick;
}

/* sort_claimed is Shell's sort. */
static void sort_claimed(void) {
	size_t gap, i, j;
	for (gap = claimed_len / 2; gap > 0; gap /= 2)
		for (i = gap; i < claimed_len; i++) {
			struct claimed x = claimed[i];
			for (j = i; j >= gap && precedes(&x, &claimed[j - gap]); j -= gap)
				claimed[j] = claimed[j - gap];
			claimed[j] = x;
		}
}

size_t claimed_of(tiv_thread thread) {
	size_t low = 0, high = claimed_len;
	while (low < high) {
		size_t middle = (low + high) / 2;
		if (claimed[middle].thread < thread)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

void claim(uint64_t horizon) {
	claim_events(horizon);
	sort_claimed();
	audit_threads(horizon);
}

void gather_claimed(void) {
	size_t i;
	for (i = 0; i < claimed_len; i++) {
		struct tiv__event *ev;
		if (claimed[i].tick <= tiv__out.tick || claimed[i].tick > tiv__out.limit)
			continue;
		ev = tiv__add_event(&tiv__out.foreign);
		memset(ev, 0, sizeof *ev);
		ev->time = tiv__time(claimed[i].tick, claimed[i].word);
		ev->object = (int64_t)(uintptr_t)stack_of(claimed[i].place);
		ev->word = claimed[i].word | TIV__ABOUT;
		ev->thread = claimed[i].thread;
	}
	follow_block();
}
