/* seen.h: a program in which a thread waits in each function that can wait, for at least
 * NAP ms. seen.c runs the waits one after the other. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { NAP = 30 };

/* A wait: a thread of that name waits until another one ends it. */
struct wait {
	const char *name, *state; /* the state in the trace */
	void (*wait)(void);
	void (*end)(void); /* NULL: it ends by its time */
	void (*begin)(void); /* in the thread that ends it, before; or NULL */
};

/* The waits by subject, up to one without a name. */
extern const struct wait children[], descriptors[], streams[], files[], queues[], signals[], raw[], c11[];

/* Both ends of a new pipe, or of a new pair of sockets. */
extern int ends[2];
extern pthread_t waiter;      /* the thread that waits */
extern char folder[64];       /* for files of the program */
extern volatile size_t room;  /* 8: a size that the compiler does not know */

#define REQUIRE(condition) ((condition) ? (void)0 : fail(#condition, __FILE__, __LINE__))
void fail(const char *what, const char *file, int line);

void make_pipe(void);
void make_sockets(int type);
void fill(int fd);   /* until a write would wait */
void drain(int fd);  /* what is there */
void feed(void);     /* writes a line to the second end */
void empty(void);    /* reads what was written to the second end */
const char *path_of(const char *name); /* in the folder */
void announce(void); /* the calling thread is about to wait */
