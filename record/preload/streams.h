/* streams.h: streams of bytes through which threads, of several processes too, talk:
 * connections of TCP, Unix sockets with connections, pairs of sockets, pipes.
 *
 * The trace has who puts bytes into a stream and who takes them, with their positions, which
 * are counted here since the stream was made: nothing is known of one that is older than the
 * recording. What is known of an end of a stream is in memory that all recorded processes
 * share, by the number of its file, so that forked processes, programs that a process
 * becomes, and all descriptors of an end count together. */
#ifndef STREAMS_H
#define STREAMS_H

#include "preload.h"

/* A flow is one direction of a stream, as seen at one of its ends. */
struct flow {
	uint64_t bytes; /* atomic: that have passed */
	uint64_t told;  /* atomic: the position up to which the trace has them */
	uint32_t going; /* atomic: calls that have not returned */
	uint32_t begun; /* atomic: calls */
	uint32_t unseen; /* atomic: bytes may have passed by other functions */
	uint32_t unused;
};

enum end_kind { PIPE = 1, PAIR, OPENED, ACCEPTED };

/* An end of a stream, found by the number of its file. */
struct end {
	uint64_t key;  /* atomic: 0: free; the lowest 16 bits are zeros */
	uint64_t peer; /* the number of the other socket of a pair, and of the client of a Unix socket */
	uint32_t kind; /* enum end_kind */
	uint32_t used; /* atomic: when, in units of 2^32 ticks */
	struct flow in, out;
};

enum { ENDS = 1 << 13 };
struct streams {
	struct end ends[ENDS];
};
extern struct streams *streams; /* NULL: they are not recorded */

/* begin_streams maps the memory in a folder. */
void begin_streams(const char *folder);

/* end_of returns the end that a descriptor is, NULL for none. */
struct end *end_of(int fd);

/* name_in and name_out return the names of the two directions of an end; a pipe has one. NULL:
 * there is no room for more. */
const char *name_in(struct end *e, int fd);
const char *name_out(struct end *e, int fd);
void forget_name_lock(void); /* in a forked process */

/* A passage of bytes through an end by one call. */
struct passage {
	struct thread *t;
	struct end *end;  /* NULL: it is no such end */
	const char *from; /* the name of the stream that the call reads; NULL for none */
	uint32_t begun;
	int alone;  /* no other call was going on when it began */
	ssize_t n;  /* the result of the call */
};
#define READS(name) struct passage name __attribute__((cleanup(end_read)))
#define WRITES(name) struct passage name __attribute__((cleanup(end_write)))

/* begin_read and begin_write prepare a call that reads with flags of recv, or writes n bytes. The
 * thread is NULL if it is not recorded; its bytes count. */
struct passage begin_read_of(struct thread *t, int fd, int flags);
struct passage begin_write_of(struct thread *t, int fd, size_t n);
static inline struct passage begin_read(struct thread *t, int fd, int flags) {
	struct passage none = {.n = -1};
	return LIKELY(streams == NULL) ? none : begin_read_of(t, fd, flags);
}
static inline struct passage begin_write(struct thread *t, int fd, size_t n) {
	struct passage none = {.n = -1};
	return LIKELY(streams == NULL) ? none : begin_write_of(t, fd, n);
}
void end_read_of(struct passage *p);
void end_write_of(struct passage *p);
static inline void end_read(struct passage *p) {
	if (UNLIKELY(p->end != NULL))
		end_read_of(p);
}
static inline void end_write(struct passage *p) {
	if (UNLIKELY(p->end != NULL))
		end_write_of(p);
}
size_t bytes_of(const struct iovec *v, size_t n);

/* The end of a stream is made: by pipe, by socketpair, by connect, by accept. */
void note_pipe(int fd);
void note_pair(const int fds[2]);
void note_opened(int fd);
void note_accepted(int fd);

/* note_unseen notes that other functions read and write a descriptor. */
void note_unseen(int fd);

/* leave_stream is called before a descriptor is closed. */
void leave_stream_of(struct thread *t, int fd);
static inline void leave_stream(int fd) {
	if (UNLIKELY(streams != NULL) && local.on && local.on->took)
		leave_stream_of(local.on, fd);
}
/* forget_stream forgets which end a descriptor is. */
void forget_stream(int fd);

/* await_any is called before a thread waits for the next of several things to do. awaited_stream
 * returns the name of the stream that a thread reads next from a descriptor, NULL for none.
 * await_files is await_any for a thread that waits for n descriptors, unless it is for one
 * stream, whose name it returns. */
void await_any_of(struct thread *t);
static inline void await_any(struct thread *t) {
	if (UNLIKELY(streams != NULL) && t->took)
		await_any_of(t);
}
const char *awaited_stream(int fd);
const char *await_files(struct thread *t, const struct pollfd *list, nfds_t n);

#endif
