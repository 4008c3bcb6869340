//go:build ignore

/* Threads: their start, names and ends. */
#include "preload.h"
#include "c11.h"

#include <string.h>
#include <sys/syscall.h>

/* name_self records the name that the creator of a thread has given it before it was in
 * the registry. A name that is read while it changes is read again. */
static void name_self(struct thread *t) {
	char name[16] = "", last[16];
	int i;
	memcpy(last, t->inherited, sizeof last);
	for (i = 0; i < 3 && REAL(prctl)(PR_GET_NAME, name) == 0 && strcmp(name, last); i++) {
		name_thread(t->id, name);
		memcpy(last, name, sizeof last);
	}
}

/* enter makes the calling thread the one that its creator has prepared, with its start
 * function. */
static void enter(struct thread *t, void *(*start)(void *), void *value) {
	tiv_thread parent = t->parent;
	uint64_t born = t->born;
	bound_stack(t, t->stack_size);
	if (adopt_thread(t)) {
		off();
		tiv_thread_start_after(NULL, parent, born ? (int64_t)(tiv__clock() - born) : 0);
		name_after_start(t, start, value);
		name_self(t);
		on(t);
	}
}

/* begin is the first function of each thread, begin_c11 of one by thrd_create. */
static void *begin(void *arg) {
	struct thread *t = arg;
	void *(*start)(void *) = t->start;
	void *value = t->arg;
	enter(t, start, value);
	return start(value);
}

static int begin_c11(void *arg) {
	struct thread *t = arg;
	thrd_start_t start = t->start_c11;
	void *value = t->arg;
	enter(t, (void *(*)(void *))(uintptr_t)start, value);
	return start(value);
}

/* stack_size returns the size of the stack of a new thread. */
static size_t stack_size(const pthread_attr_t *attr) {
	pthread_attr_t usual;
	size_t n = 0;
	if (attr)
		return pthread_attr_getstacksize(attr, &n) ? 0 : n;
	if (pthread_getattr_default_np(&usual) != 0)
		return 0;
	if (pthread_attr_getstacksize(&usual, &n) != 0)
		n = 0;
	pthread_attr_destroy(&usual);
	return n;
}

/* prepare returns a thread that is being created, or NULL if it is not recorded. Until
 * prepared, the calling thread is not recorded either. */
static struct thread *prepare(const pthread_attr_t *attr) {
	struct thread *t, *child;
	if (local.off)
		return NULL;
	activate(1);
	t = recorded();
	if (t == NULL || (child = take_thread()) == NULL)
		return NULL;
	child->stack_size = stack_size(attr);
	child->parent = t->id, child->born = tiv__clock();
	off();
	REAL(prctl)(PR_GET_NAME, child->inherited);
	return child;
}

static void prepared(struct thread *child, int created) {
	on(local.self);
	if (!created)
		give_thread(child);
}

/* CREATE starts a thread: without that of the recorder if there may be no more. */
#define CREATE(result, full, call) \
	do { \
		int rested; \
		result = call; \
		if (result == (full) && (rested = rest_recorder())) { \
			result = call; \
			wake_recorder(rested); \
		} \
	} while (0)

EXPORT int pthread_create(pthread_t *handle, const pthread_attr_t *attr, void *(*start)(void *), void *arg) {
	struct thread *child = prepare(attr);
	int result;
	if (child == NULL) {
		CREATE(result, EAGAIN, REAL(pthread_create)(handle, attr, start, arg));
		return result;
	}
	child->start = start, child->arg = arg;
	CREATE(result, EAGAIN, REAL(pthread_create)(handle, attr, begin, child));
	prepared(child, result == 0);
	return result;
}

EXPORT int thrd_create(thrd_t *handle, thrd_start_t start, void *arg) {
	struct thread *child = prepare(NULL);
	int result;
	if (child == NULL) {
		CREATE(result, thrd_error, REAL(thrd_create)(handle, start, arg));
		return result;
	}
	child->start_c11 = start, child->arg = arg;
	CREATE(result, thrd_error, REAL(thrd_create)(handle, begin_c11, child));
	prepared(child, result == thrd_success);
	return result;
}

/* A join is recorded only if it waits. A thread has no handle before it begins and after
 * it ends, so that it is looked up twice. */
#define JOIN(name, cause, parameters, arguments) \
	EXPORT int name parameters { \
		struct thread *t = recorded(); \
		tiv_thread by; \
		int result; \
		if (t == NULL) \
			return REAL(name) arguments; \
		by = thread_of_handle(handle); \
		result = REAL(pthread_tryjoin_np)(handle, value); \
		if (result == EBUSY) { \
			by = by ? by : thread_of_handle(handle); \
			WAIT(w) = begin_wait(t, cause, NULL, CALLER); \
			result = REAL(name) arguments; \
			if (result == 0 && by != 0) \
				tiv_woken_by(by); \
		} \
		return result; \
	}

JOIN(pthread_join, TIV_JOIN, (pthread_t handle, void **value), (handle, value))
JOIN(pthread_timedjoin_np, OUTER_WAIT, (pthread_t handle, void **value, const struct timespec *until), (handle, value, until))
JOIN(pthread_clockjoin_np, OUTER_WAIT, (pthread_t handle, void **value, clockid_t clock, const struct timespec *until),
     (handle, value, clock, until))

EXPORT int thrd_join(thrd_t handle, int *value) {
	struct thread *t = recorded();
	tiv_thread by;
	void *got;
	int result;
	if (t == NULL)
		return REAL(thrd_join)(handle, value);
	by = thread_of_handle(handle);
	result = REAL(pthread_tryjoin_np)(handle, &got);
	if (result == EBUSY) {
		by = by ? by : thread_of_handle(handle);
		WAIT(w) = begin_wait(t, TIV_JOIN, NULL, CALLER);
		result = REAL(thrd_join)(handle, value);
		if (result == thrd_success && by != 0)
			tiv_woken_by(by);
		return result;
	}
	if (result == 0 && value)
		*value = (int)(intptr_t)got;
	return c11_result(result);
}

EXPORT int pthread_setname_np(pthread_t handle, const char *name) {
	struct thread *t = recorded();
	tiv_thread id = t ? thread_of_handle(handle) : 0;
	int result = REAL(pthread_setname_np)(handle, name);
	if (t && id == 0)
		id = thread_of_handle(handle);
	if (id && result == 0) {
		off();
		name_thread(id, name);
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
	if (option == PR_SET_SECCOMP && a[0] == 1)
		leave_now(); /* the strict mode forbids to read the clock */
	if (option == PR_SET_SECCOMP)
		sandboxed = 1;
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
