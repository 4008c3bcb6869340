//go:build ignore

/* Which bytes of a stream threads put and take.
 *
 * A call that writes is told before it is made: a reader of its bytes can be faster than its
 * return. It is told with all that it is to write, which the next one corrects. A call that reads
 * is told after it. Where several calls go on at once, nobody knows whose bytes come first: they
 * are told as unknown, with a negative number. */
#include "streams.h"

#include <limits.h>
#include <stdio.h>

static const struct passage none = {.n = -1};

/* tell writes an event of a stream. */
static void tell(struct thread *t, uint64_t tick, uint64_t kind, const char *name, int64_t last) {
	off();
	if (UNLIKELY(t->written < t->depth))
		publish(t); /* events are in the order of their times */
	tiv__put2(tick, kind, (uintptr_t)name, 0, (uint64_t)last);
	on(t);
}

/* begin counts a call on one direction of an end. */
static struct passage begin(struct thread *t, struct end *e, struct flow *f) {
	struct passage p = {.t = t, .end = e, .n = -1};
	p.alone = __atomic_fetch_add(&f->going, 1, __ATOMIC_ACQ_REL) == 0;
	p.begun = __atomic_add_fetch(&f->begun, 1, __ATOMIC_ACQ_REL);
	__atomic_store_n(&e->used, (uint32_t)(tiv__tick() >> 32), __ATOMIC_RELAXED);
	return p;
}

/* by_stream reports whether a standard stream of the C library reads or writes a descriptor. */
static int by_stream(int fd) {
	return UNLIKELY(fd <= 2) && ((fd == 0 && stdin->_IO_buf_base) || (fd == 1 && stdout->_IO_buf_base) || (fd == 2 && stderr->_IO_buf_base));
}

struct passage begin_write_of(struct thread *t, int fd, size_t n) {
	struct end *e = end_of(fd);
	struct flow *f;
	struct passage p;
	const char *name;
	uint64_t at;
	if (e == NULL)
		return none;
	f = &e->out;
	if (by_stream(fd))
		note_unseen(fd);
	p = begin(t, e, f);
	if (t == NULL || n == 0 || __atomic_load_n(&f->unseen, __ATOMIC_RELAXED) || (name = name_out(e, fd)) == NULL)
		return p;
	at = __atomic_load_n(&f->bytes, __ATOMIC_ACQUIRE);
	if (!p.alone) {
		tell(t, tiv__tick(), TIV__PUT, name, -(int64_t)at);
		__atomic_store_n(&f->told, at, __ATOMIC_RELAXED);
		return p;
	}
	if (__atomic_load_n(&f->told, __ATOMIC_RELAXED) != at)
		tell(t, tiv__tick(), TIV__PUT, name, -(int64_t)at);
	tell(t, tiv__tick(), TIV__PUT, name, (int64_t)(at + n));
	__atomic_store_n(&f->told, at + n, __ATOMIC_RELAXED);
	return p;
}

void end_write_of(struct passage *p) {
	struct flow *f = &p->end->out;
	if (p->n > 0)
		__atomic_fetch_add(&f->bytes, (uint64_t)p->n, __ATOMIC_ACQ_REL);
	__atomic_fetch_sub(&f->going, 1, __ATOMIC_ACQ_REL);
}

struct passage begin_read_of(struct thread *t, int fd, int flags) {
	struct end *e = flags & MSG_ERRQUEUE ? NULL : end_of(fd);
	struct passage p = none;
	if (e == NULL)
		return none;
	if (by_stream(fd) || UNLIKELY(flags & MSG_OOB))
		note_unseen(fd);
	if (LIKELY(!(flags & MSG_PEEK)))
		p = begin(t, e, &e->in);
	if (t && !__atomic_load_n(&e->in.unseen, __ATOMIC_RELAXED))
		p.from = name_in(e, fd);
	return p;
}

void end_read_of(struct passage *p) {
	int before = errno, alone;
	struct flow *f = &p->end->in;
	uint64_t at, n = p->n > 0 ? (uint64_t)p->n : 0;
	alone = p->alone && __atomic_load_n(&f->begun, __ATOMIC_ACQUIRE) == p->begun;
	at = __atomic_fetch_add(&f->bytes, n, __ATOMIC_ACQ_REL);
	__atomic_fetch_sub(&f->going, 1, __ATOMIC_ACQ_REL);
	if (n == 0 || p->from == NULL)
		return;
	if (alone && __atomic_load_n(&f->told, __ATOMIC_RELAXED) != at)
		tell(p->t, tiv__tick_after(), TIV__TAKE, p->from, -(int64_t)at);
	tell(p->t, tiv__tick_after(), TIV__TAKE, p->from, alone ? (int64_t)(at + n) : -(int64_t)(at + n));
	__atomic_store_n(&f->told, at + n, __ATOMIC_RELAXED);
	p->t->took = 1;
	errno = before;
}

size_t bytes_of(const struct iovec *v, size_t n) {
	size_t sum = 0, i;
	for (i = 0; streams && v && i < n && i < IOV_MAX; i++)
		sum += v[i].iov_len;
	return sum;
}

void await_any_of(struct thread *t) {
	t->took = 0;
	tell(t, tiv__tick(), TIV__TAKE, NULL, 0);
}

const char *awaited_stream(int fd) {
	struct end *e = end_of(fd);
	return e && !__atomic_load_n(&e->in.unseen, __ATOMIC_RELAXED) ? name_in(e, fd) : NULL;
}

const char *await_files(struct thread *t, const struct pollfd *list, nfds_t n) {
	const char *name;
	if (LIKELY(streams == NULL))
		return NULL;
	if (list && n == 1 && list->events & POLLIN && (name = awaited_stream(list->fd)) != NULL)
		return name;
	await_any(t);
	return NULL;
}

void leave_stream_of(struct thread *t, int fd) {
	struct end *e = end_of(fd);
	const char *name;
	if (e && __atomic_load_n(&e->in.bytes, __ATOMIC_RELAXED) > 0 && (name = awaited_stream(fd)) != NULL)
		tell(t, tiv__tick(), TIV__TAKE, name, 0);
}
