//go:build ignore

/* The file of the trace. Its descriptor is a high one, so that programs find the numbers that
 * they expect, and stays the trace's whatever the program does. */
#include "preload.h"
#include "file.h"

#include <stdio.h>
#include <string.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/stat.h>

struct trace_file file = {.fd = -1};

int trace_fd(void) { return __atomic_load_n(&file.fd, __ATOMIC_ACQUIRE); }

static void lock_file(void) {
	while (__atomic_exchange_n(&file.busy, 1, __ATOMIC_ACQUIRE))
		sched_yield();
}

static void unlock_file(void) { __atomic_store_n(&file.busy, 0, __ATOMIC_RELEASE); }

/* raise_fd returns a copy of a descriptor with a high number: the first one that the limit
 * of the process forbids, so that the program has as many as without it, or else the last
 * one. A descriptor stays open when the limit is lowered again. */
static int raise_fd(int fd) {
	enum { USUAL = 900, MOST = 4096 };
	struct rlimit now, more;
	int high = -1, least = USUAL;
	if (getrlimit(RLIMIT_NOFILE, &now) == 0) {
		more = now, more.rlim_cur++;
		if (now.rlim_cur < now.rlim_max && now.rlim_cur <= MOST && setrlimit(RLIMIT_NOFILE, &more) == 0) {
			high = fcntl(fd, F_DUPFD_CLOEXEC, (int)now.rlim_cur);
			setrlimit(RLIMIT_NOFILE, &now);
		}
		if (now.rlim_cur > 0 && now.rlim_cur <= USUAL)
			least = (int)now.rlim_cur - 1;
	}
	if (high < 0)
		high = fcntl(fd, F_DUPFD_CLOEXEC, least);
	return high >= 0 ? high : fcntl(fd, F_DUPFD_CLOEXEC, fd + 1);
}

void move_trace(void) {
	int fd;
	lock_file();
	fd = raise_fd(file.fd);
	if (fd >= 0)
		__atomic_store_n(&file.fd, fd, __ATOMIC_RELEASE);
	unlock_file();
}

/* name_file makes the name: tiv record reads there whether the process has had several
 * threads, and why the trace ends early. */
static void name_file(char *to) {
	int n = snprintf(to, sizeof file.path, "%s.%s", file.base, file.many ? "many" : "one");
	if (file.error)
		snprintf(to + n, sizeof file.path - (size_t)n, ".%d", file.error);
}

void rename_file(void) {
	char to[sizeof file.path];
	lock_file();
	name_file(to);
	/* Only the text: what else is on the stack may be the last address of a leaked block, and
	 * LeakSanitizer reads the variables of all libraries. */
	if (rename(file.path, to) == 0)
		strcpy(file.path, to);
	unlock_file();
}

/* claim_name sets the base of a name that no other process has, and no program that this
 * process ran before: an empty file with the id of the process and a number claims all names
 * that begin so, because the name of a trace changes. */
static int claim_name(void) {
	int fd = -1, i;
	for (i = 0; fd < 0 && i < 10000; i++) {
		snprintf(file.base, sizeof file.base, "%s/%d.%d", file.folder, (int)getpid(), i);
		fd = open(file.base, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
		if (fd < 0 && errno != EEXIST)
			return 0;
	}
	if (fd < 0)
		return 0;
	REAL(close)(fd);
	strcat(strcat(file.base, "."), file.name);
	return 1;
}

/* adopt_fd makes a descriptor that of the trace, with a high number. */
static int adopt_fd(int fd) {
	struct stat st;
	int high;
	if (fd < 0 || fstat(fd, &st))
		return fd;
	file.device = st.st_dev, file.number = st.st_ino;
	if ((high = raise_fd(fd)) >= 0) {
		REAL(close)(fd);
		fd = high;
	}
	__atomic_store_n(&file.fd, fd, __ATOMIC_RELEASE);
	return fd;
}

int own_open(const char *path, int flags, ...) {
	struct rlimit limit;
	int fd;
	if (!(flags & O_CREAT))
		return open(path, flags);
	file.limit = getrlimit(RLIMIT_FSIZE, &limit) == 0 ? limit.rlim_cur : RLIM_INFINITY;
	if (!claim_name())
		return -1;
	name_file(file.path);
	fd = open(file.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
	return adopt_fd(fd);
}

/* ours reports whether the descriptor is still that of the file, and its size. */
static int ours(off_t *size) {
	struct stat st;
	if (file.fd < 0 || fstat(file.fd, &st) != 0 || st.st_dev != file.device || st.st_ino != file.number)
		return 0;
	*size = st.st_size;
	return 1;
}

ssize_t own_write(int fd, const void *p, size_t n) {
	ssize_t wrote = -1;
	off_t size;
	int error;
	(void)fd;
	lock_file();
	if (!ours(&size))
		errno = EBADF;
	else if ((uint64_t)size + n > file.limit) /* the kernel ends programs that try */
		errno = EFBIG;
	else
		wrote = REAL(write)(file.fd, p, n);
	unlock_file();
	if (wrote >= 0 || errno == EINTR || file.error)
		return wrote;
	file.error = error = errno;
	rename_file();
	errno = error;
	return wrote;
}

int own_truncate(int fd, off_t size) {
	off_t now;
	(void)fd;
	return ours(&now) ? ftruncate(file.fd, size) : -1;
}

int own_close(int fd) {
	int result = 0;
	off_t size;
	if (fd != file.fd && !(fd >= 0 && fd == tiv__out.fd))
		return REAL(close)(fd);
	lock_file();
	if (ours(&size))
		result = REAL(close)(file.fd);
	__atomic_store_n(&file.fd, -1, __ATOMIC_RELEASE);
	unlock_file();
	return result;
}

int own_socket(int family, int type, int protocol) { return adopt_fd(socket(family, type | SOCK_CLOEXEC, protocol)); }

/* With the lock, the descriptor stays the connection's until a call returns: none of them waits. */
ssize_t own_send(int fd, const void *p, size_t n) {
	ssize_t sent = -1;
	off_t size;
	(void)fd;
	lock_file();
	if (!ours(&size))
		errno = EBADF;
	else
		sent = REAL(send)(file.fd, p, n, MSG_NOSIGNAL);
	unlock_file();
	return sent;
}

ssize_t own_receive(int fd, void *p, size_t n) {
	ssize_t got = -1;
	off_t size;
	(void)fd;
	lock_file();
	if (!ours(&size))
		errno = EBADF;
	else
		got = REAL(recv)(file.fd, p, n, 0);
	unlock_file();
	return got;
}
