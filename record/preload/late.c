//go:build ignore

/* Waits in calls that mostly return at once, such as waitpid and flock. Their events are
 * deferred, like those of devices. */
#include "preload.h"

static uint64_t place_of(const struct wait *w, uint64_t caller) { return w->stack ? WHOLE | (uintptr_t)w->stack : caller; }

struct wait begin_late(struct thread *t, uint64_t event, const void *lock, uint64_t caller) {
	struct wait w = {.t = t, .object = lock, .lock = lock, .flags = event, .at = t->depth};
	off();
	w.stack = stack_now(t, caller);
	if (lock)
		__atomic_add_fetch(waiters_of(lock), 1, __ATOMIC_ACQ_REL);
	__atomic_store_n(&t->waits, lock != NULL, __ATOMIC_RELAXED); /* no lock of these is another process's */
	w.since = tiv__tick();
	defer(t, event | (uint64_t)(uintptr_t)lock << 16, w.since, place_of(&w, caller));
	write_alone();
	return w;
}

/* withdraw ends the deferred event of a wait that ends at a tick, and reports whether it is
 * in the trace. */
static int withdraw(struct wait *w, uint64_t tick) {
	if (w->at >= w->t->depth)
		return 0;
	if (tick - w->since > SHORT)
		publish(w->t);
	return retire(w->t, w->at);
}

void end_late(struct wait *w) {
	int before = errno, written;
	uint64_t tick = tiv__tick_after();
	__atomic_store_n(&w->t->waits, 0, __ATOMIC_RELAXED);
	if (w->object)
		__atomic_sub_fetch(waiters_of(w->object), 1, __ATOMIC_ACQ_REL);
	written = withdraw(w, tick);
	if (w->got && w->t->depth < DEPTH) {
		defer(w->t, TIV__MONITOR_ENTER | (w->flags & TIV__SHARED) | (uint64_t)(uintptr_t)w->lock << 16, tick, place_of(w, 0));
		if (written || record_all)
			publish(w->t);
	} else if (written) {
		tiv_thread by = child_thread(w->child);
		if (by)
			tiv_woken_by(by);
		tiv__put(tick, (w->flags & 255) == TIV__SUSPEND_START ? TIV__SUSPEND_END : TIV__RUN, 0);
	}
	on(w->t);
	errno = before;
}
