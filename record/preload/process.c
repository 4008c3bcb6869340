//go:build ignore

/* The ends of a process, and calls that bypass the other functions. */
#include "preload.h"

#include <sched.h>
#include <stdarg.h>
#include <sys/syscall.h>

#define EXIT(name) \
	EXPORT void name(int status) { \
		flush_trace(1); \
		REAL(name)(status); \
		__builtin_unreachable(); \
	}

EXIT(_exit)
EXIT(_Exit)
EXIT(quick_exit)

/* stack_after returns the stack pointer after a jump, 0 if it is unknown. */
static uintptr_t stack_after(const struct __jmp_buf_tag *state) {
#if defined(__x86_64__)
	enum { RSP = 6 };
	uintptr_t rsp = (uintptr_t)state->__jmpbuf[RSP]; /* the C library disguises it */
	__asm__("ror $17, %0\n\txor %%fs:0x30, %0" : "+r"(rsp));
	return rsp;
#else
	return (void)state, 0;
#endif
}

/* landed ends the wait of a thread that a signal handler has left by a jump, and the calls
 * that a jump leaves. */
static void landed(const struct __jmp_buf_tag *state) {
	struct thread *t = local.self;
	if (t == NULL || local.off)
		return;
	if (!local.on) {
		while (t->depth > 0 && (t->stack[t->depth - 1].word & 255) != TIV__MONITOR_ENTER)
			retire(t, t->depth - 1);
		tiv__put(tiv__tick_after(), TIV__RUN, 0);
		on(t);
	}
	leave_calls(t, stack_after(state));
}

#define JUMP(name) \
	EXPORT void name(struct __jmp_buf_tag state[1], int value) { \
		landed(state); \
		REAL(name)(state, value); \
		__builtin_unreachable(); \
	}

JUMP(longjmp)
JUMP(_longjmp)
JUMP(siglongjmp)
JUMP(__longjmp_chk)

EXPORT long syscall(long number, ...) {
	struct thread *t;
	va_list list;
	long a[6];
	int i;
	va_start(list, number);
	for (i = 0; i < 6; i++)
		a[i] = va_arg(list, long);
	va_end(list);
	if (number == SYS_futex && (t = recorded()) != NULL)
		return futex(t, a, CALLER);
	if (number == SYS_seccomp)
		sandboxed = 1;
	if (number == SYS_exit)
		leave_now();
	if (number == SYS_unshare)
		return unshare((int)a[0]);
	if (number == SYS_setns)
		return setns((int)a[0], (int)a[1]);
	if (number == SYS_close && is_trace((int)a[0])) {
		errno = EBADF;
		return -1;
	}
	return raw_call(number, a, CALLER);
}
