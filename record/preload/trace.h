/* trace.h is shared by the files of the library that write the trace: the passes of the
 * flusher, and the threads that they are about. */
#ifndef TRACE_H
#define TRACE_H

#include "preload.h"
#include "memory.h"
#include "stretches.h"

/* sort_events is Shell's sort by tiv__order: that of the C library may allocate. */
void sort_events(struct tiv__event *list, size_t n);

/* The state of the recording, in trace.c. */

/* records_now reports whether this process, not one that shares its memory, is recorded. */
int records_now(void);

/* A process with one thread, which writes its trace itself: alone.c. */
extern struct alone {
	int wanted; /* every process is recorded from its start */
	int on;     /* atomic: there is no flusher */
	int began;  /* the trace began like this */
	uint64_t last; /* the time of the last pass, in ns */
	uint64_t born; /* of a forked process, in ns */
} alone;
static inline int is_alone(void) { return __atomic_load_n(&alone.on, __ATOMIC_RELAXED); }

/* The recorder's thread, in recorder.c. */

/* begin_flusher runs first in the recorder's thread, which is never recorded. */
void begin_flusher(void);
/* describe writes the properties of the process. */
void describe(void);
/* revive_recorder starts the recorder's thread if that failed. */
void revive_recorder(void);
/* recorder_thread returns the id of the thread, 0 without one. */
long recorder_thread(void);
void forget_recorder(void);

/* Readings of the kernel's account of threads, in readings.c. */

/* read_schedule reads the times for which a thread of this process has run, and has
 * waited for a processor, in ns. It returns 0 if the system does not say. */
int read_schedule(long tid, uint64_t *ran, uint64_t *queued);
/* read_clock reads for how long a thread of this process has run, up to now: other than the
 * file, the kernel's clock is not late. */
int read_clock(long tid, uint64_t *ran);
/* read_account reads all of the account of a thread. It returns 0 if the system does not
 * have it. A thread that waits for a processor is neither asleep nor on one: how long it
 * has waited is not in the account yet. */
int read_account(long tid, struct reading *r);
/* open_account makes the first reading of the calling thread, created at a time, or 0 if
 * that is unknown. What it has waited for its first processor is before its start. A thread
 * that starts soon after its creation has neither run nor waited yet. */
void open_account(uint64_t created);
/* park makes the last reading of the calling thread before it ends, or waits for the
 * flusher; unpark is called when it goes on. */
void park(void);
void unpark(void);

/* The events that are still deferred at a pass, in claim.c: by thread, then in order of time. */
extern struct claimed {
	uint64_t word, tick, place;
	tiv_thread thread;
} *claimed;
extern size_t claimed_len;
extern int barrier_works; /* an option of the system */
/* claim is called when a pass begins. */
void claim(uint64_t horizon);
/* gather_claimed adds the claimed events up to the limit of the block. */
void gather_claimed(void);
/* claimed_of returns the index of the first claimed event of a thread. */
size_t claimed_of(tiv_thread thread);
void forget_claims(void);

/* The unknown time of a pass: audit_threads finds it (accounts.c), between begin_pieces and
 * follow_block, which adds its pieces to the events of a block and follows the states of all
 * threads (pieces.c). */
void audit_threads(uint64_t horizon);
void forget_audit(void);
void begin_pieces(uint64_t horizon);
/* add_pieces adds the unknown parts of stretches. */
void add_pieces(tiv_thread thread, const struct stretches *s);
void follow_block(void);
void forget_pieces(void);

/* Of all threads, in ns: for how long they waited unseen, where that is unknown in the
 * trace, and where it could not be placed; and for how long they have lived. */
struct unseen {
	int64_t placed, unplaced, lived;
	int blind; /* some waits are not known, because the kernel does not show its files */
};
extern struct unseen unseen;
/* add_ended adds the calling thread, which ends, by its last reading. That has no time in
 * the queue if it is short. */
void add_ended(void);
/* read_sums is called at each pass of the flusher. */
void read_sums(int last);
void forget_sums(void);

/* The threads, in registry.c. all_ended reports whether there have been threads, and none is
 * left. */
int map_threads(void);
void forget_threads(void);
int all_ended(void);
/* leave ends the recording of a thread in a late round of its destructors; the last one
 * belongs to sanitizers. It returns 0 in that round. */
int leave(void);

/* The title of the process. read_title is called at each pass; forget_title in a forked
 * process. */
void begin_title(void);
void read_title(int last);
void forget_title(void);

/* look_outside is called when the program is idle, before the trace's time advances. */
void look_outside(int64_t now);

/* The kind of program, in program.c. */

/* is_java reports whether it is a Java machine, which records itself. */
int is_java(void);
/* is_checked reports whether the program has a sanitizer that mistakes the work of this
 * library for the program's: ThreadSanitizer, which would see a part of the accesses to
 * memory, or MemorySanitizer. */
int is_checked(void);
/* made_by_rust reports whether the program has code in Rust. Without comments in the
 * program it reports that there is none. */
int made_by_rust(void);

#endif
