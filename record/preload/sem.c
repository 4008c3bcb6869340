//go:build ignore

/* Semaphores. One that starts with units is taken for a lock, whose holders have taken
 * units, until a thread posts it that holds none, or waits for it while it holds one:
 * then it is a signal. One that starts empty is a signal. */
#include "preload.h"

/* The semaphores that are locks, by address: buckets of a cache line. An entry is the
 * address, and 1 if it started with more than one unit. */
enum { BUCKETS = 512, IN_BUCKET = 8 };
static uintptr_t locks[BUCKETS][IN_BUCKET] __attribute__((aligned(64)));

static uintptr_t *bucket(const sem_t *s) { return locks[(uintptr_t)s * 0x9e3779b97f4a7c15u >> 55]; }

/* entry returns the entry of a semaphore, or NULL. */
static uintptr_t *entry(const sem_t *s) {
	uintptr_t *b = bucket(s);
	int i;
	for (i = 0; i < IN_BUCKET; i++)
		if ((__atomic_load_n(&b[i], __ATOMIC_RELAXED) & ~(uintptr_t)1) == (uintptr_t)s)
			return &b[i];
	return NULL;
}

/* forget makes a semaphore a signal. */
static void forget(const sem_t *s) {
	uintptr_t *e = entry(s);
	if (e)
		__atomic_store_n(e, 0, __ATOMIC_RELAXED);
}

static uint64_t flags_of(const uintptr_t *e) { return __atomic_load_n(e, __ATOMIC_RELAXED) & 1 ? TIV__SHARED : 0; }

EXPORT int sem_init(sem_t *s, int shared, unsigned value) {
	uintptr_t *b = bucket(s), none;
	int i, result;
	forget(s);
	result = REAL(sem_init)(s, shared, value);
	for (i = 0; result == 0 && !shared && value > 0 && i < IN_BUCKET; i++) {
		none = 0;
		if (__atomic_compare_exchange_n(&b[i], &none, (uintptr_t)s | (value > 1), 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
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

/* took records a unit taken without a wait, with flags. */
static void took(struct thread *t, const sem_t *s, uint64_t flags, uint64_t caller) {
	uintptr_t *e = entry(s);
	if (python.size && is_life(t, s))
		forget(s);
	else if (e)
		hold(t, s, flags_of(e) | flags, caller);
}

EXPORT int sem_trywait(sem_t *s) {
	struct thread *t = recorded();
	int result = REAL(sem_trywait)(s);
	if (t && result == 0)
		took(t, s, TIV__TRY, CALLER);
	return result;
}

/* lock_of returns the entry of a semaphore that the thread is going to wait for as
 * for a lock. */
static uintptr_t *lock_of(struct thread *t, const sem_t *s) {
	uintptr_t *e = entry(s);
	if (e && holds(t, s)) {
		forget(s);
		while (release(t, s))
			;
		e = NULL;
	}
	return e;
}

/* SEM_WAIT defines a function that waits for a unit: first without waiting. */
#define SEM_WAIT(name, cause, parameters, arguments) \
	EXPORT int name parameters { \
		struct thread *t = recorded(); \
		uintptr_t *e; \
		tiv_thread by; \
		int before = errno, result; \
		if (REAL(sem_trywait)(s) == 0) { \
			if (t) \
				took(t, s, 0, CALLER); \
			return 0; \
		} \
		errno = before; \
		if (t == NULL && (t = awaken()) == NULL) \
			return REAL(name) arguments; \
		if ((e = lock_of(t, s)) != NULL) { \
			LOCK_WAIT(w) = begin_lock_wait(t, s, flags_of(e), 0, CALLER); \
			result = REAL(name) arguments; \
			w.got = result == 0; \
		} else if (python.size && (by = life_of(t, s)) != 0) { \
			WAIT(w) = begin_wait(t, cause == TIV_WAIT ? TIV_JOIN : OUTER_WAIT, NULL, CALLER); \
			result = REAL(name) arguments; \
			if (result == 0) \
				tiv_woken_by(by); \
		} else { \
			WAIT(w) = begin_wait(t, cause, s, CALLER); \
			result = REAL(name) arguments; \
			w.woken = result == 0; \
		} \
		return result; \
	}

SEM_WAIT(sem_wait, cause_of(s), (sem_t * s), (s))
SEM_WAIT(sem_timedwait, OUTER_WAIT, (sem_t * s, const struct timespec *until), (s, until))
SEM_WAIT(sem_clockwait, OUTER_WAIT, (sem_t * s, clockid_t clock, const struct timespec *until), (s, clock, until))

EXPORT int sem_post(sem_t *s) {
	struct thread *t = recorded();
	if (t) {
		if (python.size)
			end_life(t, s);
		if (entry(s) && !release(t, s)) {
			forget(s);
			disown(t, 0, s);
		}
		if (awaited(s))
			signalled(t, s);
	}
	return REAL(sem_post)(s);
}
