//go:build ignore

/* System calls by syscall(), as libraries make them that avoid the C library's functions. */
#include "streams.h"

#include <sys/syscall.h>

/* What a system call can wait for. */
enum subject { NOTHING, A_DEVICE, AN_OPENING, DESCRIPTORS, TIME, OTHERS };

static enum subject subject_of(long number) {
	switch (number) {
	case SYS_read: case SYS_readv: case SYS_pread64: case SYS_preadv: case SYS_preadv2:
	case SYS_write: case SYS_writev: case SYS_pwrite64: case SYS_pwritev: case SYS_pwritev2:
	case SYS_recvfrom: case SYS_recvmsg: case SYS_recvmmsg: case SYS_sendto: case SYS_sendmsg: case SYS_sendmmsg:
	case SYS_accept: case SYS_accept4: case SYS_connect: case SYS_fsync: case SYS_fdatasync: case SYS_syncfs:
	case SYS_sync_file_range: case SYS_splice: case SYS_tee: case SYS_vmsplice: case SYS_sendfile: case SYS_copy_file_range:
	case SYS_ioctl: case SYS_io_uring_enter:
		return A_DEVICE;
	case SYS_openat: case SYS_openat2:
#ifdef SYS_open
	case SYS_open: case SYS_creat:
#endif
		return AN_OPENING;
	case SYS_ppoll: case SYS_pselect6: case SYS_epoll_pwait:
#ifdef SYS_epoll_pwait2
	case SYS_epoll_pwait2:
#endif
#ifdef SYS_poll
	case SYS_poll: case SYS_select: case SYS_epoll_wait:
#endif
	case SYS_io_getevents:
#ifdef SYS_io_pgetevents
	case SYS_io_pgetevents:
#endif
		return DESCRIPTORS;
	case SYS_nanosleep: case SYS_clock_nanosleep:
		return TIME;
	case SYS_wait4: case SYS_waitid: case SYS_rt_sigtimedwait: case SYS_rt_sigsuspend:
	case SYS_semop: case SYS_semtimedop: case SYS_msgrcv: case SYS_msgsnd: case SYS_mq_timedreceive: case SYS_mq_timedsend:
#ifdef SYS_pause
	case SYS_pause:
#endif
#ifdef SYS_futex_waitv
	case SYS_futex_waitv:
#endif
		return OTHERS;
	}
	return NOTHING;
}

static long pass(long number, const long *a) { return REAL(syscall)(number, a[0], a[1], a[2], a[3], a[4], a[5]); }

static long suspended_call(struct thread *t, enum tiv_cause cause, long number, const long *a, uint64_t caller) {
	LATE(w) = begin_late(t, SUSPENSION(cause), NULL, caller);
	return pass(number, a);
}

/* reads and writes return whether a system call is one of a stream of bytes, and with what flags or
 * how many bytes. */
static int reads(long number, const long *a, int *flags) {
	*flags = number == SYS_recvfrom ? (int)a[3] : number == SYS_recvmsg ? (int)a[2] : 0;
	return number == SYS_read || number == SYS_readv || number == SYS_recvfrom || number == SYS_recvmsg;
}

static int writes(long number, const long *a, size_t *n) {
	const struct msghdr *m = (const struct msghdr *)a[1];
	switch (number) {
	case SYS_write: case SYS_sendto:
		*n = (size_t)a[2];
		return 1;
	case SYS_writev:
		*n = bytes_of((const struct iovec *)a[1], (size_t)a[2]);
		return 1;
	case SYS_sendmsg:
		*n = m ? bytes_of(m->msg_iov, m->msg_iovlen) : 0;
		return 1;
	case SYS_sendfile:
		*n = (size_t)a[3];
		return 1;
	}
	return 0;
}

/* stream_call makes a call for a stream; t is NULL if it is not recorded. */
static long stream_call(struct thread *t, long number, const long *a, uint64_t caller) {
	int flags;
	size_t n;
	if (reads(number, a, &flags)) {
		READS(of) = begin_read(t, (int)a[0], flags);
		if (t == NULL)
			return of.n = pass(number, a);
		IO(w) = begin_io_from(t, (int)a[0], of.from, caller);
		return of.n = pass(number, a);
	}
	if (writes(number, a, &n)) {
		WRITES(of) = begin_write(t, (int)a[0], n);
		if (t == NULL)
			return of.n = pass(number, a);
		IO(w) = begin_io(t, (int)a[0], caller);
		return of.n = pass(number, a);
	}
	if (t == NULL)
		return pass(number, a);
	IO(w) = begin_io(t, (int)a[0], caller);
	return pass(number, a);
}

/* note_call notes what a call has done with a stream. */
static void note_call(long number, const long *a, long result) {
	switch (number) {
	case SYS_accept: case SYS_accept4:
		forget_file((int)result);
		note_accepted((int)result);
		break;
	case SYS_connect:
		if (result == 0 || errno == EINPROGRESS)
			note_opened((int)a[0]);
		break;
	case SYS_splice: case SYS_tee:
		note_unseen((int)a[number == SYS_tee ? 1 : 2]);
		note_unseen((int)a[0]);
		break;
	case SYS_recvmmsg: case SYS_sendmmsg: case SYS_vmsplice:
		note_unseen((int)a[0]);
	}
}

static long device_call(struct wait begun, long number, const long *a) {
	IO(w) = begun;
	return pass(number, a);
}

long raw_call(long number, const long *a, uint64_t caller) {
	enum subject subject = subject_of(number);
	struct thread *t;
	if (number == SYS_flock)
		return flock_at((int)a[0], (int)a[1], caller);
	if (number == SYS_fcntl && (a[1] == F_SETLKW || a[1] == F_OFD_SETLKW || a[1] == F_OFD_SETLK))
		return lock_record_at((int)a[0], (int)a[1], (struct flock *)a[2], caller);
	if (number == SYS_close)
		forget_file((int)a[0]);
	if (subject == A_DEVICE) {
		long result = stream_call(recorded(), number, a, caller);
		note_call(number, a, result);
		return result;
	}
	if (subject == NOTHING || (t = recorded()) == NULL)
		return pass(number, a);
	switch (subject) {
	case AN_OPENING: return device_call(begin_io_of(t, TIV_OTHER, caller), number, a);
	case DESCRIPTORS:
		await_any(t);
		return device_call(begin_io_of(t, TIV_NET, caller), number, a);
	case TIME: return suspended_call(t, TIV_SLEEP, number, a, caller);
	default: return suspended_call(t, OUTER_WAIT, number, a, caller);
	}
}
