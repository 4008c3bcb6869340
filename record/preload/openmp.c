//go:build ignore

/* OpenMP: the functions that gcc calls for its directives, and locks. They are those of
 * libgomp, or of another library that offers them. */
#include "openmp.h"

#include <stdbool.h>
#include <string.h>

int spins;

__attribute__((constructor(102))) static void read_policy(void) {
	const char *policy = getenv("OMP_WAIT_POLICY");
	spins = (policy && strcasecmp(policy, "active") == 0) || getenv("GOMP_SPINCOUNT") != NULL;
}

static __thread struct team_wait *innermost; /* the innermost wait of the calling thread */

static uint64_t used(void) {
	struct timespec t = {0, 0};
	if (!sandboxed)
		clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

void begin_team_wait(struct team_wait *w, struct thread *t, enum tiv_cause cause, uint64_t caller) {
	w->begun = 0;
	if (t == NULL || spins)
		return;
	w->caller = caller, w->cause = cause;
	w->w = begin_late(t, SUSPENSION(cause), NULL, caller);
	w->used = used(), w->since = tiv__clock();
	w->outer = innermost;
	w->begun = 1;
	innermost = w;
}

/* end_team_wait: the thread has used the processor at the begin of the wait. */
void end_team_wait(struct team_wait *team) {
	struct wait *w = &team->w;
	struct thread *t = w->t;
	uint64_t tick = tiv__tick_after(), ran, time;
	int before = errno;
	if (!team->begun)
		return;
	team->begun = 0;
	innermost = team->outer;
	if (tick - w->since <= SHORT || w->at >= t->depth) {
		end_late(w);
		return;
	}
	ran = used() - team->used, time = tiv__clock() - team->since + 1;
	if (retire(t, w->at)) {
		tiv__put(tick, TIV__SUSPEND_END, 0);
	} else if (ran < time) {
		uint64_t from = w->since + (uint64_t)((double)(tick - w->since) * (double)ran / (double)time);
		if (tick - from > SHORT) {
			publish(t);
			put_at(from, SUSPENSION(team->cause), 0, w->stack);
			tiv__put(tick, TIV__SUSPEND_END, 0);
		}
	}
	on(t);
	errno = before;
}

/* call calls a function of the program. */
static void call(void (*f)(void *), void *data) {
	void *before = module_hint;
	module_hint = *(void **)&f;
	f(data);
	module_hint = before;
}

void run_task(void (*f)(void *), void *data) {
	struct team_wait *w = innermost;
	if (w == NULL || !w->begun) {
		call(f, data);
		return;
	}
	end_team_wait(w);
	call(f, data);
	begin_team_wait(w, recorded(), w->cause, w->caller);
}

/* TEAM defines a function that waits for the other threads of a team. */
#define TEAM(type, name, none) \
	EXPORT type name(void); \
	type name(void) { \
		__typeof__(&name) f = ORIGINAL(name); \
		if (f == NULL) \
			return none; \
		TEAM_WAIT(w); \
		begin_team_wait(&w, recorded(), TIV_WAIT, CALLER); \
		return f(); \
	}

TEAM(void, GOMP_barrier, )
TEAM(bool, GOMP_barrier_cancel, false)
TEAM(void, GOMP_taskwait, )
TEAM(void, GOMP_taskgroup_end, )
TEAM(void, GOMP_loop_end, )
TEAM(bool, GOMP_loop_end_cancel, false)
TEAM(void, GOMP_sections_end, )
TEAM(bool, GOMP_sections_end_cancel, false)
TEAM(void *, GOMP_single_copy_start, NULL)
TEAM(void, GOMP_ordered_start, )

/* A parallel region. Its function runs in each thread of the team; then a thread waits for
 * the others, and those that are not the first for the next region. */
struct region {
	void *first; /* a copy of the first word of the data, which the library can read */
	void (*f)(void *);
	void *data;
	struct thread *master;
	struct team_wait *join;
	uint64_t caller;
};

static __thread struct team_wait rest; /* of a thread between two regions */

static void work(void *p) {
	struct region *r = p;
	uint64_t caller = r->caller;
	if (local.self == r->master) {
		call(r->f, r->data);
		begin_team_wait(r->join, recorded(), TIV_WAIT, caller);
		return;
	}
	end_team_wait(&rest);
	call(r->f, r->data);
	begin_team_wait(&rest, recorded(), OUTER_WAIT, caller);
}

/* PARALLEL defines a function that runs a region. */
#define PARALLEL(type, name, none, parameters, ...) \
	EXPORT type name parameters; \
	type name parameters { \
		__typeof__(&name) original = ORIGINAL(name); \
		struct thread *t; \
		if (original == NULL) { \
			f(data); \
			return none; \
		} \
		activate(n != 1); \
		if ((t = recorded()) == NULL) \
			return original(f, data, __VA_ARGS__); \
		TEAM_WAIT(w) = {.begun = 0}; \
		struct region region = {NULL, f, data, t, &w, CALLER}; \
		return original(work, &region, __VA_ARGS__); \
	}

#define LOOP (void (*f)(void *), void *data, unsigned n, long from, long to, long by, long chunk, unsigned flags)
#define RUNTIME_LOOP (void (*f)(void *), void *data, unsigned n, long from, long to, long by, unsigned flags)
PARALLEL(void, GOMP_parallel, , (void (*f)(void *), void *data, unsigned n, unsigned flags), n, flags)
PARALLEL(void, GOMP_parallel_sections, , (void (*f)(void *), void *data, unsigned n, unsigned count, unsigned flags), n, count, flags)
PARALLEL(void, GOMP_parallel_loop_static, , LOOP, n, from, to, by, chunk, flags)
PARALLEL(void, GOMP_parallel_loop_dynamic, , LOOP, n, from, to, by, chunk, flags)
PARALLEL(void, GOMP_parallel_loop_guided, , LOOP, n, from, to, by, chunk, flags)
PARALLEL(void, GOMP_parallel_loop_nonmonotonic_dynamic, , LOOP, n, from, to, by, chunk, flags)
PARALLEL(void, GOMP_parallel_loop_nonmonotonic_guided, , LOOP, n, from, to, by, chunk, flags)
PARALLEL(void, GOMP_parallel_loop_runtime, , RUNTIME_LOOP, n, from, to, by, flags)
PARALLEL(void, GOMP_parallel_loop_nonmonotonic_runtime, , RUNTIME_LOOP, n, from, to, by, flags)
PARALLEL(void, GOMP_parallel_loop_maybe_nonmonotonic_runtime, , RUNTIME_LOOP, n, from, to, by, flags)

EXPORT unsigned GOMP_parallel_reductions(void (*f)(void *), void *data, unsigned n, unsigned flags);
unsigned GOMP_parallel_reductions(void (*f)(void *), void *data, unsigned n, unsigned flags) {
	__typeof__(&GOMP_parallel_reductions) original = ORIGINAL(GOMP_parallel_reductions);
	struct thread *t;
	if (original == NULL)
		abort();
	activate(n != 1);
	if ((t = recorded()) == NULL)
		return original(f, data, n, flags);
	TEAM_WAIT(w) = {.begun = 0};
	struct region region = {*(void **)data, f, data, t, &w, CALLER};
	return original(work, &region, n, flags);
}
