//go:build ignore

/* Initialization that happens once. The thread that does it owns it, and others wait. */
#include "preload.h"

/* The innermost initialization that the calling thread is about to make, or makes. */
static __thread struct once {
	void (*make)(void);
	const void *control;
	struct wait *wait; /* NULL once it has ended */
	uint64_t caller;
} *now;

static void let_others(const void **control) {
	struct thread *t = recorded();
	if (t)
		release(t, *control);
}

/* make runs as the function of pthread_once: the calling thread has not waited, unless the
 * trace says so by now. */
static void make(void) {
	struct once *once = now;
	struct thread *t;
	const void *control __attribute__((cleanup(let_others))) = once->control;
	once->wait->since = tiv__tick();
	end_late(once->wait);
	once->wait = NULL;
	if ((t = recorded()) != NULL)
		hold(t, control, 0, once->caller);
	once->make();
}

static void end_once(struct once *once) {
	if (once->wait)
		end_late(once->wait);
}

static void restore(struct once **before) { now = *before; }

/* once_slowly calls the original if the initialization is not done. */
__attribute__((noinline)) static int once_slowly(struct thread *t, pthread_once_t *control, void (*f)(void), uint64_t caller) {
	struct once *before __attribute__((cleanup(restore))) = now;
	struct wait w = begin_late(t, TIV__MONITOR_WAIT, control, caller);
	struct once once __attribute__((cleanup(end_once))) = {f, control, &w, caller};
	now = &once;
	return REAL(pthread_once)(control, make);
}

enum { DONE = 2 }; /* the value of the C library */

static int once_at(pthread_once_t *control, void (*f)(void), uint64_t caller) {
	struct thread *t = recorded();
	if (t == NULL || LIKELY(__atomic_load_n(control, __ATOMIC_ACQUIRE) & DONE))
		return REAL(pthread_once)(control, f);
	return once_slowly(t, control, f, caller);
}

EXPORT int pthread_once(pthread_once_t *control, void (*f)(void)) { return once_at(control, f, CALLER); }
ALIAS(__pthread_once, pthread_once)
EXPORT void call_once(once_flag *control, void (*f)(void)) { once_at((pthread_once_t *)control, f, CALLER); }
