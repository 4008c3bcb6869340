//go:build ignore

/* Semaphores. Any thread may post one, so a thread that has taken a unit is not its owner,
 * unless the program uses the semaphore as a lock:
 *
 *  - One that starts empty is a signal.
 *  - One that starts with units is a lock from the first post by a thread that has taken a
 *    unit. Until then its units are noted (QUIET), and waits for it are suspensions.
 *  - Locks of Python are semaphores with one unit. They are locks from the start.
 *  - It is a signal from then on if a thread posts it that has taken no unit, waits for it
 *    while it has one, or ends with one. Threads may end with a lock of Python. */
#include "preload.h"

/* The semaphores that are locks or may be, by address: buckets of a cache line. An entry is
 * the address, and flags. */
enum { BUCKETS = 512, IN_BUCKET = 8, PROVEN = 1, PYTHON = 2, FLAGS = 3 };
static uintptr_t locks[BUCKETS][IN_BUCKET] __attribute__((aligned(64)));

static uintptr_t *bucket(const void *s) { return locks[(uintptr_t)s * 0x9e3779b97f4a7c15u >> 55]; }

/* entry returns the entry of a semaphore, or NULL. */
static uintptr_t *entry(const void *s) {
	uintptr_t *b = bucket(s);
	int i;
	for (i = 0; i < IN_BUCKET; i++)
		if ((__atomic_load_n(&b[i], __ATOMIC_RELAXED) & ~(uintptr_t)FLAGS) == (uintptr_t)s)
			return &b[i];
	return NULL;
}

/* forget makes a semaphore a signal. */
static void forget(const void *s) {
	uintptr_t *e = entry(s);
	if (e)
		__atomic_store_n(e, 0, __ATOMIC_RELAXED);
}

static int has(const uintptr_t *e, uintptr_t flag) { return (__atomic_load_n(e, __ATOMIC_RELAXED) & flag) != 0; }

EXPORT int sem_init(sem_t *s, int shared, unsigned value) {
	uintptr_t *b = bucket(s), flags = is_python(CALLER) ? PROVEN | PYTHON : 0, none;
	int i, result;
	forget(s);
	result = REAL(sem_init)(s, shared, value);
	for (i = 0; result == 0 && !shared && value > 0 && i < IN_BUCKET; i++) {
		none = 0;
		if (__atomic_compare_exchange_n(&b[i], &none, (uintptr_t)s | flags, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
			break;
	}
	if (python.size && result == 0 && value == 1)
		begin_life(recorded(), s);
	return result;
}

EXPORT int sem_destroy(sem_t *s) {
	forget(s);
	return REAL(sem_destroy)(s);
}

/* cause_of is the cause of a wait for a signal without a timeout. The third word of a
 * semaphore is 0 if it is of one process. */
static enum tiv_cause cause_of(const sem_t *s) { return ((const uint32_t *)s)[2] ? OUTER_WAIT : TIV_WAIT; }

/* took records a unit taken without a wait, with flags. A thread with several units holds a
 * lock once. */
static void took(struct thread *t, const sem_t *s, uint64_t flags, uint64_t caller) {
	uintptr_t *e = entry(s);
	if (python.size && is_life(t, s)) {
		forget(s);
		return;
	}
	if (e == NULL)
		return;
	if (has(e, PROVEN) && !holds(t, s))
		hold(t, s, flags, caller);
	else
		hold_quietly(t, s, caller);
}

EXPORT int sem_trywait(sem_t *s) {
	struct thread *t = recorded();
	int result = REAL(sem_trywait)(s);
	if (t && result == 0)
		took(t, s, TIV__TRY, CALLER);
	return result;
}

/* is_lock reports whether the thread is going to wait for a semaphore as for a lock. */
static int is_lock(struct thread *t, const sem_t *s) {
	uintptr_t *e = entry(s);
	if (e == NULL || !holds(t, s))
		return e != NULL && has(e, PROVEN);
	forget(s);
	while (release(t, s))
		;
	return 0;
}

/* drop_units makes signals of the semaphores of which a thread that ends has units. */
void drop_units(struct thread *t) {
	uint32_t i;
	for (i = 0; i < t->depth; i++) {
		const void *s = (const void *)(uintptr_t)(t->stack[i].word >> 16);
		uintptr_t *e = entry(s);
		if (e && !has(e, PYTHON)) {
			forget(s);
			disown(t, 0, s);
		}
	}
}

/* SEM_WAIT defines a function that waits for a unit: first without waiting, if what the C
 * library does before allows that. */
#define SEM_WAIT(name, cause, timed, allowed, parameters, arguments) \
	EXPORT int name parameters { \
		struct thread *t = recorded(); \
		tiv_thread by; \
		int before = errno, result; \
		if (!(allowed)) \
			return REAL(name) arguments; \
		if (REAL(sem_trywait)(s) == 0) { \
			if (t) \
				took(t, s, 0, CALLER); \
			return 0; \
		} \
		errno = before; \
		if (t == NULL && (t = awaken()) == NULL) \
			return REAL(name) arguments; \
		if (is_lock(t, s)) { \
			LOCK_WAIT(w) = begin_lock_wait(t, s, timed, 0, CALLER); \
			result = REAL(name) arguments; \
			w.got = result == 0 && entry(s) != NULL; /* else it has become a signal */ \
			w.woken = result == 0 && !w.got; \
			return result; \
		} \
		if (python.size && (by = life_of(t, s)) != 0) { \
			WAIT(w) = begin_wait(t, cause == TIV_WAIT ? TIV_JOIN : OUTER_WAIT, NULL, CALLER); \
			result = REAL(name) arguments; \
			if (result == 0) \
				tiv_woken_by(by); \
			return result; \
		} \
		{ \
			WAIT(w) = begin_wait(t, cause, s, CALLER); \
			result = REAL(name) arguments; \
			w.woken = result == 0; \
		} \
		if (result == 0) \
			took(t, s, 0, CALLER); \
		return result; \
	}

/* It is a cancellation point even if there is a unit, but for sem_clockwait. */
static int not_cancelled(void) { return pthread_testcancel(), 1; }

SEM_WAIT(sem_wait, cause_of(s), 0, not_cancelled(), (sem_t * s), (s))
SEM_WAIT(sem_timedwait, OUTER_WAIT, OUTER, valid_time(CLOCK_REALTIME, until) && not_cancelled(),
         (sem_t * s, const struct timespec *until), (s, until))
SEM_WAIT(sem_clockwait, OUTER_WAIT, OUTER, valid_time(clock, until),
         (sem_t * s, clockid_t clock, const struct timespec *until), (s, clock, until))

/* prove makes a semaphore a lock. */
static void prove(uintptr_t *e, const sem_t *s) {
	uintptr_t unproven = (uintptr_t)s;
	if (__atomic_compare_exchange_n(e, &unproven, (uintptr_t)s | PROVEN, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
		reveal(s);
}

EXPORT int sem_post(sem_t *s) {
	struct thread *t = recorded();
	uintptr_t *e = t ? entry(s) : NULL;
	if (python.size)
		end_life(t, s);
	if (e && release(t, s)) {
		if (!has(e, PROVEN))
			prove(e, s);
	} else if (e) {
		forget(s);
		disown(t, 0, s);
	}
	if (t && awaited(s))
		signalled(t, s);
	return REAL(sem_post)(s);
}
