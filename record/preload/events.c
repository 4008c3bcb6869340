//go:build ignore

/* Deferred events, waits, and the threads that end them. */
#include "preload.h"

__thread struct local local;
int record_all;
uint32_t waiters[WAITERS];

static int change(struct deferred *e, uint32_t from, uint32_t to) {
	return __atomic_compare_exchange_n(&e->state, &from, to, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
}

void put_at(uint64_t tick, uint64_t head, uint64_t arg, const struct tiv_stack *stack) {
	if (stack)
		tiv__put2(tick, head | TIV__ABOUT, arg, (uintptr_t)stack, 0);
	else
		tiv__put(tick, head, arg);
}

void publish(struct thread *t) {
	uint32_t i;
	for (i = t->written; i < t->depth; i++) {
		struct deferred *e = &t->stack[i];
		if (change(e, PENDING, MINE) || change(e, CLAIMED, MINE))
			put_at(e->tick, e->word, 0, stack_of(e->place));
	}
	t->written = t->depth;
}

/* pop removes the deferred events on top that are withdrawn. */
static void pop(struct thread *t, uint32_t depth) {
	while (depth > 0 && __atomic_load_n(&t->stack[depth - 1].state, __ATOMIC_RELAXED) == HOLE)
		depth--;
	__atomic_store_n(&t->depth, depth, __ATOMIC_RELEASE);
	if (t->written > depth)
		t->written = depth;
}

/* retire: the flusher sees that the event is gone by the depth, or by the state. */
int retire(struct thread *t, uint32_t i) {
	struct deferred *e = &t->stack[i];
	uint32_t state;
	if (i == t->depth - 1) {
		pop(t, i);
		__atomic_signal_fence(__ATOMIC_SEQ_CST);
		state = __atomic_load_n(&e->state, __ATOMIC_ACQUIRE);
		return state != PENDING && state != QUIET && state != HOLE && !change(e, CLAIMED, MINE);
	}
	if (change(e, PENDING, HOLE) || change(e, CLAIMED, HOLE) || change(e, QUIET, HOLE))
		return 0;
	return __atomic_exchange_n(&e->state, HOLE, __ATOMIC_ACQ_REL) != HOLE;
}

/* find returns the index of the last acquisition of a lock, or -1. */
static int find(struct thread *t, const void *lock) {
	int i = (int)t->depth - 1;
	for (; i >= 0; i--)
		if (t->stack[i].word >> 16 == (uintptr_t)lock &&
		    LIKELY(__atomic_load_n(&t->stack[i].state, __ATOMIC_RELAXED) != HOLE))
			break;
	return i;
}

int holds(struct thread *t, const void *lock) { return find(t, lock) >= 0; }

int release(struct thread *t, const void *lock) {
	int i = find(t, lock);
	if (i < 0)
		return 0;
	off();
	if (UNLIKELY(awaited(lock)))
		publish(t);
	if (UNLIKELY(retire(t, (uint32_t)i))) {
		publish(t);
		tiv__put(tiv__tick_after(), TIV__MONITOR_EXIT, (uintptr_t)lock);
	}
	on(t);
	return 1;
}

/* disown_in does so for one thread. Returns whether the trace has the acquisition. */
static int disown_in(struct thread *t, const void *lock) {
	uint32_t i, depth = __atomic_load_n(&t->depth, __ATOMIC_ACQUIRE);
	int written = 0;
	for (i = 0; i < depth && i < DEPTH; i++) {
		struct deferred *e = &t->stack[i];
		if (__atomic_load_n(&e->word, __ATOMIC_RELAXED) >> 16 != (uintptr_t)lock)
			continue;
		if (!change(e, PENDING, HOLE) && !change(e, CLAIMED, HOLE) && !change(e, QUIET, HOLE))
			written |= change(e, MINE, HOLE) || change(e, WRITTEN, HOLE);
	}
	return written;
}

void hold_quietly(struct thread *t, const void *semaphore, uint64_t place) {
	off();
	defer_as(t, QUIET, TIV__MONITOR_ENTER | (uint64_t)(uintptr_t)semaphore << 16, tiv__tick_after(), place);
	on(t);
}

/* reveal leaves it to the flusher to write them. */
void reveal(const void *semaphore) {
	uint32_t i, j, depth;
	for (i = 0; i < threads_used(); i++) {
		depth = __atomic_load_n(&threads[i].depth, __ATOMIC_ACQUIRE);
		for (j = 0; j < depth && j < DEPTH; j++)
			if (__atomic_load_n(&threads[i].stack[j].word, __ATOMIC_RELAXED) >> 16 == (uintptr_t)semaphore &&
			    change(&threads[i].stack[j], QUIET, PENDING))
				break;
	}
}

void disown(struct thread *by, long tid, const void *lock) {
	uint32_t i;
	off();
	publish(by);
	for (i = 0; i < threads_used(); i++) {
		struct thread *t = &threads[i];
		if ((tid == 0 || __atomic_load_n(&t->tid, __ATOMIC_RELAXED) == tid) && disown_in(t, lock))
			tiv__put2(tiv__tick_after(), TIV__MONITOR_EXIT | TIV__ABOUT | TIV__NAMED, (uintptr_t)lock, 0,
			          __atomic_load_n(&t->id, __ATOMIC_RELAXED) | (uint64_t)by->id << 32);
	}
	on(by);
}

struct wait begin_wait(struct thread *t, enum tiv_cause cause, const void *object, uint64_t caller) {
	struct wait w = {.t = t, .object = object};
	off();
	w.stack = stack_now(t, caller);
	if (object)
		__atomic_add_fetch(waiters_of(object), 1, __ATOMIC_ACQ_REL);
	publish(t);
	__atomic_store_n(&t->waits, cause == TIV_WAIT || cause == TIV_JOIN, __ATOMIC_RELAXED);
	w.since = tiv__tick();
	put_at(w.since, TIV__SUSPEND_START | (uint64_t)cause << 8, 0, w.stack);
	write_alone();
	return w;
}

static uint64_t whole(const struct tiv_stack *stack) { return stack ? WHOLE | (uintptr_t)stack : 0; }

void end_wait(struct wait *w) {
	int before = errno;
	uint64_t tick;
	tiv_thread by;
	__atomic_store_n(&w->t->waits, 0, __ATOMIC_RELAXED);
	if (w->object)
		__atomic_sub_fetch(waiters_of(w->object), 1, __ATOMIC_ACQ_REL);
	if (w->woken && w->object && (by = signaller(w->object, w->since)) != 0 && by != w->t->id)
		tiv_woken_by(by);
	tick = tiv__tick_after();
	w->t->waited += tick - w->since;
	tiv__put(tick, TIV__SUSPEND_END, 0);
	on(w->t);
	if (w->lock)
		hold(w->t, w->lock, 0, whole(w->stack));
	errno = before;
}

struct wait begin_lock_wait(struct thread *t, const void *lock, uint64_t flags, tiv_thread owner, uint64_t caller) {
	struct wait w = {.t = t, .object = lock, .lock = lock, .flags = flags & ~OUTER};
	off();
	w.stack = stack_now(t, caller);
	__atomic_add_fetch(waiters_of(lock), 1, __ATOMIC_ACQ_REL);
	publish(t);
	__atomic_store_n(&t->waits, !(flags & OUTER), __ATOMIC_RELAXED);
	w.since = tiv__tick();
	tiv__put2(w.since, TIV__MONITOR_WAIT | TIV__NAMED | (w.stack ? TIV__ABOUT : 0) | w.flags, (uintptr_t)lock, (uintptr_t)w.stack,
	          (uint64_t)owner << 32);
	accompany();
	return w;
}

void end_lock_wait(struct wait *w) {
	int before = errno;
	uint64_t word = TIV__MONITOR_ENTER | w->flags | (uint64_t)(uintptr_t)w->lock << 16, tick = tiv__tick_after();
	tiv_thread by;
	w->t->waited += tick - w->since;
	__atomic_store_n(&w->t->waits, 0, __ATOMIC_RELAXED);
	__atomic_sub_fetch(waiters_of(w->object), 1, __ATOMIC_ACQ_REL);
	if (w->woken && (by = signaller(w->object, w->since)) != 0 && by != w->t->id)
		tiv_woken_by(by);
	if (w->got && w->t->depth < DEPTH) {
		defer(w->t, word, tick, whole(w->stack));
		publish(w->t);
	} else {
		tiv__put(tick, TIV__RUN, 0); /* the end of a wait */
	}
	on(w->t);
	errno = before;
}

struct wait begin_io_named(struct thread *t, enum tiv_cause cause, const char *stream, uint64_t caller) {
	struct wait w = {.t = t, .since = tiv__tick(), .flags = t->depth};
	off();
	defer(t, TIV__IO_START | (uint64_t)cause << 8 | (uint64_t)(uintptr_t)stream << 16, w.since, caller);
	write_alone();
	return w;
}

struct wait begin_io_of(struct thread *t, enum tiv_cause cause, uint64_t caller) { return begin_io_named(t, cause, NULL, caller); }

void end_io(struct wait *w) {
	int before = errno;
	uint64_t tick = tiv__tick_after();
	uint32_t at = (uint32_t)w->flags;
	w->t->waited += tick - w->since;
	if (at < w->t->depth) {
		if (tick - w->since > SHORT && (!w->may_compute || waited(w->t, w->fresh, tick - w->since)))
			publish(w->t);
		if (retire(w->t, at))
			tiv__put(tick, TIV__IO_END, 0);
	}
	on(w->t);
	errno = before;
}

/* The last threads to end waits, by hash of an address. Two addresses that share a
 * place cost an edge, never give a wrong one. */
static struct place {
	struct signal last;
	uint32_t busy;
} signals[1 << 12];

static struct place *place_of(const void *object) {
	return &signals[(uintptr_t)object * 0x9e3779b97f4a7c15u >> 52];
}

static int lock_place(struct place *p) { return !__atomic_exchange_n(&p->busy, 1, __ATOMIC_ACQUIRE); }
static void unlock_place(struct place *p) { __atomic_store_n(&p->busy, 0, __ATOMIC_RELEASE); }

struct signal signalled(struct thread *t, const void *object) {
	struct place *p = place_of(object);
	struct signal before = {NULL, 0, 0};
	if (!lock_place(p))
		return before;
	before = p->last;
	p->last.object = object, p->last.thread = t->id, p->last.tick = tiv__tick();
	unlock_place(p);
	return before;
}

void unsignalled(struct thread *t, const void *object, struct signal before) {
	struct place *p = place_of(object);
	if (!lock_place(p))
		return;
	if (p->last.object == object && p->last.thread == t->id)
		p->last = before;
	unlock_place(p);
}

tiv_thread signaller(const void *object, uint64_t since) {
	struct place *p = place_of(object);
	tiv_thread thread = 0;
	int i;
	for (i = 0; !lock_place(p); i++)
		if (i == 1000)
			return 0;
	if (p->last.object == object && (int64_t)(p->last.tick - since) >= 0)
		thread = p->last.thread;
	unlock_place(p);
	return thread;
}
