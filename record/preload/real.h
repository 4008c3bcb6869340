/* real.h lists the functions that this library replaces, and finds the originals. */
#include <sys/prctl.h>

#include "waiting.h"

/* Functions that older headers do not declare. */
int pthread_mutex_clocklock(pthread_mutex_t *, clockid_t, const struct timespec *);
int pthread_cond_clockwait(pthread_cond_t *, pthread_mutex_t *, clockid_t, const struct timespec *);
int pthread_rwlock_clockrdlock(pthread_rwlock_t *, clockid_t, const struct timespec *);
int pthread_rwlock_clockwrlock(pthread_rwlock_t *, clockid_t, const struct timespec *);
int sem_clockwait(sem_t *, clockid_t, const struct timespec *);
int pthread_clockjoin_np(pthread_t, void **, clockid_t, const struct timespec *);
int close_range(unsigned, unsigned, int);
void closefrom(int);

#define REAL_FUNCTIONS(X) \
	X(pthread_mutex_lock) X(pthread_mutex_trylock) X(pthread_mutex_timedlock) \
	X(pthread_mutex_clocklock) X(pthread_mutex_unlock) \
	X(pthread_rwlock_rdlock) X(pthread_rwlock_tryrdlock) X(pthread_rwlock_timedrdlock) \
	X(pthread_rwlock_clockrdlock) X(pthread_rwlock_wrlock) X(pthread_rwlock_trywrlock) \
	X(pthread_rwlock_timedwrlock) X(pthread_rwlock_clockwrlock) X(pthread_rwlock_unlock) \
	X(pthread_cond_wait) X(pthread_cond_timedwait) X(pthread_cond_clockwait) \
	X(pthread_cond_signal) X(pthread_cond_broadcast) \
	X(sem_init) X(sem_destroy) X(sem_wait) X(sem_trywait) X(sem_timedwait) X(sem_clockwait) X(sem_post) \
	X(pthread_barrier_wait) X(pthread_create) X(pthread_join) X(pthread_tryjoin_np) \
	X(pthread_timedjoin_np) X(pthread_clockjoin_np) X(pthread_setname_np) X(prctl) \
	X(sleep) X(usleep) X(nanosleep) X(clock_nanosleep) X(pause) \
	X(sigwait) X(sigwaitinfo) X(sigtimedwait) X(sigsuspend) \
	X(poll) X(ppoll) X(select) X(pselect) X(epoll_wait) X(epoll_pwait) \
	X(read) X(readv) X(pread) X(pread64) X(write) X(writev) X(pwrite) X(pwrite64) \
	X(recv) X(recvfrom) X(recvmsg) X(send) X(sendto) X(sendmsg) X(accept) X(accept4) X(connect) \
	X(fsync) X(fdatasync) \
	X(pipe) X(pipe2) X(socketpair) X(fdopen) X(vdprintf) X(__vdprintf_chk) \
	X(close) X(dup2) X(dup3) X(close_range) X(closefrom) X(syscall) \
	X(execve) X(execv) X(execvp) X(execvpe) X(fexecve) X(_exit) X(_Exit) X(quick_exit) \
	X(setuid) X(setgid) X(seteuid) X(setegid) X(setreuid) X(setregid) X(setresuid) X(setresgid) \
	X(setgroups) X(initgroups) X(setns) X(unshare) X(posix_spawn) X(posix_spawnp) X(fork) \
	X(dlclose) X(longjmp) X(_longjmp) X(siglongjmp) \
	WAITING_FUNCTIONS(X)

#include <dlfcn.h>
#include <grp.h>
#include <sched.h>
#include <setjmp.h>
#include <spawn.h>
#include <stdlib.h>

struct real {
#define MEMBER(f) __typeof__(f) *f;
	REAL_FUNCTIONS(MEMBER)
#undef MEMBER
};
extern struct real real;

/* resolve finds the originals. It is called before the program, or by the first call
 * of another library that is loaded before it. */
void resolve(void);

/* REAL is the original of a function. */
#define REAL(f) (LIKELY(real.f != NULL) ? real.f : (resolve(), real.f))
