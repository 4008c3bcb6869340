//go:build ignore

/* OpenMP's tasks. Another thread can run one while it waits for the others. The library
 * copies the arguments of a task, so that its function can be behind them; there is
 * one for each size of the arguments that finds it there. */
#include "openmp.h"

#include <stdbool.h>
#include <string.h>

enum { WORD = 8, MAX_ALIGN = 64, REDUCTION = 1 << 12, DETACH = 1 << 13 };

struct behind {
	void (*f)(void *);
};

static struct behind *behind(void *arguments, size_t size) { return (struct behind *)((char *)arguments + size); }

/* run_N runs a task whose arguments have N words, in octal. */
#define RUN(n) \
	static void run_##n(void *p) { run_task(behind(p, WORD * n)->f, p); }
#define NAME(n) run_##n,
#define EIGHT(X, a) X(a##0) X(a##1) X(a##2) X(a##3) X(a##4) X(a##5) X(a##6) X(a##7)
#define EACH(X) EIGHT(X, 0) EIGHT(X, 01) EIGHT(X, 02) EIGHT(X, 03) EIGHT(X, 04) EIGHT(X, 05) EIGHT(X, 06) EIGHT(X, 07)
EACH(RUN)
static void (*const runs[])(void *) = {EACH(NAME)};
enum { SIZES = sizeof runs / sizeof *runs };

typedef void copy_function(void *to, void *from);

/* What the copy of arguments is made from, if the program has a function for that. */
struct source {
	copy_function *copy;
	void *data;
	void (*f)(void *);
	size_t size;
};

static void copy(void *to, void *from) {
	const struct source *s = from;
	s->copy(to, s->data);
	behind(to, s->size)->f = s->f;
}

/* words returns the size of the arguments in whole words, or -1 if the task is passed on as
 * it is; waits in which it may run are not recorded from then on. */
static long words(long size, long align, unsigned flags) {
	if (size >= 0 && (size + WORD - 1) / WORD < SIZES && align <= MAX_ALIGN && !(flags & (REDUCTION | DETACH)))
		return (size + WORD - 1) / WORD;
	spins = 1;
	return -1;
}

/* TASK defines a function that makes tasks. */
#define TASK(name, parameters, ...) \
	EXPORT void name parameters; \
	void name parameters { \
		__typeof__(&name) original = ORIGINAL(name); \
		long n; \
		if (original == NULL) { \
			f(data); \
			return; \
		} \
		if (recorded() == NULL || (n = words(size, align, flags)) < 0) { \
			original(f, data, copies, size, align, __VA_ARGS__); \
			return; \
		} \
		if (copies) { \
			struct source source = {copies, data, f, (size_t)n * WORD}; \
			original(runs[n], &source, copy, n * WORD + WORD, align < WORD ? WORD : align, __VA_ARGS__); \
			return; \
		} \
		char room[SIZES * WORD + WORD] __attribute__((aligned(MAX_ALIGN))); \
		if (size > 0) \
			memcpy(room, data, (size_t)size); \
		behind(room, (size_t)n * WORD)->f = f; \
		original(runs[n], room, NULL, n * WORD + WORD, align < WORD ? WORD : align, __VA_ARGS__); \
	}

/* Older compilers pass fewer arguments; the library reads only those that the flags say. */
TASK(GOMP_task,
     (void (*f)(void *), void *data, copy_function *copies, long size, long align, bool now, unsigned flags, void **depend, int priority,
      void *detach),
     now, flags, depend, priority, detach)
TASK(GOMP_taskloop,
     (void (*f)(void *), void *data, copy_function *copies, long size, long align, unsigned flags, unsigned long n_tasks, int priority,
      long from, long to, long by),
     flags, n_tasks, priority, from, to, by)
TASK(GOMP_taskloop_ull,
     (void (*f)(void *), void *data, copy_function *copies, long size, long align, unsigned flags, unsigned long n_tasks, int priority,
      unsigned long long from, unsigned long long to, unsigned long long by),
     flags, n_tasks, priority, from, to, by)
