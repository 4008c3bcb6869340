//go:build ignore

/* Sleeps, waits for signals, and waits for several descriptors. */
#include "streams.h"

/* SUSPEND defines a function that suspends its thread. */
#define SUSPEND(type, name, cause, parameters, arguments) \
	EXPORT type name parameters { \
		struct thread *t = recorded(); \
		if (t == NULL) \
			return REAL(name) arguments; \
		WAIT(w) = begin_wait(t, cause, NULL, CALLER); \
		return REAL(name) arguments; \
	}

SUSPEND(unsigned, sleep, TIV_SLEEP, (unsigned seconds), (seconds))
SUSPEND(int, usleep, TIV_SLEEP, (useconds_t us), (us))
SUSPEND(int, nanosleep, TIV_SLEEP, (const struct timespec *time, struct timespec *left), (time, left))
SUSPEND(int, clock_nanosleep, TIV_SLEEP, (clockid_t clock, int flags, const struct timespec *time, struct timespec *left),
        (clock, flags, time, left))
SUSPEND(int, thrd_sleep, TIV_SLEEP, (const struct timespec *time, struct timespec *left), (time, left))
SUSPEND(int, pause, OUTER_WAIT, (void), ())
SUSPEND(int, sigwait, OUTER_WAIT, (const sigset_t *set, int *got), (set, got))
SUSPEND(int, sigwaitinfo, OUTER_WAIT, (const sigset_t *set, siginfo_t *info), (set, info))
SUSPEND(int, sigtimedwait, OUTER_WAIT, (const sigset_t *set, siginfo_t *info, const struct timespec *time), (set, info, time))
SUSPEND(int, sigsuspend, OUTER_WAIT, (const sigset_t *mask), (mask))

/* POLL defines a function that waits for n descriptors, in a list or NULL. Without descriptors it is a
 * sleep, and without time it does not wait. */
#define POLL(name, n, list, at_once, parameters, arguments) \
	EXPORT int name parameters { \
		struct thread *t = recorded(); \
		if (t == NULL || (at_once)) \
			return REAL(name) arguments; \
		if ((n) == 0) { \
			WAIT(w) = begin_wait(t, TIV_SLEEP, NULL, CALLER); \
			return REAL(name) arguments; \
		} \
		IO(w) = begin_io_named(t, TIV_NET, await_files(t, list, n), CALLER); \
		return REAL(name) arguments; \
	}

#define NO_TIME(t, part) ((t) && (t)->tv_sec == 0 && (t)->part == 0)
POLL(poll, n, fds, time == 0, (struct pollfd * fds, nfds_t n, int time), (fds, n, time))
POLL(ppoll, n, fds, NO_TIME(time, tv_nsec), (struct pollfd * fds, nfds_t n, const struct timespec *time, const sigset_t *mask),
     (fds, n, time, mask))
POLL(select, n, NULL, NO_TIME(time, tv_usec), (int n, fd_set *in, fd_set *out, fd_set *other, struct timeval *time),
     (n, in, out, other, time))
POLL(pselect, n, NULL, NO_TIME(time, tv_nsec),
     (int n, fd_set *in, fd_set *out, fd_set *other, const struct timespec *time, const sigset_t *mask),
     (n, in, out, other, time, mask))
POLL(epoll_wait, 1, NULL, time == 0, (int fd, struct epoll_event *events, int n, int time), (fd, events, n, time))
POLL(epoll_pwait, 1, NULL, time == 0, (int fd, struct epoll_event *events, int n, int time, const sigset_t *mask),
     (fd, events, n, time, mask))
#if __GLIBC_PREREQ(2, 35)
POLL(epoll_pwait2, 1, NULL, NO_TIME(time, tv_nsec),
     (int fd, struct epoll_event *events, int n, const struct timespec *time, const sigset_t *mask), (fd, events, n, time, mask))
#endif
/* What the headers call with _FORTIFY_SOURCE; the last argument is the size of the list. */
POLL(__poll_chk, n, fds, time == 0, (struct pollfd * fds, nfds_t n, int time, size_t room), (fds, n, time, room))
POLL(__ppoll_chk, n, fds, NO_TIME(time, tv_nsec),
     (struct pollfd * fds, nfds_t n, const struct timespec *time, const sigset_t *mask, size_t room), (fds, n, time, mask, room))

ALIAS(__nanosleep, nanosleep)
ALIAS(__poll, poll)
ALIAS(__select, select)
ALIAS(__sigsuspend, sigsuspend)
