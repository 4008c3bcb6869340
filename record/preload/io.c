//go:build ignore

/* Devices: a thread that reads or writes waits for a disk or for the network, by the
 * kind of the descriptor. */
#include "streams.h"

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
	forget_stream(fd);
	let_go(fd);
}

struct wait begin_io_from(struct thread *t, int fd, const char *stream, uint64_t caller) {
	int fresh = begin_use(t);
	struct wait w = begin_io_named(t, kind_of(fd), stream, caller);
	w.may_compute = 1, w.fresh = fresh;
	return w;
}

struct wait begin_io(struct thread *t, int fd, uint64_t caller) { return begin_io_from(t, fd, NULL, caller); }

#define DEVICE(type, name, parameters, arguments) \
	EXPORT type name parameters { \
		struct thread *t = recorded(); \
		if (t == NULL) \
			return REAL(name) arguments; \
		IO(w) = begin_io(t, fd, CALLER); \
		return REAL(name) arguments; \
	}

/* READING defines a function that reads a descriptor with flags of recv, WRITING one that writes
 * n bytes. Both may be of a stream. */
#define READING(name, flags, parameters, arguments) \
	EXPORT ssize_t name parameters { \
		struct thread *t = recorded(); \
		READS(of) = begin_read(t, fd, flags); \
		if (t == NULL) \
			return of.n = REAL(name) arguments; \
		IO(w) = begin_io_from(t, fd, of.from, CALLER); \
		return of.n = REAL(name) arguments; \
	}

#define WRITING(name, size, parameters, arguments) \
	EXPORT ssize_t name parameters { \
		struct thread *t = recorded(); \
		WRITES(of) = begin_write(t, fd, size); \
		if (t == NULL) \
			return of.n = REAL(name) arguments; \
		IO(w) = begin_io(t, fd, CALLER); \
		return of.n = REAL(name) arguments; \
	}

READING(read, 0, (int fd, void *p, size_t n), (fd, p, n))
READING(readv, 0, (int fd, const struct iovec *v, int n), (fd, v, n))
READING(recv, flags, (int fd, void *p, size_t n, int flags), (fd, p, n, flags))
READING(recvfrom, flags, (int fd, void *restrict p, size_t n, int flags, __SOCKADDR_ARG from, socklen_t *restrict len),
        (fd, p, n, flags, from, len))
READING(recvmsg, flags, (int fd, struct msghdr *m, int flags), (fd, m, flags))
WRITING(write, n, (int fd, const void *p, size_t n), (fd, p, n))
WRITING(writev, bytes_of(v, (size_t)n), (int fd, const struct iovec *v, int n), (fd, v, n))
WRITING(send, n, (int fd, const void *p, size_t n, int flags), (fd, p, n, flags))
WRITING(sendto, n, (int fd, const void *p, size_t n, int flags, __CONST_SOCKADDR_ARG to, socklen_t len), (fd, p, n, flags, to, len))
WRITING(sendmsg, m ? bytes_of(m->msg_iov, m->msg_iovlen) : 0, (int fd, const struct msghdr *m, int flags), (fd, m, flags))
WRITING(sendfile, n, (int fd, int from, off_t *at, size_t n), (fd, from, at, n))
WRITING(sendfile64, n, (int fd, int from, off64_t *at, size_t n), (fd, from, at, n))
DEVICE(ssize_t, pread, (int fd, void *p, size_t n, off_t at), (fd, p, n, at))
DEVICE(ssize_t, pread64, (int fd, void *p, size_t n, off64_t at), (fd, p, n, at))
DEVICE(ssize_t, pwrite, (int fd, const void *p, size_t n, off_t at), (fd, p, n, at))
DEVICE(ssize_t, pwrite64, (int fd, const void *p, size_t n, off64_t at), (fd, p, n, at))
DEVICE(ssize_t, preadv, (int fd, const struct iovec *v, int n, off_t at), (fd, v, n, at))
DEVICE(ssize_t, preadv64, (int fd, const struct iovec *v, int n, off64_t at), (fd, v, n, at))
DEVICE(ssize_t, preadv2, (int fd, const struct iovec *v, int n, off_t at, int flags), (fd, v, n, at, flags))
DEVICE(ssize_t, preadv64v2, (int fd, const struct iovec *v, int n, off64_t at, int flags), (fd, v, n, at, flags))
DEVICE(ssize_t, pwritev, (int fd, const struct iovec *v, int n, off_t at), (fd, v, n, at))
DEVICE(ssize_t, pwritev64, (int fd, const struct iovec *v, int n, off64_t at), (fd, v, n, at))
DEVICE(ssize_t, pwritev2, (int fd, const struct iovec *v, int n, off_t at, int flags), (fd, v, n, at, flags))
DEVICE(ssize_t, pwritev64v2, (int fd, const struct iovec *v, int n, off64_t at, int flags), (fd, v, n, at, flags))

/* UNSEEN defines one that moves bytes of two descriptors which are not counted. */
#define UNSEEN(type, name, other, parameters, arguments) \
	EXPORT type name parameters { \
		struct thread *t = recorded(); \
		note_unseen(fd); \
		note_unseen(other); \
		if (t == NULL) \
			return REAL(name) arguments; \
		IO(w) = begin_io(t, fd, CALLER); \
		return REAL(name) arguments; \
	}

UNSEEN(int, recvmmsg, -1, (int fd, struct mmsghdr *m, unsigned n, int flags, struct timespec *time), (fd, m, n, flags, time))
UNSEEN(int, sendmmsg, -1, (int fd, struct mmsghdr *m, unsigned n, int flags), (fd, m, n, flags))
UNSEEN(ssize_t, splice, to, (int fd, off64_t *at, int to, off64_t *to_at, size_t n, unsigned flags), (fd, at, to, to_at, n, flags))
UNSEEN(ssize_t, tee, to, (int fd, int to, size_t n, unsigned flags), (fd, to, n, flags))
UNSEEN(ssize_t, vmsplice, -1, (int fd, const struct iovec *v, size_t n, unsigned flags), (fd, v, n, flags))
UNSEEN(ssize_t, copy_file_range, to, (int fd, off64_t *at, int to, off64_t *to_at, size_t n, unsigned flags),
       (fd, at, to, to_at, n, flags))
DEVICE(int, eventfd_read, (int fd, eventfd_t *value), (fd, value))
DEVICE(int, eventfd_write, (int fd, eventfd_t value), (fd, value))
DEVICE(int, tcdrain, (int fd), (fd))
DEVICE(int, tcsetattr, (int fd, int when, const struct termios *settings), (fd, when, settings))
DEVICE(int, syncfs, (int fd), (fd))
DEVICE(int, sync_file_range, (int fd, off64_t at, off64_t n, unsigned flags), (fd, at, n, flags))

/* What the headers call with _FORTIFY_SOURCE; the last argument is the size of the buffer. */
READING(__read_chk, 0, (int fd, void *p, size_t n, size_t room), (fd, p, n, room))
DEVICE(ssize_t, __pread_chk, (int fd, void *p, size_t n, off_t at, size_t room), (fd, p, n, at, room))
DEVICE(ssize_t, __pread64_chk, (int fd, void *p, size_t n, off64_t at, size_t room), (fd, p, n, at, room))
READING(__recv_chk, flags, (int fd, void *p, size_t n, size_t room, int flags), (fd, p, n, room, flags))
READING(__recvfrom_chk, flags,
        (int fd, void *restrict p, size_t n, size_t room, int flags, __SOCKADDR_ARG from, socklen_t *restrict len),
        (fd, p, n, room, flags, from, len))
DEVICE(int, fsync, (int fd), (fd))
DEVICE(int, fdatasync, (int fd), (fd))
ALIAS(__read, read)
ALIAS(__pread64, pread64)
ALIAS(__write, write)
ALIAS(__pwrite64, pwrite64)
ALIAS(__send, send)

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

static int connect_at(int fd, __CONST_SOCKADDR_ARG to, socklen_t len, uint64_t caller) {
	struct thread *t = recorded();
	if (t == NULL)
		return REAL(connect)(fd, to, len);
	IO(w) = begin_io(t, fd, caller);
	return REAL(connect)(fd, to, len);
}

EXPORT int connect(int fd, __CONST_SOCKADDR_ARG to, socklen_t len) {
	int result = connect_at(fd, to, len, CALLER);
	if (result == 0 || errno == EINPROGRESS)
		note_opened(fd);
	return result;
}
ALIAS(__connect, connect)

/* accepted returns the descriptor of a new connection, which has no history. */
static int accepted(int fd) {
	forget_file(fd);
	note_accepted(fd);
	return fd;
}

EXPORT int accept(int fd, __SOCKADDR_ARG from, socklen_t *restrict len) {
	struct thread *t = recorded();
	int result;
	if (t == NULL)
		return accepted(REAL(accept)(fd, from, len));
	await_any(t);
	IO(w) = begin_io(t, fd, CALLER);
	result = REAL(accept)(fd, from, len);
	accepted(result);
	return result;
}

EXPORT int accept4(int fd, __SOCKADDR_ARG from, socklen_t *restrict len, int flags) {
	struct thread *t = recorded();
	int result;
	if (t == NULL)
		return accepted(REAL(accept4)(fd, from, len, flags));
	await_any(t);
	IO(w) = begin_io(t, fd, CALLER);
	result = REAL(accept4)(fd, from, len, flags);
	accepted(result);
	return result;
}

/* The descriptor of the trace stays open, whatever the program closes. */
EXPORT int close(int fd) {
	if (!local.off && is_trace(fd)) {
		errno = EBADF;
		return -1;
	}
	leave_stream(fd);
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
