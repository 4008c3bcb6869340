//go:build ignore

/* Condition variables and barriers. */
#include "preload.h"
#include "c11.h"

/* cause_of is the cause of a wait without a timeout. */
static enum tiv_cause cause_of(const pthread_cond_t *c) {
	int between_processes = c->__data.__wrefs & 1;
	return between_processes ? OUTER_WAIT : TIV_WAIT;
}

/* begin_cond_wait records that a thread releases a mutex and waits for a condition. */
static struct wait begin_cond_wait(struct thread *t, enum tiv_cause cause, const pthread_cond_t *c, const pthread_mutex_t *m,
                                   uint64_t caller) {
	release(t, m);
	struct wait w = begin_wait(t, cause, c, caller);
	w.lock = of_python(m) ? NULL : m;
	w.woken = 1;
	return w;
}

static int wait_at(pthread_cond_t *c, pthread_mutex_t *m, uint64_t caller) {
	struct thread *t = recorded();
	if (t == NULL && (t = awaken()) == NULL)
		return REAL(pthread_cond_wait)(c, m);
	WAIT(w) = begin_cond_wait(t, cause_of(c), c, m, caller);
	return REAL(pthread_cond_wait)(c, m);
}

EXPORT int pthread_cond_wait(pthread_cond_t *c, pthread_mutex_t *m) { return wait_at(c, m, CALLER); }
EXPORT int cnd_wait(cnd_t *c, mtx_t *m) { return c11_result(wait_at((pthread_cond_t *)c, (pthread_mutex_t *)m, CALLER)); }

static int timedwait_at(pthread_cond_t *c, pthread_mutex_t *m, const struct timespec *until, uint64_t caller) {
	struct thread *t = recorded();
	if (t == NULL && (t = awaken()) == NULL)
		return REAL(pthread_cond_timedwait)(c, m, until);
	if (of_python(c) && wait_for_gil(t, c, m, caller))
		return REAL(pthread_cond_timedwait)(c, m, until);
	WAIT(w) = begin_cond_wait(t, OUTER_WAIT, c, m, caller);
	int result = REAL(pthread_cond_timedwait)(c, m, until);
	w.woken = result == 0;
	return result;
}

EXPORT int pthread_cond_timedwait(pthread_cond_t *c, pthread_mutex_t *m, const struct timespec *until) {
	return timedwait_at(c, m, until, CALLER);
}
EXPORT int cnd_timedwait(cnd_t *restrict c, mtx_t *restrict m, const struct timespec *restrict until) {
	return c11_result(timedwait_at((pthread_cond_t *)c, (pthread_mutex_t *)m, until, CALLER));
}

EXPORT int pthread_cond_clockwait(pthread_cond_t *c, pthread_mutex_t *m, clockid_t clock, const struct timespec *until) {
	struct thread *t = recorded();
	if (t == NULL && (t = awaken()) == NULL)
		return REAL(pthread_cond_clockwait)(c, m, clock, until);
	WAIT(w) = begin_cond_wait(t, OUTER_WAIT, c, m, CALLER);
	int result = REAL(pthread_cond_clockwait)(c, m, clock, until);
	w.woken = result == 0;
	return result;
}

EXPORT int pthread_cond_signal(pthread_cond_t *c) {
	struct thread *t;
	if (of_python(c))
		signal_python(c, CALLER);
	t = recorded();
	if (t && awaited(c))
		signalled(t, c);
	return REAL(pthread_cond_signal)(c);
}

EXPORT int pthread_cond_broadcast(pthread_cond_t *c) {
	struct thread *t = recorded();
	if (t && awaited(c))
		signalled(t, c);
	return REAL(pthread_cond_broadcast)(c);
}

EXPORT int cnd_signal(cnd_t *c) { return c11_result(pthread_cond_signal((pthread_cond_t *)c)); }
EXPORT int cnd_broadcast(cnd_t *c) { return c11_result(pthread_cond_broadcast((pthread_cond_t *)c)); }

/* A barrier counts its arrivals in its first word, and needs as many as its third
 * says. The fourth is 0 if it is of one process. The last to arrive wakes the others. */
EXPORT int pthread_barrier_wait(pthread_barrier_t *b) {
	struct thread *t = recorded();
	const unsigned *words = (const unsigned *)b;
	if (t == NULL)
		return REAL(pthread_barrier_wait)(b);
	if ((__atomic_load_n(&words[0], __ATOMIC_RELAXED) + 1) % words[2] == 0) {
		signalled(t, b);
		return REAL(pthread_barrier_wait)(b);
	}
	WAIT(w) = begin_wait(t, words[3] ? OUTER_WAIT : TIV_WAIT, b, CALLER);
	w.woken = 1;
	return REAL(pthread_barrier_wait)(b);
}
