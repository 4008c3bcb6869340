//go:build ignore

/* Threads: their start, names and ends. */
#include "preload.h"

#include <string.h>
#include <sys/syscall.h>

/* begin is the first function of each thread. */
static void *begin(void *arg) {
	struct thread *t = arg;
	void *(*start)(void *) = t->start;
	void *value = t->arg;
	tiv_thread parent = t->parent;
	if (adopt_thread(t)) {
		off();
		tiv_thread_start(NULL, parent);
		on(t);
	}
	return start(value);
}

EXPORT int pthread_create(pthread_t *handle, const pthread_attr_t *attr, void *(*start)(void *), void *arg) {
	struct thread *t, *child;
	int result;
	if (local.off)
		return REAL(pthread_create)(handle, attr, start, arg);
	activate(1);
	t = recorded();
	if (t == NULL || (child = take_thread()) == NULL)
		return REAL(pthread_create)(handle, attr, start, arg);
	child->start = start, child->arg = arg, child->parent = t->id;
	off();
	result = REAL(pthread_create)(handle, attr, begin, child);
	on(t);
	if (result != 0)
		give_thread(child);
	return result;
}

/* A join is recorded only if it waits. */
#define JOIN(name, parameters, arguments) \
	EXPORT int name parameters { \
		struct thread *t = recorded(); \
		int result; \
		if (t == NULL) \
			return REAL(name) arguments; \
		result = REAL(pthread_tryjoin_np)(handle, value); \
		if (result == EBUSY) { \
			tiv_thread by = thread_of_handle(handle); \
			WAIT(w) = begin_wait(t, TIV_JOIN, NULL); \
			result = REAL(name) arguments; \
			if (result == 0 && by != 0) \
				tiv_woken_by(by); \
		} \
		return result; \
	}

JOIN(pthread_join, (pthread_t handle, void **value), (handle, value))
JOIN(pthread_timedjoin_np, (pthread_t handle, void **value, const struct timespec *until), (handle, value, until))
JOIN(pthread_clockjoin_np, (pthread_t handle, void **value, clockid_t clock, const struct timespec *until),
     (handle, value, clock, until))

EXPORT int pthread_setname_np(pthread_t handle, const char *name) {
	struct thread *t = recorded();
	int result = REAL(pthread_setname_np)(handle, name);
	if (t && result == 0) {
		off();
		name_thread(pthread_equal(handle, pthread_self()) ? t->id : thread_of_handle(handle), name);
		on(t);
	}
	return result;
}

EXPORT int prctl(int option, ...) {
	struct thread *t;
	__builtin_va_list list;
	unsigned long a[4];
	int i, result;
	__builtin_va_start(list, option);
	for (i = 0; i < 4; i++)
		a[i] = __builtin_va_arg(list, unsigned long);
	__builtin_va_end(list);
	result = REAL(prctl)(option, a[0], a[1], a[2], a[3]);
	if (option == PR_SET_NAME && result == 0 && (t = recorded()) != NULL) {
		char name[16] = "";
		strncpy(name, (const char *)a[0], sizeof name - 1);
		off();
		name_thread(t->id, name);
		on(t);
	}
	return result;
}
