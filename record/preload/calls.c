//go:build ignore

/* Calls of functions that are compiled with -finstrument-functions. */
#include "preload.h"

EXPORT void __cyg_profile_func_enter(void *function, void *site);
EXPORT void __cyg_profile_func_exit(void *function, void *site);

/* begin_call returns the calling thread if an event of a call of a function is to be
 * written, with its name. */
static inline struct thread *begin_call(const void *function, const char **name) {
	struct thread *t;
	*name = chosen_function((uintptr_t)function);
	if (LIKELY(*name == NULL) || ((t = recorded()) == NULL && (t = awaken()) == NULL))
		return NULL;
	off();
	if (UNLIKELY(t->written < t->depth))
		publish(t); /* events are in the order of their times */
	return t;
}

/* The stack pointer of the caller, after the return. */
#define CALLER_STACK ((uintptr_t)__builtin_dwarf_cfa())

void __cyg_profile_func_enter(void *function, void *site) {
	const char *name;
	struct thread *t = begin_call(function, &name);
	(void)site;
	if (LIKELY(t == NULL))
		return;
	tiv_call_enter(name);
	if (LIKELY(t->calls_open < CALLS))
		t->calls[t->calls_open].name = name, t->calls[t->calls_open].stack = CALLER_STACK;
	t->calls_open++;
	on(t);
}

/* close_call removes the innermost open call of a function, and those within it. */
static inline void close_call(struct thread *t, const char *name) {
	uint32_t n = t->calls_open;
	if (n > CALLS) {
		t->calls_open--;
		return;
	}
	while (n > 0 && UNLIKELY(t->calls[n - 1].name != name))
		n--;
	if (n > 0)
		t->calls_open = n - 1;
}

void __cyg_profile_func_exit(void *function, void *site) {
	const char *name;
	struct thread *t = begin_call(function, &name);
	(void)site;
	if (LIKELY(t == NULL))
		return;
	tiv_call_exit(name);
	close_call(t, name);
	on(t);
}

static int on_stack(const struct thread *t, uintptr_t at) { return at >= t->stack_low && at < t->stack_high; }

/* left reports whether a call ends if the stack pointer rises to an address. Of the calls
 * with that stack pointer, the first is of the function to continue, which calls setjmp: the
 * compiler has inlined the others in it. */
static int left(const struct thread *t, uint32_t i, uintptr_t to) {
	uintptr_t at = t->calls[i].stack;
	return on_stack(t, at) && (at < to || (at == to && i > 0 && t->calls[i - 1].stack == to));
}

void leave_calls(struct thread *t, uintptr_t to) {
	uint32_t n = t->calls_open;
	if (n == 0 || !on_stack(t, to) || !on_stack(t, CALLER_STACK) || (n > CALLS && !left(t, CALLS - 1, to)))
		return;
	off();
	publish(t);
	for (n = n < CALLS ? n : CALLS; n > 0 && left(t, n - 1, to); n--)
		tiv_call_exit(t->calls[n - 1].name);
	t->calls_open = n;
	on(t);
}
