//go:build ignore

/* The names of streams. Both ends of a stream, in whatever processes, give it the same one:
 *
 *  - tcp 127.0.0.1:48770 > 127.0.0.1:80: what the socket that has connected writes. With <, what
 *    it reads: answers.
 *  - unix 4711 > /run/x: the same for Unix sockets, with the number of the client's socket and the
 *    address of the server's.
 *  - pair 4711 > 4712: from the first socket of a pair to the second.
 *  - pipe 4711
 *
 * Names are never freed, because the recording keeps them. */
#include "memory.h"
#include "streams.h"
#include "connection.h"

#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

/* The names that this process has given, by the index of the end. */
static struct given {
	uint64_t key; /* atomic: of the end; 0: none */
	const char *in, *out;
} given[ENDS];

/* Text of all names. */
enum { ROOM = 64 << 20 };
static char *room;
static size_t used;
static uint32_t busy;

void forget_name_lock(void) { busy = 0; }

/* keep copies a name. */
static const char *keep(const char *name) {
	size_t n = strlen(name) + 1;
	if (room == NULL && (room = map(ROOM)) == NULL)
		return NULL;
	if (used + n > ROOM)
		return NULL;
	memcpy(room + used, name, n);
	used += n;
	return room + used - n;
}

/* give gives an end its names. It returns 0 if that may be possible later. */
static int give(struct given *g, const struct end *e, int fd) {
	char name[LONGEST_NAME], *way;
	unsigned long long own, other = e->peer;
	struct stat st;
	g->in = g->out = NULL;
	if (e->kind == OPENED || e->kind == ACCEPTED) {
		if ((way = name_connection(fd, e->kind == OPENED, e->peer, name)) == NULL)
			return 0;
		*(e->kind == OPENED ? &g->out : &g->in) = keep(name);
		*way = '<';
		*(e->kind == OPENED ? &g->in : &g->out) = keep(name);
		return 1;
	}
	if (fstat(fd, &st) != 0)
		return 0;
	own = st.st_ino;
	if (e->kind == PIPE) {
		snprintf(name, sizeof name, "pipe %llu", own);
		g->in = g->out = keep(name);
		return 1;
	}
	snprintf(name, sizeof name, "pair %llu > %llu", own, other);
	g->out = keep(name);
	snprintf(name, sizeof name, "pair %llu > %llu", other, own);
	g->in = keep(name);
	return 1;
}

/* named returns the names of an end. The lock is never held while a signal handler is recorded. */
static const char *named(struct end *e, int fd, int out) {
	struct given *g = &given[e - streams->ends];
	uint64_t key = __atomic_load_n(&e->key, __ATOMIC_ACQUIRE);
	const char *name;
	int before = errno;
	struct thread *t;
	int done;
	if (LIKELY(__atomic_load_n(&g->key, __ATOMIC_ACQUIRE) == key)) {
		name = out ? g->out : g->in;
		if (LIKELY(__atomic_load_n(&g->key, __ATOMIC_ACQUIRE) == key))
			return name;
	}
	t = local.on;
	off();
	while (__atomic_exchange_n(&busy, 1, __ATOMIC_ACQUIRE))
		sched_yield();
	__atomic_store_n(&g->key, 0, __ATOMIC_RELEASE);
	done = give(g, e, fd);
	name = out ? g->out : g->in;
	if (done)
		__atomic_store_n(&g->key, key, __ATOMIC_RELEASE);
	__atomic_store_n(&busy, 0, __ATOMIC_RELEASE);
	on(t);
	errno = before;
	return name;
}

const char *name_in(struct end *e, int fd) { return named(e, fd, 0); }
const char *name_out(struct end *e, int fd) { return named(e, fd, 1); }
