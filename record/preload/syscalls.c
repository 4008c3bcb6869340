//go:build ignore

/* System calls by syscall(), as libraries make them that avoid the C library's functions. */
#include "preload.h"

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
	if (subject == NOTHING || (t = recorded()) == NULL)
		return pass(number, a);
	switch (subject) {
	case A_DEVICE: return device_call(begin_io(t, (int)a[0], caller), number, a);
	case AN_OPENING: return device_call(begin_io_of(t, TIV_OTHER, caller), number, a);
	case DESCRIPTORS: return device_call(begin_io_of(t, TIV_NET, caller), number, a);
	case TIME: return suspended_call(t, TIV_SLEEP, number, a, caller);
	default: return suspended_call(t, OUTER_WAIT, number, a, caller);
	}
}
