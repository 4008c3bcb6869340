//go:build ignore

/* Waits for completions of io_uring in functions of liburing. Programs that make the system
 * call by an instruction of their own are not seen. */
#include "preload.h"

struct io_uring;
struct io_uring_cqe;

#define COMPLETION(name, parameters, arguments) \
	EXPORT int name parameters; \
	int name parameters { \
		__typeof__(&name) f = ORIGINAL(name); \
		struct thread *t = recorded(); \
		if (f == NULL) \
			return -ENOSYS; \
		if (t == NULL) \
			return f arguments; \
		IO(w) = begin_io_of(t, TIV_OTHER, CALLER); \
		return f arguments; \
	}

COMPLETION(__io_uring_get_cqe, (struct io_uring * r, struct io_uring_cqe **got, unsigned submit, unsigned n, sigset_t *mask),
           (r, got, submit, n, mask))
COMPLETION(io_uring_wait_cqes, (struct io_uring * r, struct io_uring_cqe **got, unsigned n, void *time, sigset_t *mask),
           (r, got, n, time, mask))
COMPLETION(io_uring_wait_cqe_timeout, (struct io_uring * r, struct io_uring_cqe **got, void *time), (r, got, time))
COMPLETION(io_uring_submit, (struct io_uring * r), (r))
COMPLETION(io_uring_submit_and_wait, (struct io_uring * r, unsigned n), (r, n))
COMPLETION(io_uring_submit_and_wait_timeout,
           (struct io_uring * r, struct io_uring_cqe **got, unsigned n, void *time, sigset_t *mask), (r, got, n, time, mask))
COMPLETION(io_uring_enter, (unsigned fd, unsigned submit, unsigned n, unsigned flags, sigset_t *mask), (fd, submit, n, flags, mask))
COMPLETION(io_uring_enter2, (unsigned fd, unsigned submit, unsigned n, unsigned flags, sigset_t *mask, size_t size),
           (fd, submit, n, flags, mask, size))
