//go:build ignore

/* OpenMP's critical sections and locks, with their owners. */
#include "preload.h"

/* The locks of the sections without a name. */
static char unnamed, atomics;

#define SECTION(start, end, lock, parameters, arguments) \
	EXPORT void start parameters; \
	EXPORT void end parameters; \
	void start parameters { \
		__typeof__(&start) f = ORIGINAL(start); \
		struct thread *t = recorded(); \
		if (f == NULL) \
			return; \
		if (t == NULL) { \
			f arguments; \
			return; \
		} \
		LATE(w) = begin_late(t, TIV__MONITOR_WAIT, lock, CALLER); \
		f arguments; \
		w.got = 1; \
	} \
	void end parameters { \
		__typeof__(&end) f = ORIGINAL(end); \
		struct thread *t = recorded(); \
		if (t) \
			release(t, lock); \
		if (f) \
			f arguments; \
	}

SECTION(GOMP_critical_start, GOMP_critical_end, &unnamed, (void), ())
SECTION(GOMP_critical_name_start, GOMP_critical_name_end, name, (void **name), (name))
SECTION(GOMP_atomic_start, GOMP_atomic_end, &atomics, (void), ())

EXPORT int omp_test_lock(void *lock);
EXPORT void omp_set_lock(void *lock);
EXPORT void omp_unset_lock(void *lock);
EXPORT int omp_test_nest_lock(void *lock);
EXPORT void omp_set_nest_lock(void *lock);
EXPORT void omp_unset_nest_lock(void *lock);

/* TEST defines a function that acquires a lock if that is free, and returns how often the
 * thread has acquired it. */
#define TEST(name) \
	int name(void *lock) { \
		__typeof__(&name) f = ORIGINAL(name); \
		struct thread *t = recorded(); \
		int n = f ? f(lock) : 0; \
		if (t && n == 1) \
			hold(t, lock, 0, CALLER); \
		return n; \
	}
TEST(omp_test_lock)
TEST(omp_test_nest_lock)

/* SET defines a function that acquires a lock: first without waiting. */
#define SET(name, test) \
	void name(void *lock) { \
		__typeof__(&name) f = ORIGINAL(name); \
		__typeof__(&test) attempt = ORIGINAL(test); \
		struct thread *t = recorded(); \
		int n; \
		if (f == NULL || attempt == NULL) \
			return; \
		if (t == NULL) { \
			f(lock); \
			return; \
		} \
		if ((n = attempt(lock)) != 0) { \
			if (n == 1) \
				hold(t, lock, 0, CALLER); \
			return; \
		} \
		LOCK_WAIT(w) = begin_lock_wait(t, lock, 0, 0, CALLER); \
		f(lock); \
		w.got = 1; \
	}
SET(omp_set_lock, omp_test_lock)
SET(omp_set_nest_lock, omp_test_nest_lock)

void omp_unset_lock(void *lock) {
	__typeof__(&omp_unset_lock) f = ORIGINAL(omp_unset_lock);
	struct thread *t = recorded();
	if (t && !release(t, lock))
		disown(t, 0, lock);
	if (f)
		f(lock);
}

/* The lock is acquired once more to learn how often it is. */
void omp_unset_nest_lock(void *lock) {
	__typeof__(&omp_unset_nest_lock) f = ORIGINAL(omp_unset_nest_lock);
	__typeof__(&omp_test_nest_lock) attempt = ORIGINAL(omp_test_nest_lock);
	struct thread *t = recorded();
	int n;
	if (f == NULL || attempt == NULL)
		return;
	if (t) {
		n = attempt(lock);
		if (n == 2)
			release(t, lock);
		if (n > 0)
			f(lock);
	}
	f(lock);
}
