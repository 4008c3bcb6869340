//go:build ignore

/* Devices: a thread that reads or writes waits for a disk or for the network, by the
 * kind of the descriptor. */
#include "preload.h"

#include <sys/stat.h>

/* The kinds of descriptors: a cause and 1, or 0 for unknown. */
static uint8_t kinds[1 << 16];

static enum tiv_cause kind_of(int fd) {
	struct stat st;
	int before = errno, cause = TIV_OTHER, known = (unsigned)fd < sizeof kinds;
	if (known && kinds[fd])
		return (enum tiv_cause)(kinds[fd] - 1);
	if (fstat(fd, &st) == 0) {
		if (S_ISREG(st.st_mode) || S_ISBLK(st.st_mode) || S_ISDIR(st.st_mode))
			cause = TIV_DISK;
		else if (S_ISSOCK(st.st_mode))
			cause = TIV_NET;
		if (known)
			kinds[fd] = (uint8_t)(cause + 1);
	}
	errno = before;
	return (enum tiv_cause)cause;
}

void forget_file(int fd) {
	if ((unsigned)fd < sizeof kinds)
		kinds[fd] = 0;
}

struct wait begin_io(struct thread *t, int fd, uint64_t caller) {
	int fresh = begin_use(t);
	struct wait w = begin_io_of(t, kind_of(fd), caller);
	w.may_compute = 1, w.fresh = fresh;
	return w;
}

#define DEVICE(type, name, parameters, arguments) \
	EXPORT type name parameters { \
		struct thread *t = recorded(); \
		if (t == NULL) \
			return REAL(name) arguments; \
		IO(w) = begin_io(t, fd, CALLER); \
		return REAL(name) arguments; \
	}

DEVICE(ssize_t, read, (int fd, void *p, size_t n), (fd, p, n))
DEVICE(ssize_t, readv, (int fd, const struct iovec *v, int n), (fd, v, n))
DEVICE(ssize_t, pread, (int fd, void *p, size_t n, off_t at), (fd, p, n, at))
DEVICE(ssize_t, pread64, (int fd, void *p, size_t n, off64_t at), (fd, p, n, at))
DEVICE(ssize_t, write, (int fd, const void *p, size_t n), (fd, p, n))
DEVICE(ssize_t, writev, (int fd, const struct iovec *v, int n), (fd, v, n))
DEVICE(ssize_t, pwrite, (int fd, const void *p, size_t n, off_t at), (fd, p, n, at))
DEVICE(ssize_t, pwrite64, (int fd, const void *p, size_t n, off64_t at), (fd, p, n, at))
DEVICE(ssize_t, recv, (int fd, void *p, size_t n, int flags), (fd, p, n, flags))
DEVICE(ssize_t, recvfrom, (int fd, void *restrict p, size_t n, int flags, __SOCKADDR_ARG from, socklen_t *restrict len),
       (fd, p, n, flags, from, len))
DEVICE(ssize_t, recvmsg, (int fd, struct msghdr *m, int flags), (fd, m, flags))
DEVICE(ssize_t, send, (int fd, const void *p, size_t n, int flags), (fd, p, n, flags))
DEVICE(ssize_t, sendto, (int fd, const void *p, size_t n, int flags, __CONST_SOCKADDR_ARG to, socklen_t len),
       (fd, p, n, flags, to, len))
DEVICE(ssize_t, sendmsg, (int fd, const struct msghdr *m, int flags), (fd, m, flags))
DEVICE(int, connect, (int fd, __CONST_SOCKADDR_ARG to, socklen_t len), (fd, to, len))
DEVICE(int, fsync, (int fd), (fd))
DEVICE(int, fdatasync, (int fd), (fd))

EXPORT int accept(int fd, __SOCKADDR_ARG from, socklen_t *restrict len) {
	struct thread *t = recorded();
	int result;
	if (t == NULL)
		return REAL(accept)(fd, from, len);
	IO(w) = begin_io(t, fd, CALLER);
	result = REAL(accept)(fd, from, len);
	forget_file(result);
	return result;
}

EXPORT int accept4(int fd, __SOCKADDR_ARG from, socklen_t *restrict len, int flags) {
	struct thread *t = recorded();
	int result;
	if (t == NULL)
		return REAL(accept4)(fd, from, len, flags);
	IO(w) = begin_io(t, fd, CALLER);
	result = REAL(accept4)(fd, from, len, flags);
	forget_file(result);
	return result;
}

/* The descriptor of the trace stays open, whatever the program closes. */
EXPORT int close(int fd) {
	if (!local.off && is_trace(fd)) {
		errno = EBADF;
		return -1;
	}
	forget_file(fd);
	return REAL(close)(fd);
}

EXPORT int dup2(int from, int to) {
	if (!local.off && is_trace(to))
		move_trace();
	forget_file(to);
	return REAL(dup2)(from, to);
}

EXPORT int dup3(int from, int to, int flags) {
	if (!local.off && is_trace(to))
		move_trace();
	forget_file(to);
	return REAL(dup3)(from, to, flags);
}

EXPORT int close_range(unsigned first, unsigned last, int flags) {
	unsigned fd;
	int trace = trace_fd();
	for (fd = first; fd <= last && fd < sizeof kinds; fd++)
		forget_file((int)fd);
	if (trace < 0 || (unsigned)trace < first || (unsigned)trace > last)
		return REAL(close_range)(first, last, flags);
	if ((unsigned)trace > first && REAL(close_range)(first, (unsigned)trace - 1, flags))
		return -1;
	return (unsigned)trace < last ? REAL(close_range)((unsigned)trace + 1, last, flags) : 0;
}

EXPORT void closefrom(int first) {
	if (trace_fd() >= first)
		close_range((unsigned)(first < 0 ? 0 : first), ~0u, 0);
	else
		REAL(closefrom)(first);
}
