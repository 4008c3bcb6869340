//go:build ignore

/* Locks of files. The device, the number of the file, and the range identify a lock: it is
 * the same for all descriptors. Locks of flock and of open file descriptions (F_OFD_SETLK)
 * exclude the threads of a process, so that they have owners. Those of fcntl and lockf
 * belong to the process. A wait for another process is one for a lock of its own, which
 * never has an owner in the trace. Overlapping ranges that differ are different locks, and
 * then the owner is not known either. */
#include "preload.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

/* The locks that descriptors hold in the trace, by descriptor. */
static uintptr_t held[1 << 16]; /* atomic */

/* The number of such descriptors, by hash of the lock. */
static uint32_t holders[1 << 12]; /* atomic */
static int any;                   /* atomic: there has been one */
static uint32_t *holders_of(uintptr_t lock) { return &holders[lock & (sizeof holders / sizeof *holders - 1)]; }

/* forget_file_locks forgets those of a process that has forked this one. */
void forget_file_locks(void) {
	if (!any)
		return;
	memset(held, 0, sizeof held);
	memset(holders, 0, sizeof holders);
	any = 0;
}

static uintptr_t *held_by(int fd) { return (unsigned)fd < sizeof held / sizeof *held ? &held[fd] : NULL; }

void let_go(int fd) {
	uintptr_t *of = held_by(fd), lock;
	struct thread *t;
	if (of == NULL || LIKELY(__atomic_load_n(of, __ATOMIC_RELAXED) == 0))
		return;
	lock = __atomic_exchange_n(of, 0, __ATOMIC_RELAXED);
	if (lock != 0)
		__atomic_sub_fetch(holders_of(lock), 1, __ATOMIC_RELAXED);
	if (lock != 0 && (t = recorded()) != NULL && !release(t, (const void *)lock))
		disown(t, 0, (const void *)lock);
}

/* keep_for records that a descriptor holds a lock, which its thread has acquired. */
static void keep_for(int fd, const void *lock) {
	uintptr_t *of = held_by(fd);
	if (of == NULL)
		return;
	__atomic_store_n(of, (uintptr_t)lock, __ATOMIC_RELAXED);
	__atomic_add_fetch(holders_of((uintptr_t)lock), 1, __ATOMIC_RELAXED);
	__atomic_store_n(&any, 1, __ATOMIC_RELAXED);
}

/* FOREIGN is added for the lock that stands for another process. */
enum { WHOLE_FILE, RECORDS, FOREIGN };

/* lock_of returns the identity of a lock: no address of a program, which are lower. NULL: it is
 * not known. */
static const void *lock_of(int fd, unsigned kind, off64_t start, off64_t n) {
	static const uint64_t prime = 0x9e3779b97f4a7c15u;
	struct stat st;
	int before = errno;
	uint64_t hash;
	if (sandboxed || fstat(fd, &st) != 0) {
		errno = before;
		return NULL;
	}
	hash = ((uint64_t)st.st_dev * prime ^ st.st_ino) * prime ^ kind;
	hash = ((hash ^ (uint64_t)start) * prime ^ (uint64_t)n) * prime;
	return (const void *)(uintptr_t)((uint64_t)1 << 47 | hash >> 17);
}

/* name_lock names a lock after its file. */
static void name_lock(struct thread *t, int fd, const void *lock, const char *whose) {
	char link[32], path[256], name[sizeof path + 32];
	int before = errno;
	ssize_t n;
	snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
	n = readlink(link, path, sizeof path - 1);
	if (n > 0) {
		path[n] = 0;
		snprintf(name, sizeof name, "file %s%s", path, whose);
		off();
		tiv_monitor_name(lock, name);
		on(t);
	}
	errno = before;
}

/* awaited_lock returns the lock that a thread waits for: the lock itself if a descriptor of
 * this process has it, else the one that stands for another process. It gets its name. */
static const void *awaited_lock(struct thread *t, int fd, const void *lock) {
	const void *foreign = (const void *)((uintptr_t)lock ^ (uintptr_t)FOREIGN << 40);
	if (__atomic_load_n(holders_of((uintptr_t)lock), __ATOMIC_RELAXED) == 0) {
		name_lock(t, fd, foreign, " of another process");
		return foreign;
	}
	name_lock(t, fd, lock, "");
	return lock;
}

static int wait_for_flock(struct thread *t, int fd, int operation, const void *lock, uint64_t caller) {
	LOCK_WAIT(w) = begin_lock_wait(t, lock, (operation & LOCK_SH ? TIV__SHARED : 0) | OUTER, 0, caller);
	return REAL(flock)(fd, operation);
}

int flock_at(int fd, int operation, uint64_t caller) {
	struct thread *t = recorded();
	const void *lock;
	int result, before = errno;
	if (t == NULL)
		return REAL(flock)(fd, operation);
	let_go(fd); /* also if it gets a lock of another kind: the kernel releases the old one first */
	if (operation & LOCK_UN || (lock = lock_of(fd, WHOLE_FILE, 0, 0)) == NULL)
		return REAL(flock)(fd, operation);
	result = REAL(flock)(fd, operation | LOCK_NB);
	if (result != 0 && errno == EWOULDBLOCK && !(operation & LOCK_NB)) {
		errno = before;
		result = wait_for_flock(t, fd, operation, awaited_lock(t, fd, lock), caller);
	}
	if (result == 0) {
		hold(t, lock, operation & LOCK_SH ? TIV__SHARED : 0, caller);
		keep_for(fd, lock);
	}
	return result;
}

EXPORT int flock(int fd, int operation) { return flock_at(fd, operation, CALLER); }

/* record_of returns the identity of the lock of a range. */
static const void *record_of(int fd, const struct flock *range) {
	struct stat st;
	int before = errno;
	off64_t start = range->l_start;
	if (range->l_whence == SEEK_CUR)
		start += lseek(fd, 0, SEEK_CUR);
	else if (range->l_whence == SEEK_END && fstat(fd, &st) == 0)
		start += st.st_size;
	errno = before;
	return lock_of(fd, RECORDS, range->l_len < 0 ? start + range->l_len : start, range->l_len < 0 ? -range->l_len : range->l_len);
}

/* own_description records that a thread has acquired the lock of an open file description. */
static void own_description(struct thread *t, int fd, const void *lock, uint64_t flags, uint64_t caller) {
	uintptr_t *of = held_by(fd);
	if (of == NULL || __atomic_load_n(of, __ATOMIC_RELAXED) != 0)
		return; /* of several locks, the trace has the owner of the first */
	hold(t, lock, flags, caller);
	keep_for(fd, lock);
}

static int same_lock(int fd, const void *lock) {
	uintptr_t *of = held_by(fd);
	return of && __atomic_load_n(of, __ATOMIC_RELAXED) == (uintptr_t)lock;
}

/* wait_for_record waits for a lock that another process, or another description, holds. */
static int wait_for_record(struct thread *t, int fd, int command, struct flock *range, const void *lock, uint64_t caller) {
	uint64_t flags = range->l_type == F_RDLCK ? TIV__SHARED : 0;
	int result;
	LOCK_WAIT(w) = begin_lock_wait(t, awaited_lock(t, fd, lock), flags | OUTER, 0, caller);
	result = REAL(fcntl64)(fd, command, range);
	return result;
}

int lock_record_at(int fd, int command, struct flock *range, uint64_t caller) {
	struct thread *t = recorded();
	int waits = command == F_SETLKW || command == F_OFD_SETLKW, owned = command == F_OFD_SETLK || command == F_OFD_SETLKW;
	int result, before = errno;
	const void *lock;
	if (t == NULL || range == NULL || (!waits && !owned))
		return REAL(fcntl64)(fd, command, range);
	if (waits)
		pthread_testcancel();
	if ((lock = record_of(fd, range)) == NULL)
		return REAL(fcntl64)(fd, command, range);
	if (owned && (range->l_type == F_UNLCK || same_lock(fd, lock)))
		let_go(fd); /* of several ranges, the trace has one */
	result = REAL(fcntl64)(fd, owned ? F_OFD_SETLK : F_SETLK, range);
	if (result != 0 && waits && (errno == EAGAIN || errno == EACCES)) {
		errno = before;
		result = wait_for_record(t, fd, command, range, lock, caller);
	}
	if (result == 0 && owned && range->l_type != F_UNLCK)
		own_description(t, fd, lock, range->l_type == F_RDLCK ? TIV__SHARED : 0, caller);
	return result;
}

/* Both names have the same argument on 64-bit systems. */
EXPORT int fcntl(int fd, int command, ...) {
	va_list list;
	void *a;
	int result;
	va_start(list, command);
	a = va_arg(list, void *);
	va_end(list);
	switch (command) {
	case F_SETLKW:
	case F_OFD_SETLK:
	case F_OFD_SETLKW:
		return lock_record_at(fd, command, a, CALLER);
	case F_DUPFD:
	case F_DUPFD_CLOEXEC:
		result = REAL(fcntl64)(fd, command, a);
		forget_file(result);
		return result;
	}
	return REAL(fcntl64)(fd, command, a);
}
ALIAS(fcntl64, fcntl)
ALIAS(__fcntl, fcntl)

EXPORT int lockf64(int fd, int command, off64_t n) {
	struct thread *t = recorded();
	struct flock range = {.l_type = F_WRLCK, .l_whence = SEEK_CUR, .l_len = n};
	if (t == NULL || command != F_LOCK)
		return REAL(lockf64)(fd, command, n);
	return lock_record_at(fd, F_SETLKW, &range, CALLER);
}
ALIAS(lockf, lockf64)
