//go:build ignore

/* Devices: a thread that reads or writes waits for a disk or for the network, by the
 * kind of the descriptor. */
#include "preload.h"

#include <sys/stat.h>

/* The kinds of descriptors: a cause and 1, or 0 for unknown. */
static uint8_t kinds[1 << 16]; /* atomic */

static enum tiv_cause kind_of(int fd) {
	struct stat st;
	int before = errno, cause, known = (unsigned)fd < sizeof kinds;
	if (fd < 0)
		return TIV_OTHER;
	if (known && (cause = __atomic_load_n(&kinds[fd], __ATOMIC_RELAXED)) != 0)
		return (enum tiv_cause)(cause - 1);
	cause = TIV_OTHER;
	if (fstat(fd, &st) == 0) {
		if (S_ISREG(st.st_mode) || S_ISBLK(st.st_mode) || S_ISDIR(st.st_mode))
			cause = TIV_DISK;
		else if (S_ISSOCK(st.st_mode))
			cause = TIV_NET;
		if (known)
			__atomic_store_n(&kinds[fd], (uint8_t)(cause + 1), __ATOMIC_RELAXED);
	}
	errno = before;
	return (enum tiv_cause)cause;
}

void forget_file(int fd) {
	if ((unsigned)fd >= sizeof kinds)
		return;
	__atomic_store_n(&kinds[fd], 0, __ATOMIC_RELAXED);
	let_go(fd);
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
DEVICE(ssize_t, preadv, (int fd, const struct iovec *v, int n, off_t at), (fd, v, n, at))
DEVICE(ssize_t, preadv64, (int fd, const struct iovec *v, int n, off64_t at), (fd, v, n, at))
DEVICE(ssize_t, preadv2, (int fd, const struct iovec *v, int n, off_t at, int flags), (fd, v, n, at, flags))
DEVICE(ssize_t, preadv64v2, (int fd, const struct iovec *v, int n, off64_t at, int flags), (fd, v, n, at, flags))
DEVICE(ssize_t, pwritev, (int fd, const struct iovec *v, int n, off_t at), (fd, v, n, at))
DEVICE(ssize_t, pwritev64, (int fd, const struct iovec *v, int n, off64_t at), (fd, v, n, at))
DEVICE(ssize_t, pwritev2, (int fd, const struct iovec *v, int n, off_t at, int flags), (fd, v, n, at, flags))
DEVICE(ssize_t, pwritev64v2, (int fd, const struct iovec *v, int n, off64_t at, int flags), (fd, v, n, at, flags))
DEVICE(int, recvmmsg, (int fd, struct mmsghdr *m, unsigned n, int flags, struct timespec *time), (fd, m, n, flags, time))
DEVICE(int, sendmmsg, (int fd, struct mmsghdr *m, unsigned n, int flags), (fd, m, n, flags))
DEVICE(ssize_t, splice, (int fd, off64_t *at, int to, off64_t *to_at, size_t n, unsigned flags), (fd, at, to, to_at, n, flags))
DEVICE(ssize_t, tee, (int fd, int to, size_t n, unsigned flags), (fd, to, n, flags))
DEVICE(ssize_t, vmsplice, (int fd, const struct iovec *v, size_t n, unsigned flags), (fd, v, n, flags))
DEVICE(ssize_t, sendfile, (int fd, int from, off_t *at, size_t n), (fd, from, at, n))
DEVICE(ssize_t, sendfile64, (int fd, int from, off64_t *at, size_t n), (fd, from, at, n))
DEVICE(ssize_t, copy_file_range, (int fd, off64_t *at, int to, off64_t *to_at, size_t n, unsigned flags), (fd, at, to, to_at, n, flags))
DEVICE(int, eventfd_read, (int fd, eventfd_t *value), (fd, value))
DEVICE(int, eventfd_write, (int fd, eventfd_t value), (fd, value))
DEVICE(int, tcdrain, (int fd), (fd))
DEVICE(int, tcsetattr, (int fd, int when, const struct termios *settings), (fd, when, settings))
DEVICE(int, syncfs, (int fd), (fd))
DEVICE(int, sync_file_range, (int fd, off64_t at, off64_t n, unsigned flags), (fd, at, n, flags))

/* What the headers call with _FORTIFY_SOURCE; the last argument is the size of the buffer. */
DEVICE(ssize_t, __read_chk, (int fd, void *p, size_t n, size_t room), (fd, p, n, room))
DEVICE(ssize_t, __pread_chk, (int fd, void *p, size_t n, off_t at, size_t room), (fd, p, n, at, room))
DEVICE(ssize_t, __pread64_chk, (int fd, void *p, size_t n, off64_t at, size_t room), (fd, p, n, at, room))
DEVICE(ssize_t, __recv_chk, (int fd, void *p, size_t n, size_t room, int flags), (fd, p, n, room, flags))
DEVICE(ssize_t, __recvfrom_chk,
       (int fd, void *restrict p, size_t n, size_t room, int flags, __SOCKADDR_ARG from, socklen_t *restrict len),
       (fd, p, n, room, flags, from, len))
DEVICE(int, connect, (int fd, __CONST_SOCKADDR_ARG to, socklen_t len), (fd, to, len))
DEVICE(int, fsync, (int fd), (fd))
DEVICE(int, fdatasync, (int fd), (fd))
ALIAS(__read, read)
ALIAS(__pread64, pread64)
ALIAS(__write, write)
ALIAS(__pwrite64, pwrite64)
ALIAS(__send, send)
ALIAS(__connect, connect)

EXPORT int ioctl(int fd, unsigned long request, ...) {
	struct thread *t = recorded();
	va_list list;
	void *a;
	va_start(list, request);
	a = va_arg(list, void *);
	va_end(list);
	if (t == NULL)
		return REAL(ioctl)(fd, request, a);
	IO(w) = begin_io(t, fd, CALLER);
	return REAL(ioctl)(fd, request, a);
}

EXPORT void sync(void) {
	struct thread *t = recorded();
	if (t == NULL) {
		REAL(sync)();
		return;
	}
	IO(w) = begin_io_of(t, TIV_DISK, CALLER);
	REAL(sync)();
}

EXPORT int msync(void *p, size_t n, int flags) {
	struct thread *t = recorded();
	if (t == NULL)
		return REAL(msync)(p, n, flags);
	IO(w) = begin_io_of(t, TIV_DISK, CALLER);
	return REAL(msync)(p, n, flags);
}

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
ALIAS(__close, close)

EXPORT int dup2(int from, int to) {
	if (!local.off && is_trace(to))
		move_trace();
	forget_file(to);
	return REAL(dup2)(from, to);
}
ALIAS(__dup2, dup2)

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
