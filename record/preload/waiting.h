/* waiting.h lists functions that can wait and are recorded only if they do so for a while:
 * see late.c. real.h includes it. */
#include <aio.h>
#include <fcntl.h>
#include <mqueue.h>
#include <netdb.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/resource.h>
#include <sys/sem.h>
#include <sys/sendfile.h>
#include <sys/wait.h>
#include <termios.h>
#include <threads.h>

/* Functions that no header declares: those that the headers call with _FORTIFY_SOURCE, and
 * those that they call for scanf. */
ssize_t __read_chk(int, void *, size_t, size_t);
ssize_t __pread_chk(int, void *, size_t, off_t, size_t);
ssize_t __pread64_chk(int, void *, size_t, off64_t, size_t);
ssize_t __recv_chk(int, void *, size_t, size_t, int);
ssize_t __recvfrom_chk(int, void *restrict, size_t, size_t, int, __SOCKADDR_ARG, socklen_t *restrict);
int __vdprintf_chk(int, int, const char *, va_list);
int __dprintf_chk(int, int, const char *, ...);
int __poll_chk(struct pollfd *, nfds_t, int, size_t);
int __ppoll_chk(struct pollfd *, nfds_t, const struct timespec *, const sigset_t *, size_t);
void __longjmp_chk(struct __jmp_buf_tag[1], int);
int __open_2(const char *, int);
int __open64_2(const char *, int);
int __openat_2(int, const char *, int);
int __openat64_2(int, const char *, int);
char *__fgets_chk(char *, size_t, int, FILE *);
char *__fgets_unlocked_chk(char *, size_t, int, FILE *);
size_t __fread_chk(void *, size_t, size_t, size_t, FILE *);
size_t __fread_unlocked_chk(void *, size_t, size_t, size_t, FILE *);
int __isoc99_vscanf(const char *, va_list);
int __isoc99_vfscanf(FILE *, const char *, va_list);
int __uflow(FILE *);
int __underflow(FILE *);
int __overflow(FILE *, int);

#if __GLIBC_PREREQ(2, 35)
#define GLIBC_2_35(X) X(epoll_pwait2)
#else
#define GLIBC_2_35(X)
#endif

/* Older ones have these in a library of their own, which a program can load later. */
#if __GLIBC_PREREQ(2, 34)
#define GLIBC_2_34(X) \
	X(mq_receive) X(mq_timedreceive) X(mq_send) X(mq_timedsend) \
	X(aio_suspend) X(aio_suspend64) X(lio_listio) X(lio_listio64) X(gai_suspend)
#else
#define GLIBC_2_34(X)
#endif

#if __GLIBC_PREREQ(2, 38)
int __isoc23_vscanf(const char *, va_list);
int __isoc23_vfscanf(FILE *, const char *, va_list);
#define GLIBC_2_38(X) X(__isoc23_vscanf) X(__isoc23_vfscanf)
#else
#define GLIBC_2_38(X)
#endif

#define WAITING_FUNCTIONS(X) \
	GLIBC_2_34(X) GLIBC_2_35(X) GLIBC_2_38(X) \
	X(thrd_create) X(thrd_join) X(thrd_sleep) X(pthread_once) \
	X(wait) X(waitpid) X(wait3) X(wait4) X(waitid) X(system) X(pclose) \
	X(semop) X(semtimedop) X(msgrcv) X(msgsnd) \
	X(open) X(open64) X(openat) X(openat64) X(creat) X(creat64) X(__open_2) X(__open64_2) X(__openat_2) X(__openat64_2) \
	X(fcntl64) X(flock) X(lockf64) \
	X(preadv) X(preadv64) X(preadv2) X(preadv64v2) X(pwritev) X(pwritev64) X(pwritev2) X(pwritev64v2) \
	X(recvmmsg) X(sendmmsg) X(splice) X(tee) X(vmsplice) X(sendfile) X(sendfile64) X(copy_file_range) \
	X(eventfd_read) X(eventfd_write) X(ioctl) X(tcdrain) X(tcsetattr) X(syncfs) X(sync_file_range) X(sync) X(msync) \
	X(__read_chk) X(__pread_chk) X(__pread64_chk) X(__recv_chk) X(__recvfrom_chk) X(__poll_chk) X(__ppoll_chk) X(__longjmp_chk) \
	X(getaddrinfo) X(getnameinfo) X(gethostbyname) X(gethostbyname2) X(gethostbyaddr) \
	X(gethostbyname_r) X(gethostbyname2_r) X(gethostbyaddr_r) \
	X(fopen) X(fopen64) X(freopen) X(freopen64) X(fclose) X(fflush) X(fflush_unlocked) \
	X(fgetc) X(fgetc_unlocked) X(getchar) X(getchar_unlocked) X(__uflow) X(__underflow) X(__overflow) \
	X(fgets) X(fgets_unlocked) X(fread) X(fread_unlocked) X(getline) X(getdelim) \
	X(__fgets_chk) X(__fgets_unlocked_chk) X(__fread_chk) X(__fread_unlocked_chk) \
	X(__isoc99_vscanf) X(__isoc99_vfscanf) \
	X(fwrite) X(fwrite_unlocked) X(fputs) X(fputs_unlocked) X(puts)
