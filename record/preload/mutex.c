//go:build ignore

/* Mutexes. */
#include "preload.h"
#include "c11.h"

/* is_shared reports whether processes share a mutex. */
static inline int is_shared(const pthread_mutex_t *m) { return (m->__data.__kind & 128) != 0; }

/* The owner of a mutex, as the C library notes it. */
static tiv_thread owner_of(struct thread *t, const pthread_mutex_t *m) {
	long tid = __atomic_load_n(&m->__data.__owner, __ATOMIC_RELAXED);
	tiv_thread owner = thread_of(tid);
	if (!is_shared(m))
		return owner;
	note_shared(m);
	if (owner == 0 && tid > 0 && tid < INT32_MAX - 1) {
		off();
		owner = foreign_thread(tid);
		on(t);
	}
	return owner;
}

/* repeated reports whether the calling thread has acquired a recursive mutex more
 * than once. */
static int repeated(const pthread_mutex_t *m) {
	return (m->__data.__kind & 3) == PTHREAD_MUTEX_RECURSIVE_NP && m->__data.__count > 1;
}

static inline void locked(struct thread *t, const pthread_mutex_t *m, uint64_t flags, uint64_t caller) {
	if (UNLIKELY(is_shared(m)))
		note_shared(m);
	if (!UNLIKELY(repeated(m)) && !of_python(m))
		hold(t, m, flags, caller);
}

static inline int acquired(int result) { return result == 0 || result == EOWNERDEAD; }

__attribute__((noinline)) static int lock_slowly(struct thread *t, pthread_mutex_t *m, uint64_t caller) {
	if (of_python(m))
		name_mutex(t, m);
	LOCK_WAIT(w) = begin_lock_wait(t, m, 0, owner_of(t, m), caller);
	int result = REAL(pthread_mutex_lock)(m);
	w.got = acquired(result) && !of_python(m);
	return result;
}

static inline int lock_at(pthread_mutex_t *m, uint64_t caller) {
	struct thread *t = recorded();
	int result;
	if (UNLIKELY(t == NULL) && !idle())
		return REAL(pthread_mutex_lock)(m);
	result = REAL(pthread_mutex_trylock)(m);
	if (UNLIKELY(t == NULL) && (result != EBUSY || (t = awaken()) == NULL))
		return result == EBUSY ? REAL(pthread_mutex_lock)(m) : result;
	if (LIKELY(result == 0)) {
		locked(t, m, 0, caller);
		return 0;
	}
	if (result == EBUSY)
		return lock_slowly(t, m, caller);
	if (acquired(result))
		locked(t, m, 0, caller);
	return result;
}

EXPORT int pthread_mutex_lock(pthread_mutex_t *m) { return lock_at(m, CALLER); }
EXPORT int mtx_lock(mtx_t *m) { return c11_result(lock_at((pthread_mutex_t *)m, CALLER)); }

static inline int trylock_at(pthread_mutex_t *m, uint64_t caller) {
	struct thread *t = recorded();
	int result = REAL(pthread_mutex_trylock)(m);
	if (t && acquired(result))
		locked(t, m, TIV__TRY, caller);
	return result;
}

EXPORT int pthread_mutex_trylock(pthread_mutex_t *m) { return trylock_at(m, CALLER); }
EXPORT int mtx_trylock(mtx_t *m) { return c11_result(trylock_at((pthread_mutex_t *)m, CALLER)); }

static int timedlock_at(pthread_mutex_t *m, const struct timespec *until, uint64_t caller) {
	struct thread *t = recorded();
	if (t == NULL)
		return REAL(pthread_mutex_timedlock)(m, until);
	int result = REAL(pthread_mutex_trylock)(m);
	if (result == EBUSY) {
		LOCK_WAIT(w) = begin_lock_wait(t, m, OUTER, owner_of(t, m), caller);
		result = REAL(pthread_mutex_timedlock)(m, until);
		w.got = acquired(result);
	} else if (acquired(result)) {
		locked(t, m, 0, caller);
	}
	return result;
}

EXPORT int pthread_mutex_timedlock(pthread_mutex_t *m, const struct timespec *until) { return timedlock_at(m, until, CALLER); }
EXPORT int mtx_timedlock(mtx_t *restrict m, const struct timespec *restrict until) {
	return c11_result(timedlock_at((pthread_mutex_t *)m, until, CALLER));
}

EXPORT int pthread_mutex_clocklock(pthread_mutex_t *m, clockid_t clock, const struct timespec *until) {
	struct thread *t = recorded();
	if (t == NULL || !valid_clock(clock))
		return REAL(pthread_mutex_clocklock)(m, clock, until);
	int result = REAL(pthread_mutex_trylock)(m);
	if (result == EBUSY) {
		LOCK_WAIT(w) = begin_lock_wait(t, m, OUTER, owner_of(t, m), CALLER);
		result = REAL(pthread_mutex_clocklock)(m, clock, until);
		w.got = acquired(result);
	} else if (acquired(result)) {
		locked(t, m, 0, CALLER);
	}
	return result;
}

/* unlock_for records that the calling thread releases a mutex which another one
 * acquired. The C library allows that for normal and adaptive mutexes. */
__attribute__((noinline)) static void unlock_for(struct thread *t, const pthread_mutex_t *m) {
	int kind = m->__data.__kind & ~128;
	long owner = __atomic_load_n(&m->__data.__owner, __ATOMIC_RELAXED);
	if ((kind != PTHREAD_MUTEX_TIMED_NP && kind != PTHREAD_MUTEX_ADAPTIVE_NP) || owner == 0 || owner == t->tid)
		return;
	disown(t, owner, m);
}

static inline int unlock(pthread_mutex_t *m) {
	struct thread *t = recorded();
	if (LIKELY(t != NULL) && !UNLIKELY(repeated(m)) && !UNLIKELY(release(t, m)))
		unlock_for(t, m);
	return REAL(pthread_mutex_unlock)(m);
}

EXPORT int pthread_mutex_unlock(pthread_mutex_t *m) { return unlock(m); }
EXPORT int mtx_unlock(mtx_t *m) { return c11_result(unlock((pthread_mutex_t *)m)); }
