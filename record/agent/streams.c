//go:build ignore

/* Which bytes of connections threads put and take, by their positions since the connection was made,
 * under names that both ends know (connection.h): so a task goes from process to process. Java reads a
 * socket by one thread at a time, and writes it by one: locks of its own keep the order. What a
 * virtual thread puts or takes is counted, and of nobody.
 *
 * Names are never freed, because the recording keeps them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "agent.h"
#include "connection.h"

enum kind { CLOSED, OPENED, ACCEPTED };

/* What is known of a descriptor. It stays when the descriptor is closed, which threads may still use. */
struct end {
	int kind;             /* atomic: enum kind */
	uint64_t number;      /* of the client's socket, if it is one of Unix */
	const char *in, *out; /* the names of what it reads and writes; NULL: not yet known */
	int64_t read, written, told_in, told_out; /* positions; told is what the trace has */
};

enum { DESCRIPTORS = 1 << 16 };
static struct end *ends[DESCRIPTORS]; /* atomic */
static int recorded;
static __thread int took; /* bytes, since it last waited for whatever comes next */

void streams_prepare(void) { recorded = 1; }
int records_streams(void) { return recorded; }

static struct end *end_of(int fd) {
	struct end *e = (unsigned)fd < DESCRIPTORS ? __atomic_load_n(&ends[fd], __ATOMIC_ACQUIRE) : NULL;
	return e && __atomic_load_n(&e->kind, __ATOMIC_ACQUIRE) != CLOSED ? e : NULL;
}

void note_closed(int fd) {
	struct end *e = end_of(fd);
	if (e)
		__atomic_store_n(&e->kind, CLOSED, __ATOMIC_RELEASE);
}

void note_connection(int fd, int opened) {
	int family = recorded && (unsigned)fd < DESCRIPTORS ? connection_family(fd) : 0;
	uint64_t number = family == AF_UNIX ? file_number(fd) : 0;
	struct end *e;
	if (family == 0)
		return;
	if (family == AF_UNIX && !opened && (number = unix_peer(number, syscall)) == 0)
		return;
	if ((e = __atomic_load_n(&ends[fd], __ATOMIC_ACQUIRE)) == NULL && (e = calloc(1, sizeof *e)) == NULL)
		return;
	e->number = number, e->in = e->out = NULL;
	e->read = e->written = e->told_in = 0, e->told_out = -1;
	__atomic_store_n(&e->kind, opened ? OPENED : ACCEPTED, __ATOMIC_RELEASE);
	__atomic_store_n(&ends[fd], e, __ATOMIC_RELEASE);
}

/* named gives an end its names, if that is possible by now. */
static int named(struct end *e, int fd) {
	static pthread_mutex_t naming = PTHREAD_MUTEX_INITIALIZER;
	enum { MOST = 1 << 19 };
	static int count;
	char name[LONGEST_NAME], *way;
	int opened = __atomic_load_n(&e->kind, __ATOMIC_ACQUIRE) == OPENED;
	if (__atomic_load_n(&e->out, __ATOMIC_ACQUIRE))
		return 1;
	pthread_mutex_lock(&naming);
	if (!e->out && count < MOST && (way = name_connection(fd, opened, e->number, name)) != NULL) {
		const char *asks = strdup(name), *answers;
		*way = '<';
		if ((answers = strdup(name)) != NULL && asks) {
			count++;
			e->in = opened ? answers : asks;
			__atomic_store_n(&e->out, opened ? asks : answers, __ATOMIC_RELEASE);
		}
	}
	pthread_mutex_unlock(&naming);
	return __atomic_load_n(&e->out, __ATOMIC_ACQUIRE) != NULL;
}

void await_any(void) {
	if (took)
		tiv_take(NULL, 0, 0);
	took = 0;
}

void await_stream(int fd, int told) {
	struct end *e = told && took ? end_of(fd) : NULL;
	if (e && named(e, fd))
		tiv_take(e->in, 0, 0);
}

/* A call that writes is told before it is made, with all that it is to write: a reader can be faster
 * than its return. The next one takes back what it has not written. */
void begin_write(int fd, int64_t n, int told) {
	struct end *e = end_of(fd);
	if (!e || !told || n <= 0 || !named(e, fd))
		return;
	if (e->told_out != e->written) /* at first this begins the stream */
		tiv_put(e->out, 0, -e->written);
	tiv_put(e->out, 0, e->told_out = e->written + n);
}

void end_write(int fd, int64_t n) {
	struct end *e = n > 0 ? end_of(fd) : NULL;
	if (e)
		e->written += n;
}

void end_read(int fd, int64_t n, int told) {
	struct end *e = n > 0 ? end_of(fd) : NULL;
	int64_t before;
	if (!e)
		return;
	before = e->read;
	e->read += n;
	if (!told || !named(e, fd))
		return;
	if (e->told_in != before)
		tiv_take(e->in, 0, -before);
	tiv_take(e->in, 0, e->told_in = e->read);
	took = 1;
}
