//go:build ignore

/* Read-write locks. */
#include "preload.h"

/* KEY is the address by which a lock is known. It differs from that of a mutex which was
 * in the same memory before. */
#define KEY(l) ((const char *)(l) + 1)

static tiv_thread writer_of(const pthread_rwlock_t *l) {
	return thread_of(__atomic_load_n(&l->__data.__cur_writer, __ATOMIC_RELAXED));
}

/* LOCK defines a function that acquires a read-write lock: first without waiting, if its
 * time is valid. */
#define LOCK(name, try, flags, timed, valid, parameters, arguments) \
	EXPORT int name parameters { \
		struct thread *t = recorded(); \
		if (t == NULL || !(valid)) \
			return REAL(name) arguments; \
		int result = REAL(try)(l); \
		if (result == EBUSY) { \
			LOCK_WAIT(w) = begin_lock_wait(t, KEY(l), flags | timed, writer_of(l), CALLER); \
			result = REAL(name) arguments; \
			w.got = result == 0; \
		} else if (result == 0) { \
			hold(t, KEY(l), flags, CALLER); \
		} \
		return result; \
	}

LOCK(pthread_rwlock_rdlock, pthread_rwlock_tryrdlock, TIV__SHARED, 0, 1, (pthread_rwlock_t * l), (l))
LOCK(pthread_rwlock_wrlock, pthread_rwlock_trywrlock, 0, 0, 1, (pthread_rwlock_t * l), (l))
LOCK(pthread_rwlock_timedrdlock, pthread_rwlock_tryrdlock, TIV__SHARED, OUTER, valid_time(CLOCK_REALTIME, until),
     (pthread_rwlock_t * l, const struct timespec *until), (l, until))
LOCK(pthread_rwlock_timedwrlock, pthread_rwlock_trywrlock, 0, OUTER, valid_time(CLOCK_REALTIME, until),
     (pthread_rwlock_t * l, const struct timespec *until), (l, until))
LOCK(pthread_rwlock_clockrdlock, pthread_rwlock_tryrdlock, TIV__SHARED, OUTER, valid_time(clock, until),
     (pthread_rwlock_t * l, clockid_t clock, const struct timespec *until), (l, clock, until))
LOCK(pthread_rwlock_clockwrlock, pthread_rwlock_trywrlock, 0, OUTER, valid_time(clock, until),
     (pthread_rwlock_t * l, clockid_t clock, const struct timespec *until), (l, clock, until))

EXPORT int pthread_rwlock_tryrdlock(pthread_rwlock_t *l) {
	struct thread *t = recorded();
	int result = REAL(pthread_rwlock_tryrdlock)(l);
	if (t && result == 0)
		hold(t, KEY(l), TIV__SHARED | TIV__TRY, CALLER);
	return result;
}

EXPORT int pthread_rwlock_trywrlock(pthread_rwlock_t *l) {
	struct thread *t = recorded();
	int result = REAL(pthread_rwlock_trywrlock)(l);
	if (t && result == 0)
		hold(t, KEY(l), TIV__TRY, CALLER);
	return result;
}

EXPORT int pthread_rwlock_unlock(pthread_rwlock_t *l) {
	struct thread *t = recorded();
	if (LIKELY(t != NULL))
		release(t, KEY(l));
	return REAL(pthread_rwlock_unlock)(l);
}
