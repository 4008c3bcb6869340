//go:build ignore

/* The ends of streams: what is known of them in all processes of the recording, and which of them
 * a descriptor is. An end that finds no room takes the place of the one that was used least
 * recently; of that, nothing is known from then on. */
#include "streams.h"
#include "connection.h"

#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>

struct streams *streams;

void begin_streams(const char *folder) {
	char path[4096];
	struct stat st;
	void *p = MAP_FAILED;
	int fd;
	snprintf(path, sizeof path, "%s/streams", folder);
	if ((fd = (int)REAL(syscall)(SYS_openat, AT_FDCWD, path, O_RDWR | O_CLOEXEC, 0)) < 0)
		return;
	if (fstat(fd, &st) == 0 && st.st_size >= (off_t)sizeof *streams)
		p = mmap(NULL, sizeof *streams, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	streams = p == MAP_FAILED ? NULL : p;
	REAL(close)(fd);
}

/* The ends that descriptors are: the key of an end, and its index and FIRST. 0: not known. */
enum { DESCRIPTORS = 1 << 16, NO_END = 1, FIRST = 2, INDEX = (1 << 16) - 1 };
static uint64_t ends_of[DESCRIPTORS]; /* atomic */

/* TAKEN is the key of an end that is being made. */
#define TAKEN ((uint64_t)1 << 16)

/* PROBES is the number of places that an end can have. */
enum { PROBES = 8 };
static struct end *first_place(uint64_t key) { return &streams->ends[(key >> 40) & (ENDS - 1) & ~(uint64_t)(PROBES - 1)]; }

static uint32_t now(void) { return (uint32_t)(tiv__tick() >> 32); }

/* file_key returns the key of a socket or pipe, 0 for other files. */
static uint64_t file_key(int fd, uint64_t *number) {
	struct stat st;
	uint64_t key;
	if (fstat(fd, &st) != 0 || !(S_ISSOCK(st.st_mode) || S_ISFIFO(st.st_mode)))
		return 0;
	if (number)
		*number = st.st_ino;
	key = ((uint64_t)st.st_ino * 0x9e3779b97f4a7c15u) ^ ((uint64_t)st.st_dev * 0xc4ceb9fe1a85ec53u);
	key &= ~(uint64_t)INDEX;
	return key > TAKEN ? key : key + 2 * TAKEN;
}

static struct end *find_end(uint64_t key) {
	struct end *e = first_place(key);
	int i;
	for (i = 0; i < PROBES; i++)
		if (__atomic_load_n(&e[i].key, __ATOMIC_ACQUIRE) == key)
			return &e[i];
	return NULL;
}

static void keep_end(int fd, uint64_t key, const struct end *e) {
	__atomic_store_n(&ends_of[fd], e ? key | ((uint64_t)(e - streams->ends) + FIRST) : NO_END, __ATOMIC_RELAXED);
}

/* slow_end finds the end of a descriptor by its file. */
__attribute__((noinline)) static struct end *slow_end(int fd) {
	int before = errno;
	uint64_t key = file_key(fd, NULL);
	struct end *e = key ? find_end(key) : NULL;
	keep_end(fd, key, e);
	errno = before;
	return e;
}

struct end *end_of(int fd) {
	uint64_t word;
	struct end *e;
	if ((unsigned)fd >= DESCRIPTORS || (word = __atomic_load_n(&ends_of[fd], __ATOMIC_RELAXED)) == NO_END)
		return NULL;
	if (word == 0)
		return slow_end(fd);
	e = &streams->ends[(word & INDEX) - FIRST];
	return LIKELY(__atomic_load_n(&e->key, __ATOMIC_ACQUIRE) == (word & ~(uint64_t)INDEX)) ? e : slow_end(fd);
}

void forget_stream(int fd) {
	if ((unsigned)fd < DESCRIPTORS)
		__atomic_store_n(&ends_of[fd], 0, __ATOMIC_RELAXED);
}

/* place_for takes a place for an end: its own if it has one, a free one, or the one that was used
 * least recently. NULL: others take it. */
static struct end *place_for(uint64_t key) {
	struct end *first = first_place(key), *e = first;
	uint64_t old;
	uint32_t at = now();
	int i;
	for (i = 0; i < PROBES; i++) {
		old = __atomic_load_n(&first[i].key, __ATOMIC_RELAXED);
		if (old == key || old == 0) {
			e = &first[i];
			break;
		}
		if (at - __atomic_load_n(&first[i].used, __ATOMIC_RELAXED) > at - __atomic_load_n(&e->used, __ATOMIC_RELAXED))
			e = &first[i];
	}
	old = __atomic_load_n(&e->key, __ATOMIC_RELAXED);
	return old != TAKEN && __atomic_compare_exchange_n(&e->key, &old, TAKEN, 0, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED) ? e : NULL;
}

/* note_end notes that an end has been made, whose file is that of a descriptor. */
static void note_end(int fd, enum end_kind kind, uint64_t peer) {
	int before = errno;
	uint64_t key;
	struct end *e;
	if ((unsigned)fd < DESCRIPTORS && (key = file_key(fd, NULL)) != 0) {
		if ((e = place_for(key)) != NULL) {
			memset(&e->peer, 0, sizeof *e - offsetof(struct end, peer));
			e->kind = kind, e->peer = peer, e->used = now();
			e->out.told = (uint64_t)-1;
			__atomic_store_n(&e->key, key, __ATOMIC_RELEASE);
		}
		keep_end(fd, key, e);
	}
	errno = before;
}

void note_pipe(int fd) {
	if (streams)
		note_end(fd, PIPE, 0);
}

void note_pair(const int fds[2]) {
	uint64_t numbers[2];
	int type, i, before = errno;
	socklen_t n = sizeof type;
	if (streams == NULL || getsockopt(fds[0], SOL_SOCKET, SO_TYPE, &type, &n) != 0 || type != SOCK_STREAM ||
	    !file_key(fds[0], &numbers[0]) || !file_key(fds[1], &numbers[1])) {
		errno = before;
		return;
	}
	for (i = 0; i < 2; i++)
		note_end(fds[i], PAIR, numbers[1 - i]);
}

/* A connection of Unix sockets has the number of its client's socket: that of the server's is not
 * known before it is accepted. */
void note_opened(int fd) {
	int before = errno, family;
	uint64_t number = 0;
	if (streams && (family = connection_family(fd)) != 0 && file_key(fd, &number))
		note_end(fd, OPENED, family == AF_UNIX ? number : 0);
	errno = before;
}

void note_accepted(int fd) {
	int before = errno, family;
	uint64_t number = 0, peer = 0;
	if (streams && fd >= 0 && (family = connection_family(fd)) != 0 && file_key(fd, &number) &&
	    (family != AF_UNIX || (!sandboxed && (peer = unix_peer(number, REAL(syscall))) != 0)))
		note_end(fd, ACCEPTED, peer);
	errno = before;
}

void note_unseen(int fd) {
	struct end *e;
	if (streams == NULL || (e = end_of(fd)) == NULL)
		return;
	__atomic_store_n(&e->in.unseen, 1, __ATOMIC_RELAXED);
	__atomic_store_n(&e->out.unseen, 1, __ATOMIC_RELAXED);
}
