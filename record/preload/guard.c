//go:build ignore

/* Variables that C++ initializes when they are first needed: the thread that does it owns
 * the variable's guard. */
#include "preload.h"

EXPORT int __cxa_guard_acquire(uint64_t *guard);
EXPORT void __cxa_guard_release(uint64_t *guard);
EXPORT void __cxa_guard_abort(uint64_t *guard);

int __cxa_guard_acquire(uint64_t *guard) {
	__typeof__(&__cxa_guard_acquire) f = ORIGINAL(__cxa_guard_acquire);
	struct thread *t = recorded();
	if (f == NULL)
		abort();
	if (t == NULL)
		return f(guard);
	LATE(w) = begin_late(t, TIV__MONITOR_WAIT, guard, CALLER);
	w.got = f(guard);
	return w.got;
}

/* let_others records that the calling thread does not initialize the variable any more. */
static void let_others(const uint64_t *guard) {
	struct thread *t = recorded();
	if (t)
		release(t, guard);
}

void __cxa_guard_release(uint64_t *guard) {
	__typeof__(&__cxa_guard_release) f = ORIGINAL(__cxa_guard_release);
	let_others(guard);
	if (f)
		f(guard);
}

void __cxa_guard_abort(uint64_t *guard) {
	__typeof__(&__cxa_guard_abort) f = ORIGINAL(__cxa_guard_abort);
	let_others(guard);
	if (f)
		f(guard);
}
