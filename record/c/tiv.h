/* tiv.h records the activity of the threads of a C or C++ program. It writes a
 * trace.bin, in the format of docs/trace-format.md; docs/emit.md
 * describes its use, its cost and its losses.
 *
 * Include it in each file that records events, and define TIV_IMPLEMENTATION
 * in exactly one file, before all other includes:
 *
 *	#define TIV_IMPLEMENTATION
 *	#include "tiv.h"
 *
 * Link with -pthread. C99, C11 or C++, gcc or clang. With TIV_DISABLE all
 * calls vanish; their arguments are still evaluated, so that the program does
 * the same.
 *
 * All calls may be made from any thread at any time; before tiv_start and
 * after tiv_stop they do nothing. None of them blocks, except tiv_start,
 * tiv_stop and tiv_flush, and the first one of a thread, which allocates. In a
 * signal handler the calls are safe if the thread has made one before. A call
 * that interrupts another one is counted as lost.
 *
 * go test ./record/c -update makes this file of those in record/c/parts. */
#ifndef TIV_H
#define TIV_H

/* Strict C99 hides the clocks of POSIX. */
#if defined(TIV_IMPLEMENTATION) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE 1
#endif

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A thread of this program, as tiv_self returns it; 0 is none. */
typedef uint32_t tiv_thread;

/* A call stack, innermost call first. The recording keeps the pointer: a stack and
 * its frames must never change. */
struct tiv_frame {
	const char *function, *file;
	uint32_t line; /* 0: unknown */
};
struct tiv_stack {
	uint32_t count;
	const struct tiv_frame *const *frames;
};

/* The reason for a suspension, or the device that a thread waits for. */
enum tiv_cause {
	TIV_OTHER,
	TIV_SLEEP,   /* suspended for a time */
	TIV_WAIT,    /* for a notification: a condition */
	TIV_JOIN,    /* for other threads to finish */
	TIV_PARK,    /* parked by a library */
	TIV_CHANNEL, /* for a channel's other end */
	TIV_COLLECTOR,
	TIV_DISK, /* IO */
	TIV_NET
};

/* TIV_SCHED promises that tiv_ready and tiv_run are called for every thread: a
 * thread whose wait has ended is then runnable until its tiv_run. */
enum tiv_flags { TIV_SCHED = 1 };

#ifdef TIV_DISABLE

static inline int tiv_start(const char *path, unsigned flags) { return (void)path, (void)flags, 0; }
static inline int tiv_start_fd(int fd, unsigned flags) { return (void)fd, (void)flags, 0; }
static inline void tiv_limit(uint64_t bytes) { (void)bytes; }
static inline int tiv_stop(void) { return 0; }
static inline int tiv_flush(void) { return 0; }
static inline tiv_thread tiv_self(void) { return 0; }
static inline void tiv_thread_name(const char *text) { (void)text; }
static inline void tiv_thread_start(const char *text, tiv_thread by) { (void)text, (void)by; }
static inline void tiv_thread_start_after(const char *text, tiv_thread by, int64_t ns) { (void)text, (void)by, (void)ns; }
static inline void tiv_thread_end(void) {}
static inline void tiv_io_start(enum tiv_cause cause) { (void)cause; }
static inline void tiv_io_end(void) {}
static inline void tiv_monitor_name(const void *monitor, const char *text) { (void)monitor, (void)text; }
static inline void tiv_type(const char *text, const char *const *supertypes, size_t count) {
	(void)text, (void)supertypes, (void)count;
}
static inline void tiv_monitor_wait(const void *monitor) { (void)monitor; }
static inline void tiv_monitor_enter(const void *monitor) { (void)monitor; }
static inline void tiv_monitor_exit(const void *monitor) { (void)monitor; }
static inline void tiv_monitor_wait_shared(const void *monitor) { (void)monitor; }
static inline void tiv_monitor_enter_shared(const void *monitor) { (void)monitor; }
static inline void tiv_suspend_start(enum tiv_cause cause) { (void)cause; }
static inline void tiv_suspend_end(void) {}
static inline void tiv_thread_describe(const char *id, const char *text, int system) { (void)id, (void)text, (void)system; }
static inline void tiv_io_start_at(enum tiv_cause cause, const struct tiv_stack *stack) { (void)cause, (void)stack; }
static inline void tiv_suspend_start_at(enum tiv_cause cause, const struct tiv_stack *stack) { (void)cause, (void)stack; }
static inline void tiv_monitor_wait_at(const void *monitor, int shared, const struct tiv_stack *stack) {
	(void)monitor, (void)shared, (void)stack;
}
static inline void tiv_monitor_enter_at(const void *monitor, const struct tiv_stack *stack) { (void)monitor, (void)stack; }
static inline void tiv_monitor_enter_of(tiv_thread thread, const void *monitor, int shared) { (void)thread, (void)monitor, (void)shared; }
static inline void tiv_monitor_exit_of(tiv_thread thread, const void *monitor) { (void)thread, (void)monitor; }
static inline void tiv_wait_end(void) {}
static inline tiv_thread tiv_thread_reserve(void) { return 0; }
static inline void tiv_thread_adopt(tiv_thread thread) { (void)thread; }
static inline void tiv_thread_describe_of(tiv_thread thread, const char *id, const char *text, int system) {
	(void)thread, (void)id, (void)text, (void)system;
}
static inline void tiv_io_start_of(tiv_thread thread, enum tiv_cause cause, const struct tiv_stack *stack) {
	(void)thread, (void)cause, (void)stack;
}
static inline void tiv_suspend_start_of(tiv_thread thread, enum tiv_cause cause, const struct tiv_stack *stack) {
	(void)thread, (void)cause, (void)stack;
}
static inline void tiv_monitor_wait_of(tiv_thread thread, const void *monitor, int shared, const struct tiv_stack *stack) {
	(void)thread, (void)monitor, (void)shared, (void)stack;
}
static inline void tiv_wait_end_of(tiv_thread thread) { (void)thread; }
static inline void tiv_thread_start_of(tiv_thread thread, tiv_thread by) { (void)thread, (void)by; }
static inline void tiv_thread_end_of(tiv_thread thread) { (void)thread; }
static inline void tiv_wake_by(tiv_thread thread, tiv_thread by) { (void)thread, (void)by; }
static inline void tiv_thread_leave(void) {}
static inline void tiv_gc_start(void) {}
static inline void tiv_gc_end(void) {}
static inline void tiv_ready(tiv_thread thread) { (void)thread; }
static inline void tiv_run(unsigned cpu) { (void)cpu; }
static inline void tiv_wake(tiv_thread thread) { (void)thread; }
static inline void tiv_woken_by(tiv_thread thread) { (void)thread; }
static inline void tiv_counter(const char *name, int64_t value) { (void)name, (void)value; }
static inline void tiv_task_start(const char *name, int64_t task, int64_t parent) { (void)name, (void)task, (void)parent; }
static inline void tiv_task_end(int64_t task) { (void)task; }
static inline void tiv_region_start(const char *name, int64_t task) { (void)name, (void)task; }
static inline void tiv_region_end(const char *name, int64_t task) { (void)name, (void)task; }
static inline void tiv_call_enter(const char *name) { (void)name; }
static inline void tiv_call_exit(const char *name) { (void)name; }
static inline void tiv_call_enter_on(const char *name, int64_t object, int64_t argument) { (void)name, (void)object, (void)argument; }
static inline void tiv_alloc(const void *object, size_t size) { (void)object, (void)size; }
static inline void tiv_alloc_of(const char *type, const void *object, size_t size) { (void)type, (void)object, (void)size; }
static inline void tiv_free(const void *object) { (void)object; }
static inline void tiv_put(const char *name, int64_t queue, int64_t last) { (void)name, (void)queue, (void)last; }
static inline void tiv_take(const char *name, int64_t queue, int64_t last) { (void)name, (void)queue, (void)last; }

#else

/* tiv_start starts a recording to a new file at path, and records the start of
 * the calling thread. Returns 0 or an errno: EBUSY if this process has
 * recorded before (a forked child has not). Events are in the file after 25
 * ms. tiv_stop or the exit of the process completes the trace.
 *
 * The path can be the address of a listener, tcp://HOST:PORT or unix:PATH, to
 * which the trace is sent while the program runs; so can the environment
 * variable TIV_TRACE, which then takes the place of path. The program never
 * waits for the listener, except in tiv_flush and at its end, for a second at most. */
int tiv_start(const char *path, unsigned flags);

/* tiv_start_fd does so to an open file, which it closes at the end or with an error. */
int tiv_start_fd(int fd, unsigned flags);

/* tiv_limit, before the start, limits the size of the file; 0 does not. The recording
 * ends with the last block that fits. */
void tiv_limit(uint64_t bytes);

/* tiv_stop writes the remaining events and closes the file. Returns 0, or the
 * errno of the first failure since tiv_start: the trace then ends with the
 * last part that was written. Of a trace that is sent it returns 0 if the listener
 * has all of it, ENOBUFS if events did not fit into the buffer. */
int tiv_stop(void);

/* tiv_flush returns when all earlier events are in the file: call it before
 * exec or _exit. Returns 0 or an errno as tiv_stop. */
int tiv_flush(void);

/* tiv_self returns the id of the calling thread, for calls in other threads; 0
 * if there is no recording. */
tiv_thread tiv_self(void);

/* A parameter called text is copied. A parameter called name must never
 * change: a literal. */
void tiv_thread_name(const char *text);

/* tiv_thread_describe gives the calling thread the id and name that its language
 * shows. A system thread belongs to the language itself. */
void tiv_thread_describe(const char *id, const char *text, int system);

/* tiv_thread_reserve returns an id for a thread that has not recorded anything: others
 * can record what it does, with the calls that end in _of. If it ever makes calls itself,
 * the first is tiv_thread_adopt with that id. */
tiv_thread tiv_thread_reserve(void);
void tiv_thread_adopt(tiv_thread thread);
void tiv_thread_describe_of(tiv_thread thread, const char *id, const char *text, int system);

/* tiv_thread_start records that the calling thread begins, started by another
 * (0: unknown). text is its name, or NULL. */
void tiv_thread_start(const char *text, tiv_thread by);

/* tiv_thread_start_after does so some nanoseconds after the other thread has started it. */
void tiv_thread_start_after(const char *text, tiv_thread by, int64_t ns);

/* tiv_thread_end records that the calling thread ends. A thread that ends
 * without the call is recorded as well. */
void tiv_thread_end(void);

/* tiv_thread_leave does so, too, and makes the rest of the calling thread's life that of
 * another thread. */
void tiv_thread_leave(void);

/* tiv_monitor_name names a monitor. Monitors are identified by address. */
void tiv_monitor_name(const void *monitor, const char *text);

/* tiv_type says which direct supertypes a type has: the superclass first, then interfaces.
 * All names are copied. Types of one name have the supertypes of all calls together. */
void tiv_type(const char *text, const char *const *supertypes, size_t count);

/* The declarations from here to the calls are private. */

enum tiv__kind {
	TIV__THREAD_START = 1, TIV__THREAD_END, TIV__IO_START, TIV__IO_END,
	TIV__MONITOR_WAIT, TIV__MONITOR_ENTER, TIV__MONITOR_EXIT,
	TIV__SUSPEND_START, TIV__SUSPEND_END, TIV__GC_START, TIV__GC_END,
	TIV__READY, TIV__RUN, TIV__WAKE, TIV__LOST, TIV__CALL_ENTER, TIV__CALL_EXIT,
	TIV__ALLOC, TIV__FREE, TIV__SAMPLE, TIV__TASK_START, TIV__TASK_END,
	TIV__REGION_START, TIV__REGION_END, TIV__COUNTER, TIV__UNKNOWN, TIV__PUT, TIV__TAKE,
	TIV__KINDS,
	/* Not events: the argument is a string to be freed. */
	TIV__DESCRIBE_THREAD = 252, TIV__NAME_THREAD, TIV__NAME_MONITOR, TIV__TYPE
};

/* An event takes one slot, or two if the word has TIV__LONG; the second has
 * the object and value. A word is the kind, the cause << 8, the flags, and an
 * argument of 48 bits: an address or a number. */
struct tiv__slot { uint64_t tick, word; };
#define TIV__SHARED ((uint64_t)1 << 12)
/* In place of the cause of an acquisition: by a try, which never waits. */
#define TIV__TRY ((uint64_t)9 << 8)
#define TIV__LONG ((uint64_t)1 << 13)
/* The upper half of the value is the other thread. */
#define TIV__NAMED ((uint64_t)1 << 15)
/* The object is a stack, and the value the thread of the event, 0 for the own one. */
#define TIV__ABOUT ((uint64_t)1 << 14)

/* A page has 4096 bytes and is aligned to that. count is the number of full
 * slots, next the number of the next page, from 1. */
struct tiv__page {
	uint32_t count, next;
	uint64_t unused;
	struct tiv__slot slots[255];
};

/* The state of a thread. next is the position of the next event, end the end
 * of the page, or an earlier position if other work precedes the next event. */
struct tiv__local {
	struct tiv__slot *next, *end;
	struct tiv__feedlet *feedlet;
	int busy, gone;
	tiv_thread adopted;
};

extern __thread struct tiv__local tiv__local;
extern int tiv__tsc;
uint64_t tiv__clock(void);
void tiv__slow(uint64_t tick, struct tiv__slot first, struct tiv__slot second);
void tiv__nested(void);

/* tiv__tick reads the clock: processor cycles if the kernel uses them as its
 * own clock, else nanoseconds. */
static inline uint64_t tiv__tick(void) {
#if defined(__x86_64__)
	if (__builtin_expect(tiv__tsc, 1))
		return __builtin_ia32_rdtsc();
#endif
	return tiv__clock();
}

/* tiv__tick_after reads the clock after all earlier loads of the thread.
 * Without the fence the processor may read the clock while it still waits for
 * a lock's memory, and the lock would seem to have two holders. */
static inline uint64_t tiv__tick_after(void) {
#if defined(__x86_64__)
	__builtin_ia32_lfence();
#endif
	return tiv__tick();
}

/* tiv__publish makes all slots up to and including the last visible to the
 * flusher. */
static inline void tiv__publish(struct tiv__local *l, struct tiv__slot *last) {
	struct tiv__page *page = (struct tiv__page *)((uintptr_t)last & ~(uintptr_t)4095);
	l->next = last + 1;
	__atomic_store_n(&page->count, (uint32_t)(((uintptr_t)last & 4095) / 16), __ATOMIC_RELEASE);
}

/* tiv__put2 writes an event of two slots, tiv__put an event of one. busy
 * excludes the calls of a signal handler. */
static inline void tiv__put2(uint64_t tick, uint64_t head, uint64_t arg, uint64_t object, uint64_t value) {
	struct tiv__local *l = &tiv__local;
	struct tiv__slot first, second;
	if (__builtin_expect(l->busy, 0)) {
		tiv__nested();
		return;
	}
	l->busy = 1;
	__atomic_signal_fence(__ATOMIC_SEQ_CST);
	first.tick = tick, first.word = head | TIV__LONG | arg << 16;
	second.tick = object, second.word = value;
	if (__builtin_expect(l->end - l->next >= 2, 1)) {
		l->next[0] = first, l->next[1] = second;
		tiv__publish(l, l->next + 1);
	} else {
		tiv__slow(tick, first, second);
	}
	__atomic_signal_fence(__ATOMIC_SEQ_CST);
	l->busy = 0;
}

static inline void tiv__put(uint64_t tick, uint64_t head, uint64_t arg) {
	struct tiv__local *l = &tiv__local;
	struct tiv__slot first;
	if (__builtin_expect(l->busy, 0)) {
		tiv__nested();
		return;
	}
	l->busy = 1;
	__atomic_signal_fence(__ATOMIC_SEQ_CST);
	first.tick = tick, first.word = head | arg << 16;
	if (__builtin_expect(l->next < l->end, 1)) {
		*l->next = first;
		tiv__publish(l, l->next);
	} else {
		tiv__slow(tick, first, first);
	}
	__atomic_signal_fence(__ATOMIC_SEQ_CST);
	l->busy = 0;
}

/* The calls. The call for a begin or a release comes before the operation, the
 * call for an end or an acquisition after it. */

static inline void tiv_io_start(enum tiv_cause cause) { tiv__put(tiv__tick(), TIV__IO_START | (uint64_t)cause << 8, 0); }
static inline void tiv_io_end(void) { tiv__put(tiv__tick_after(), TIV__IO_END, 0); }

/* tiv_monitor_wait requests the monitor and joins its queue. It is not needed
 * for a lock acquired without a wait. */
static inline void tiv_monitor_wait(const void *monitor) {
	tiv__put(tiv__tick(), TIV__MONITOR_WAIT, (uintptr_t)monitor);
}
static inline void tiv_monitor_enter(const void *monitor) {
	tiv__put(tiv__tick_after(), TIV__MONITOR_ENTER, (uintptr_t)monitor);
}
static inline void tiv_monitor_exit(const void *monitor) {
	tiv__put(tiv__tick(), TIV__MONITOR_EXIT, (uintptr_t)monitor);
}

/* Readers of a read-write lock. */
static inline void tiv_monitor_wait_shared(const void *monitor) {
	tiv__put(tiv__tick(), TIV__MONITOR_WAIT | TIV__SHARED, (uintptr_t)monitor);
}
static inline void tiv_monitor_enter_shared(const void *monitor) {
	tiv__put(tiv__tick_after(), TIV__MONITOR_ENTER | TIV__SHARED, (uintptr_t)monitor);
}

/* The same with the call stack of the thread; NULL: unknown. */
static inline void tiv_io_start_at(enum tiv_cause cause, const struct tiv_stack *stack) {
	tiv__put2(tiv__tick(), TIV__IO_START | (uint64_t)cause << 8 | TIV__ABOUT, 0, (uintptr_t)stack, 0);
}
static inline void tiv_suspend_start_at(enum tiv_cause cause, const struct tiv_stack *stack) {
	tiv__put2(tiv__tick(), TIV__SUSPEND_START | (uint64_t)cause << 8 | TIV__ABOUT, 0, (uintptr_t)stack, 0);
}
static inline void tiv_monitor_wait_at(const void *monitor, int shared, const struct tiv_stack *stack) {
	tiv__put2(tiv__tick(), TIV__MONITOR_WAIT | (shared ? TIV__SHARED : 0) | TIV__ABOUT, (uintptr_t)monitor, (uintptr_t)stack, 0);
}

static inline void tiv_monitor_enter_at(const void *monitor, const struct tiv_stack *stack) {
	tiv__put2(tiv__tick_after(), TIV__MONITOR_ENTER | TIV__ABOUT, (uintptr_t)monitor, (uintptr_t)stack, 0);
}

/* What the calling thread learns about another one: it owns a monitor, since an
 * unknown time; it no longer does. */
static inline void tiv_monitor_enter_of(tiv_thread thread, const void *monitor, int shared) {
	tiv__put2(tiv__tick_after(), TIV__MONITOR_ENTER | (shared ? TIV__SHARED : 0) | TIV__ABOUT, (uintptr_t)monitor, 0, thread);
}
static inline void tiv_monitor_exit_of(tiv_thread thread, const void *monitor) {
	tiv__put2(tiv__tick_after(), TIV__MONITOR_EXIT | TIV__ABOUT, (uintptr_t)monitor, 0, thread);
}

/* tiv_wait_end ends any wait: for a monitor, without the claim that the thread owns
 * it. */
static inline void tiv_wait_end(void) { tiv__put(tiv__tick_after(), TIV__RUN, 0); }

/* The life and the waits of another thread. */
static inline void tiv_thread_start_of(tiv_thread thread, tiv_thread by) {
	tiv__put2(tiv__tick(), TIV__THREAD_START | TIV__ABOUT, by, 0, thread);
}
static inline void tiv_thread_end_of(tiv_thread thread) {
	tiv__put2(tiv__tick_after(), TIV__THREAD_END | TIV__ABOUT, 0, 0, thread);
}
static inline void tiv_io_start_of(tiv_thread thread, enum tiv_cause cause, const struct tiv_stack *stack) {
	tiv__put2(tiv__tick(), TIV__IO_START | (uint64_t)cause << 8 | TIV__ABOUT, 0, (uintptr_t)stack, thread);
}
static inline void tiv_suspend_start_of(tiv_thread thread, enum tiv_cause cause, const struct tiv_stack *stack) {
	tiv__put2(tiv__tick(), TIV__SUSPEND_START | (uint64_t)cause << 8 | TIV__ABOUT, 0, (uintptr_t)stack, thread);
}
static inline void tiv_monitor_wait_of(tiv_thread thread, const void *monitor, int shared, const struct tiv_stack *stack) {
	tiv__put2(tiv__tick(), TIV__MONITOR_WAIT | (shared ? TIV__SHARED : 0) | TIV__ABOUT, (uintptr_t)monitor, (uintptr_t)stack, thread);
}
static inline void tiv_wait_end_of(tiv_thread thread) {
	tiv__put2(tiv__tick_after(), TIV__RUN | TIV__ABOUT, 0, 0, thread);
}

static inline void tiv_suspend_start(enum tiv_cause cause) {
	tiv__put(tiv__tick(), TIV__SUSPEND_START | (uint64_t)cause << 8, 0);
}
static inline void tiv_suspend_end(void) { tiv__put(tiv__tick_after(), TIV__SUSPEND_END, 0); }

static inline void tiv_gc_start(void) { tiv__put(tiv__tick(), TIV__GC_START, 0); }
static inline void tiv_gc_end(void) { tiv__put(tiv__tick(), TIV__GC_END, 0); }

/* tiv_ready records that a thread is runnable and waits for a processor,
 * tiv_run that the calling thread runs on one, counted from 0. */
static inline void tiv_ready(tiv_thread thread) { tiv__put(tiv__tick(), TIV__READY, thread); }
static inline void tiv_run(unsigned cpu) { tiv__put(tiv__tick_after(), TIV__RUN, (uint64_t)cpu + 1); }

/* tiv_wake records that the calling thread is about to wake another. The wait that it
 * ends must not seem to begin at the same time. */
static inline void tiv_wake(tiv_thread thread) { tiv__put(tiv__tick_after(), TIV__WAKE, thread); }

/* tiv_wake_by does so for another thread. */
static inline void tiv_wake_by(tiv_thread thread, tiv_thread by) {
	tiv__put2(tiv__tick_after(), TIV__WAKE | TIV__NAMED, thread, 0, (uint64_t)by << 32);
}

/* tiv_woken_by records that another thread has ended the wait of the calling one,
 * before the wait's end is recorded. */
static inline void tiv_woken_by(tiv_thread thread) {
	tiv__put2(tiv__tick_after(), TIV__WAKE | TIV__NAMED, 0, 0, (uint64_t)thread << 32);
}

static inline void tiv_counter(const char *name, int64_t value) {
	tiv__put2(tiv__tick(), TIV__COUNTER, (uintptr_t)name, 0, (uint64_t)value);
}

/* The program numbers its tasks; 0 is none. A task can be part of another, its
 * parent. Regions are intervals of one thread's time, for a task or none. */
static inline void tiv_task_start(const char *name, int64_t task, int64_t parent) {
	tiv__put2(tiv__tick(), TIV__TASK_START, (uintptr_t)name, (uint64_t)task, (uint64_t)parent);
}
static inline void tiv_task_end(int64_t task) { tiv__put2(tiv__tick(), TIV__TASK_END, 0, (uint64_t)task, 0); }
static inline void tiv_region_start(const char *name, int64_t task) {
	tiv__put2(tiv__tick(), TIV__REGION_START, (uintptr_t)name, (uint64_t)task, 0);
}
static inline void tiv_region_end(const char *name, int64_t task) {
	tiv__put2(tiv__tick(), TIV__REGION_END, (uintptr_t)name, (uint64_t)task, 0);
}

static inline void tiv_call_enter(const char *name) { tiv__put(tiv__tick(), TIV__CALL_ENTER, (uintptr_t)name); }
static inline void tiv_call_exit(const char *name) { tiv__put(tiv__tick(), TIV__CALL_EXIT, (uintptr_t)name); }

/* The same with the numbers of the object on which the function is called, and of its
 * first argument; 0: none, or unknown. */
static inline void tiv_call_enter_on(const char *name, int64_t object, int64_t argument) {
	tiv__put2(tiv__tick(), TIV__CALL_ENTER, (uintptr_t)name, (uint64_t)object, (uint64_t)argument);
}

static inline void tiv_alloc(const void *object, size_t size) {
	tiv__put2(tiv__tick(), TIV__ALLOC, 0, (uintptr_t)object, size);
}

/* The same with the name of the object's type. */
static inline void tiv_alloc_of(const char *type, const void *object, size_t size) {
	tiv__put2(tiv__tick(), TIV__ALLOC, (uintptr_t)type, (uintptr_t)object, size);
}
static inline void tiv_free(const void *object) { tiv__put2(tiv__tick(), TIV__FREE, 0, (uintptr_t)object, 0); }

/* Items of a queue, with numbers from 1 on in the order in which the queue gives them out; the
 * last is put, or was taken. Other processes know a queue by its name, this one by its number
 * if name is NULL. tiv_take with 0: it has found none, and is about to wait for one. */
static inline void tiv_put(const char *name, int64_t queue, int64_t last) {
	tiv__put2(tiv__tick(), TIV__PUT, (uintptr_t)name, (uint64_t)queue, (uint64_t)last);
}
static inline void tiv_take(const char *name, int64_t queue, int64_t last) {
	tiv__put2(tiv__tick_after(), TIV__TAKE, (uintptr_t)name, (uint64_t)queue, (uint64_t)last);
}

#endif /* TIV_DISABLE */

#ifdef __cplusplus
}
#endif
#endif /* TIV_H */

#if (defined(TIV_IMPLEMENTATION) || defined(TIV__HOOKS)) && !defined(TIV_DISABLE) && !defined(TIV__STATE)
#define TIV__STATE

/* How it works.
 *
 * A thread writes its events into its own pages, the feedlet, and publishes
 * each by one store to the page's count. A full page is followed by another
 * from a shared pool. Every 25 ms the flusher, a thread of this library,
 * collects the events:
 *
 *  1. It reads the clock: this is the horizon. All events up to it go into this
 *     block, and those after it into the next.
 *  2. It adopts the new feedlets, and gathers the events of each.
 *  3. An event earlier than the horizon of the block before gets the time of
 *     that horizon. Its thread had read the clock but not yet published the
 *     event when the flusher visited the feedlet, so it was still within the
 *     call. Any moment within the call is an equally valid time, because no
 *     operation after the call can have happened yet. So blocks never overlap.
 *  4. It merges the events that threads recorded about others, encodes and
 *     writes.
 *
 * Ticks are converted to nanoseconds by the line through the clocks' readings
 * at this horizon and the one before.
 *
 * If the pool is empty, events are counted as lost. The count is written
 * before the next event that has room, with the time of the first lost one. */

#include <pthread.h>
#include <sys/types.h>

#ifdef TIV__HOOKS
#include TIV__HOOKS
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* TIV__PRIVATE is the linkage of what only this file uses. TIV's own libraries consist of
 * several files, which use it, too: TIV__HOOKS is the name of their file with the hooks. */
#ifdef TIV__HOOKS
#define TIV__PRIVATE __attribute__((visibility("hidden")))
extern TIV__PRIVATE struct tiv__all tiv__all;
extern TIV__PRIVATE struct tiv__out tiv__out;
#else
#define TIV__PRIVATE static
#endif

/* TIV__FEEDLET are more fields of a feedlet. */
#ifndef TIV__FEEDLET
#define TIV__FEEDLET
#endif

/* A feedlet's first fields belong to its thread, the rest to the flusher. */
struct tiv__feedlet {
	struct tiv__feedlet *link; /* next new feedlet */
	tiv_thread thread;
	struct tiv__page *tail;
	uint64_t lost, lost_tick;
	uint64_t told, to_told; /* of the lost events after the last one: those that are written */
	uint32_t first; /* page, from 1 */
	int said_end, ended;
	long os_thread;

	/* The position of the next event, now and after this block is made. */
	struct tiv__page *page, *to_page;
	uint32_t at, to_at;
	int64_t last, to_last; /* time of the last event */
	int over;              /* it has ended, and all events are gathered */
	TIV__FEEDLET
};

struct tiv__event {
	int64_t time;
	uint64_t word;
	int64_t object, value;
	tiv_thread thread, other;
};

struct tiv__events {
	struct tiv__event *list;
	size_t len, cap;
};

struct tiv__bytes {
	uint8_t *list;
	size_t len, cap;
};

/* A column of numbers as StreamVByte. */
struct tiv__column {
	struct tiv__bytes control, data;
	uint32_t count;
};

/* A map from nonzero keys to ids from 1. */
struct tiv__map {
	uint64_t *keys;
	uint32_t *ids;
	size_t cap;
	uint32_t count;
};

enum tiv__field {
	TIV__MONITOR = 1, TIV__SAME = 2, TIV__OTHER = 4, TIV__STACK = 8,
	TIV__CPU = 16, TIV__NAME = 32, TIV__OBJECT = 64, TIV__VALUE = 128
};
enum { TIV__COL_MONITOR, TIV__COL_OTHER, TIV__COL_STACK, TIV__COL_CPU, TIV__COL_NAME, TIV__COLS };
enum { TIV__META = 1, TIV__EVENTS = 2, TIV__INDEX = 4, TIV__END = 5 };

/* Data shared by threads and the flusher. */
struct tiv__all {
	int on;              /* atomic */
	uint32_t threads;    /* atomic: the last id */
	struct tiv__feedlet *fresh_feedlets; /* atomic */
	struct tiv__page *pages;
	uint32_t *after;     /* by page, atomic: the page after it in the pool */
	uint64_t pool;       /* atomic: first page from 1, and << 32 a version */
	uint32_t used;       /* atomic: pages ever used */
	pthread_key_t key;
	uint32_t asked, answered; /* atomic: requested and completed flushes */
	int stop, finished, error; /* atomic */
	uint32_t flusher;    /* atomic: whether a thread makes the passes */
	int rest;            /* atomic: the flusher's thread is to end, the recording goes on */
	int started;         /* atomic */
	pid_t process;
};

/* Data of the flusher only. */
struct tiv__out {
	int fd, error;
	uint64_t limit_size; /* of the file; 0: none */
	int full;
	size_t buffer;       /* the bytes that may wait for a listener; 0: the trace is a file */
	uint32_t sequence;
	uint64_t tick;           /* the last horizon */
	int64_t now, base;       /* the same in ns since the start; the clock at the start */
	uint64_t limit;          /* the horizon of the current block */
	double rate;             /* ns for each tick up to it */
	int64_t wrote;           /* time of the last block */
	off_t size;              /* of the file up to the last whole chunk */
	struct tiv__feedlet **feedlets; /* by thread */
	size_t feedlets_len, feedlets_cap;
	struct tiv__events own, foreign, said;
	struct tiv__map monitors, names, texts, types, frames, stacks;
	uint32_t *name_ids;      /* by number of address, in names */
	size_t name_ids_cap;
	uint8_t header[64];      /* of the file */
	struct tiv__bytes meta, table, codes, wide, object, value, record, chunk, index;
	struct tiv__column group_threads, group_counts, times, cols[TIV__COLS];
	uint32_t meta_count, code_count, wide_count, last_wide, object_count, value_count, work;
	uint8_t code_of[1 << 15]; /* by hash of a code's fields, from 1 */
};

#ifndef TIV__HOOKS
static struct tiv__all tiv__all;
static struct tiv__out tiv__out;
#endif

/* tiv__grow makes room for n elements of a size in a list, and returns whether there is. */
TIV__PRIVATE int tiv__grow(void *list, size_t *cap, size_t n, size_t size);

/* tiv__add_event returns a new event of a list, to be filled. */
TIV__PRIVATE struct tiv__event *tiv__add_event(struct tiv__events *e);

/* tiv__property adds a property to the trace. */
TIV__PRIVATE void tiv__property(const char *key, const char *value);

/* tiv__order compares events by thread, time and value. */
TIV__PRIVATE int tiv__order(const void *a, const void *b);

/* tiv__launch starts the flusher, with all signals blocked in it, if there is none: else its
 * result is EBUSY. */
TIV__PRIVATE int tiv__launch(void);

/* tiv__ns converts a tick up to the limit to nanoseconds since the start. */
static inline int64_t tiv__ns(uint64_t tick) {
	if ((int64_t)(tick - tiv__out.tick) <= 0)
		return tiv__out.now;
	return tiv__out.now + (int64_t)((double)(tick - tiv__out.tick) * tiv__out.rate);
}

/* tiv__time returns the time of an event. An acquisition counts 1 ns later than its
 * tick: clocks advance in steps, of 10 ns on some processors, so that its tick can be
 * that of the release before it, by another thread. */
static inline int64_t tiv__time(uint64_t tick, uint64_t word) {
	return tiv__ns(tick) + ((word & 255) == TIV__MONITOR_ENTER);
}

#ifdef __cplusplus
}
#endif
#endif /* TIV__STATE */

#if defined(TIV_IMPLEMENTATION) && !defined(TIV_DISABLE) && !defined(TIV__IMPLEMENTED)
#define TIV__IMPLEMENTED

#include <errno.h>
#include <arpa/inet.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>
#if defined(__x86_64__)
#include <cpuid.h>
#endif
#if defined(__linux__)
#include <sys/syscall.h>
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Hooks of TIV's own libraries that include this file: the flusher starts; a pass
 * begins with the clock at its horizon; the events up to the limit are gathered; the
 * program is idle at a time; a thread ends, and the result is whether to wait for the next
 * round of destructors; a thread asks for a pass, and goes on after it. */
#ifndef TIV__HOOK_FLUSHER
#define TIV__HOOK_FLUSHER() ((void)0)
#define TIV__HOOK_PASS(horizon) ((void)(horizon))
#define TIV__HOOK_GATHER() ((void)0)
#define TIV__HOOK_IDLE(now) ((void)(now))
#define TIV__HOOK_LEAVE() 0
#define TIV__HOOK_ASK() ((void)0)
#define TIV__HOOK_ANSWERED() ((void)0)
#endif
/* The events of a block are complete. The hook may leave out any of them, or all. */
#ifndef TIV__HOOK_BLOCK
#define TIV__HOOK_BLOCK() ((void)0)
#endif

/* Whether the recording begins without a flusher. */
#ifndef TIV__HOOK_ALONE
#define TIV__HOOK_ALONE() 0
#endif

/* A hook for a number of the memory at the address of a monitor that is the same in all
 * processes that share it; 0: none. */
#ifndef TIV__HOOK_SHARED
#define TIV__HOOK_SHARED(address) ((void)(address), (uint64_t)0)
#endif

/* Sending to a listener: whether the program forbids it from now on, as a sandbox does; its
 * name and language, NULL and "c" if nothing else is known; a setting, NULL without it; and
 * whether the program's standard error may have a line. A library that must not look up names
 * of machines defines TIV__NUMERIC. */
#ifndef TIV__HOOK_SHUT
#define TIV__HOOK_SHUT() 0
#define TIV__SETTING getenv
#define TIV__HOOK_SPEAKS() 1
#endif
#ifndef TIV__LANGUAGE
#define TIV__PROGRAM NULL
#define TIV__LANGUAGE "c"
#endif

/* The functions for connections, and for a line on standard error. */
#ifndef MSG_NOSIGNAL
#define MSG_NOSIGNAL 0
#endif
#ifndef TIV__SOCKET
#define TIV__SOCKET socket
#define TIV__CONNECT connect
#define TIV__SEND(fd, p, n) send(fd, p, n, MSG_NOSIGNAL)
#define TIV__RECV(fd, p, n) recv(fd, p, n, 0)
#define TIV__POLL poll
#define TIV__SAY write
#endif

/* The functions for memory, files and threads. */
#ifndef TIV__MALLOC
#define TIV__MALLOC malloc
#define TIV__CALLOC calloc
#define TIV__REALLOC realloc
#define TIV__ALIGNED posix_memalign
#define TIV__FREE free
#define TIV__OPEN open
#define TIV__WRITE write
#define TIV__TRUNCATE ftruncate
#define TIV__CLOSE close
#define TIV__SORT qsort
#define TIV__THREAD pthread_create
#define TIV__SYSCALL syscall
#endif

/* TIV_BUFFER_BYTES is the maximum size of events not written yet. Memory is
 * allocated at its first use. */
#ifndef TIV_BUFFER_BYTES
#define TIV_BUFFER_BYTES (64u << 20)
#endif
#define TIV__PAGES ((uint32_t)(TIV_BUFFER_BYTES / sizeof(struct tiv__page)))
#define TIV__INTERVAL 25000000        /* ns between flushes */
#define TIV__IDLE 100000000           /* ns without events after which the trace's time advances */
#define TIV__BLOCK ((size_t)1 << 15)  /* events in a block */

__thread struct tiv__local tiv__local;
int tiv__tsc;
#ifdef TIV__HOOKS
struct tiv__all tiv__all;
struct tiv__out tiv__out;
#endif

uint64_t tiv__clock(void) {
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

/* The threads' side. */

/* tiv__take allocates a page from the pool, tiv__give frees one. */
static struct tiv__page *tiv__take(void) {
	uint64_t head = __atomic_load_n(&tiv__all.pool, __ATOMIC_ACQUIRE), next;
	uint32_t page;
	while ((page = (uint32_t)head) != 0) {
		next = ((head >> 32) + 1) << 32 | __atomic_load_n(&tiv__all.after[page - 1], __ATOMIC_RELAXED);
		if (__atomic_compare_exchange_n(&tiv__all.pool, &head, next, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
			return &tiv__all.pages[page - 1];
	}
	if (__atomic_load_n(&tiv__all.used, __ATOMIC_RELAXED) >= TIV__PAGES)
		return NULL;
	page = __atomic_fetch_add(&tiv__all.used, 1, __ATOMIC_RELAXED);
	return page < TIV__PAGES ? &tiv__all.pages[page] : NULL;
}

static void tiv__give(struct tiv__page *p) {
	uint32_t page = (uint32_t)(p - tiv__all.pages);
	uint64_t head = __atomic_load_n(&tiv__all.pool, __ATOMIC_ACQUIRE), next;
	do {
		__atomic_store_n(&tiv__all.after[page], (uint32_t)head, __ATOMIC_RELAXED);
		next = ((head >> 32) + 1) << 32 | (page + 1);
	} while (!__atomic_compare_exchange_n(&tiv__all.pool, &head, next, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE));
}

/* tiv__room makes room for some slots; it returns 0 if there is none. */
static int tiv__room(struct tiv__local *l, int slots) {
	struct tiv__feedlet *f = l->feedlet;
	struct tiv__page *page;
	if (f->tail) {
		l->end = f->tail->slots + 255;
		if (l->end - l->next >= slots)
			return 1;
	}
	page = tiv__take();
	if (!page) {
		l->end = l->next;
		return 0;
	}
	__atomic_store_n(&page->count, 0, __ATOMIC_RELAXED);
	__atomic_store_n(&page->next, 0, __ATOMIC_RELAXED);
	__atomic_store_n(f->tail ? &f->tail->next : &f->first, (uint32_t)(page - tiv__all.pages) + 1, __ATOMIC_RELEASE);
	f->tail = page;
	l->next = page->slots;
	l->end = page->slots + 255;
	return 1;
}

/* tiv__join gives the thread a feedlet; it returns 0 if there is none. */
static int tiv__join(struct tiv__local *l) {
	struct tiv__feedlet *f = l->feedlet;
	if (!__atomic_load_n(&tiv__all.on, __ATOMIC_ACQUIRE) || l->gone) {
		l->end = l->next;
		return 0;
	}
	if (f)
		return 1;
	f = (struct tiv__feedlet *)TIV__CALLOC(1, sizeof *f);
	if (!f)
		return 0;
	if (pthread_setspecific(tiv__all.key, f)) {
		TIV__FREE(f);
		return 0;
	}
#if defined(__linux__)
	f->os_thread = TIV__SYSCALL(SYS_gettid);
#endif
	f->thread = l->adopted ? l->adopted : tiv_thread_reserve();
	l->adopted = 0;
	f->link = __atomic_load_n(&tiv__all.fresh_feedlets, __ATOMIC_RELAXED);
	while (!__atomic_compare_exchange_n(&tiv__all.fresh_feedlets, &f->link, f, 1, __ATOMIC_RELEASE, __ATOMIC_RELAXED))
		;
	l->feedlet = f;
	return 1;
}

tiv_thread tiv_thread_reserve(void) {
	return __atomic_load_n(&tiv__all.on, __ATOMIC_ACQUIRE) ? __atomic_add_fetch(&tiv__all.threads, 1, __ATOMIC_RELAXED) : 0;
}

void tiv_thread_adopt(tiv_thread thread) {
	tiv__local.adopted = thread;
	tiv_self();
}

/* tiv__lose counts a lost event. A signal handler may interrupt it with the
 * same. */
static void tiv__lose(struct tiv__feedlet *f, uint64_t tick) {
	if (__atomic_load_n(&f->lost, __ATOMIC_RELAXED) == 0)
		__atomic_store_n(&f->lost_tick, tick, __ATOMIC_RELAXED);
	__atomic_fetch_add(&f->lost, 1, __ATOMIC_RELEASE);
}

/* tiv__nested counts a call within another one, in a signal handler. */
void tiv__nested(void) {
	struct tiv__local *l = &tiv__local;
	if (!l->feedlet)
		return;
	tiv__lose(l->feedlet, tiv__tick());
	l->end = l->next; /* so that the next call writes the count */
}

/* tiv__drop frees the string of an entry that is not an event. */
static void tiv__drop(struct tiv__slot first, struct tiv__slot second) {
	if ((first.word & 255) >= TIV__DESCRIBE_THREAD)
		TIV__FREE((void *)(uintptr_t)second.tick);
}

/* tiv__slow writes an event if the page is full, or if there is none. */
void tiv__slow(uint64_t tick, struct tiv__slot first, struct tiv__slot second) {
	struct tiv__local *l = &tiv__local;
	int slots = first.word & TIV__LONG ? 2 : 1;
	uint64_t lost;
	if (!tiv__join(l)) {
		tiv__drop(first, second);
		return;
	}
	lost = __atomic_load_n(&l->feedlet->lost, __ATOMIC_RELAXED);
	if (lost != 0 && tiv__room(l, 1)) {
		l->next->tick = __atomic_load_n(&l->feedlet->lost_tick, __ATOMIC_RELAXED);
		l->next->word = TIV__LOST | __atomic_exchange_n(&l->feedlet->lost, 0, __ATOMIC_RELAXED) << 16;
		tiv__publish(l, l->next);
		lost = 0;
	}
	if (lost != 0 || !tiv__room(l, slots)) {
		tiv__lose(l->feedlet, tick);
		tiv__drop(first, second);
		return;
	}
	l->next[0] = first;
	if (slots == 2)
		l->next[1] = second;
	tiv__publish(l, l->next + slots - 1);
}

tiv_thread tiv_self(void) {
	struct tiv__local *l = &tiv__local;
	tiv_thread self = 0;
	if (l->busy)
		return l->feedlet ? l->feedlet->thread : 0;
	l->busy = 1;
	__atomic_signal_fence(__ATOMIC_SEQ_CST);
	if (tiv__join(l))
		self = l->feedlet->thread;
	__atomic_signal_fence(__ATOMIC_SEQ_CST);
	l->busy = 0;
	return self;
}

/* tiv__say sends a copy of a text to the flusher. */
static void tiv__say(enum tiv__kind kind, const void *what, const char *text) {
	char *copy;
	if (!text || !__atomic_load_n(&tiv__all.on, __ATOMIC_ACQUIRE) || tiv__local.busy)
		return;
	copy = (char *)TIV__MALLOC(strlen(text) + 1);
	if (copy) {
		strcpy(copy, text);
		tiv__put2(tiv__tick(), kind, (uintptr_t)what, (uintptr_t)copy, 0);
	}
}

void tiv_thread_name(const char *text) { tiv__say(TIV__NAME_THREAD, NULL, text); }
void tiv_monitor_name(const void *monitor, const char *text) { tiv__say(TIV__NAME_MONITOR, monitor, text); }

void tiv_thread_describe(const char *id, const char *text, int system) { tiv_thread_describe_of(0, id, text, system); }

/* The text is the id, a zero byte and the name. */
void tiv_thread_describe_of(tiv_thread thread, const char *id, const char *text, int system) {
	size_t n = strlen(id) + 1, m = strlen(text) + 1;
	char *copy;
	if (!__atomic_load_n(&tiv__all.on, __ATOMIC_ACQUIRE) || tiv__local.busy)
		return;
	copy = (char *)TIV__MALLOC(n + m);
	if (copy) {
		memcpy(copy, id, n);
		memcpy(copy + n, text, m);
		tiv__put2(tiv__tick(), TIV__DESCRIBE_THREAD, (uint64_t)thread << 1 | (system != 0), (uintptr_t)copy, 0);
	}
}

/* The text is the names, each with a zero byte, and an empty one. */
void tiv_type(const char *text, const char *const *supertypes, size_t count) {
	size_t i, n = strlen(text) + 2;
	char *copy, *to;
	if (!*text || !__atomic_load_n(&tiv__all.on, __ATOMIC_ACQUIRE) || tiv__local.busy)
		return;
	for (i = 0; i < count; i++)
		n += strlen(supertypes[i]) + 1;
	if (!(copy = (char *)TIV__MALLOC(n)))
		return;
	strcpy(copy, text);
	for (to = copy, i = 0; i < count; i++)
		if (*supertypes[i])
			strcpy(to += strlen(to) + 1, supertypes[i]);
	to[strlen(to) + 1] = 0;
	tiv__put2(tiv__tick(), TIV__TYPE, 0, (uintptr_t)copy, 0);
}

void tiv_thread_start(const char *text, tiv_thread by) { tiv_thread_start_after(text, by, 0); }

void tiv_thread_start_after(const char *text, tiv_thread by, int64_t ns) {
	if (ns > 0)
		tiv__put2(tiv__tick(), TIV__THREAD_START, by, 0, (uint64_t)ns);
	else
		tiv__put(tiv__tick(), TIV__THREAD_START, by);
	if (tiv__local.feedlet)
		tiv__local.feedlet->said_end = 0;
	tiv__say(TIV__NAME_THREAD, NULL, text);
}

void tiv_thread_end(void) {
	tiv__put(tiv__tick(), TIV__THREAD_END, 0);
	if (tiv__local.feedlet)
		tiv__local.feedlet->said_end = 1;
}

/* tiv__leave is called when a thread ends: its pages are freed once they are
 * written. Later calls, in its destructors, are not recorded. */
static void tiv__leave(void *feedlet) {
	struct tiv__feedlet *f = (struct tiv__feedlet *)feedlet;
	struct tiv__local *l = &tiv__local;
	if (TIV__HOOK_LEAVE()) {
		pthread_setspecific(tiv__all.key, f);
		return;
	}
	if (!f->said_end)
		tiv_thread_end();
	l->busy = l->gone = 1;
	__atomic_signal_fence(__ATOMIC_SEQ_CST);
	l->feedlet = NULL;
	l->next = l->end = NULL;
	__atomic_store_n(&f->ended, 1, __ATOMIC_RELEASE);
	__atomic_signal_fence(__ATOMIC_SEQ_CST);
	l->busy = 0;
}

void tiv_thread_leave(void) {
	struct tiv__local *l = &tiv__local;
	if (!l->feedlet || l->busy)
		return;
	pthread_setspecific(tiv__all.key, NULL);
	tiv__leave(l->feedlet);
	l->gone = 0;
}

/* The flusher's side: containers. If memory runs out, the recording ends. */

TIV__PRIVATE int tiv__grow(void *list, size_t *cap, size_t n, size_t size) {
	void *old, *more;
	if (n <= *cap)
		return 1;
	n = 2 * n + 16;
	memcpy(&old, list, sizeof old);
	more = TIV__REALLOC(old, n * size);
	if (!more) {
		tiv__out.error = ENOMEM;
		return 0;
	}
	memcpy(list, &more, sizeof more);
	*cap = n;
	return 1;
}

/* tiv__more makes room for n more bytes and returns their position. */
static uint8_t *tiv__more(struct tiv__bytes *b, size_t n) {
	static uint8_t nowhere[64];
	if (b->cap - b->len < n && !tiv__grow(&b->list, &b->cap, b->len + n, 1))
		return n <= sizeof nowhere ? nowhere : NULL;
	b->len += n;
	return b->list + b->len - n;
}

static void tiv__add_bytes(struct tiv__bytes *b, const void *from, size_t n) {
	uint8_t *to = n ? tiv__more(b, n) : NULL;
	if (to)
		memcpy(to, from, n);
}

static void tiv__add_varint(struct tiv__bytes *b, uint64_t v) {
	uint8_t buf[10];
	size_t n = 0;
	for (; v >= 128; v >>= 7)
		buf[n++] = (uint8_t)(v | 128);
	buf[n++] = (uint8_t)v;
	tiv__add_bytes(b, buf, n);
}

static void tiv__add_zigzag(struct tiv__bytes *b, int64_t v) {
	tiv__add_varint(b, (uint64_t)v << 1 ^ (uint64_t)(v >> 63));
}

static void tiv__add_string(struct tiv__bytes *b, const char *s) {
	size_t n = strlen(s);
	if (n > 65535)
		n = 65535;
	tiv__add_varint(b, n);
	tiv__add_bytes(b, s, n);
}

/* tiv__le writes the n low bytes of v in little-endian order. */
static void tiv__le(uint8_t *to, uint64_t v, int n) {
	int i;
	for (i = 0; i < n; i++)
		to[i] = (uint8_t)(v >> 8 * i);
}

static void tiv__add_column(struct tiv__column *c, uint32_t v) {
	uint32_t place = c->count++ % 4;
	int n = 1 + (v > 0xff) + (v > 0xffff) + (v > 0xffffff);
	if (place == 0)
		*tiv__more(&c->control, 1) = 0;
	if (c->control.len)
		c->control.list[c->control.len - 1] |= (uint8_t)((n - 1) << 2 * place);
	tiv__le(tiv__more(&c->data, (size_t)n), v, n);
}

static void tiv__clear_column(struct tiv__column *c) { c->control.len = c->data.len = c->count = 0; }

static size_t tiv__column_len(const struct tiv__column *c) { return c->control.len + c->data.len; }

static void tiv__put_column(struct tiv__bytes *b, const struct tiv__column *c) {
	tiv__add_bytes(b, c->control.list, c->control.len);
	tiv__add_bytes(b, c->data.list, c->data.len);
}

TIV__PRIVATE struct tiv__event *tiv__add_event(struct tiv__events *e) {
	static struct tiv__event nowhere;
	if (e->len == e->cap && !tiv__grow(&e->list, &e->cap, e->len + 1, sizeof *e->list))
		return &nowhere;
	return &e->list[e->len++];
}

static int tiv__grow_map(struct tiv__map *m);

/* tiv__find returns the id of a key; *fresh is set if it is new. */
static uint32_t tiv__find(struct tiv__map *m, uint64_t key, int *fresh) {
	size_t i;
	*fresh = 0;
	if (key == 0 || ((m->count + 1) * (size_t)2 > m->cap && !tiv__grow_map(m)))
		return 0;
	for (i = (size_t)(key * 0x9e3779b97f4a7c15u >> 32) & (m->cap - 1); m->keys[i]; i = (i + 1) & (m->cap - 1))
		if (m->keys[i] == key)
			return m->ids[i];
	*fresh = 1;
	m->keys[i] = key;
	return m->ids[i] = ++m->count;
}

static int tiv__grow_map(struct tiv__map *m) {
	struct tiv__map big;
	size_t i, j;
	memset(&big, 0, sizeof big);
	big.cap = m->cap ? m->cap * 2 : 64;
	big.count = m->count;
	big.keys = (uint64_t *)TIV__CALLOC(big.cap, sizeof *big.keys);
	big.ids = (uint32_t *)TIV__CALLOC(big.cap, sizeof *big.ids);
	if (!big.keys || !big.ids) {
		tiv__out.error = ENOMEM;
		TIV__FREE(big.keys);
		TIV__FREE(big.ids);
		return 0;
	}
	for (i = 0; i < m->cap; i++)
		if (m->keys[i]) {
			j = (size_t)(m->keys[i] * 0x9e3779b97f4a7c15u >> 32) & (big.cap - 1);
			while (big.keys[j])
				j = (j + 1) & (big.cap - 1);
			big.keys[j] = m->keys[i], big.ids[j] = m->ids[i];
		}
	TIV__FREE(m->keys);
	TIV__FREE(m->ids);
	*m = big;
	return 1;
}

/* Names. */

/* tiv__record adds the record in tiv__out.record to META. */
static void tiv__record(uint8_t kind) {
	tiv__add_bytes(&tiv__out.meta, &kind, 1);
	tiv__add_varint(&tiv__out.meta, tiv__out.record.len);
	tiv__add_bytes(&tiv__out.meta, tiv__out.record.list, tiv__out.record.len);
	tiv__out.record.len = 0;
	tiv__out.meta_count++;
}

static void tiv__thread_record(tiv_thread thread, const char *id, const char *name, int system) {
	char number[16];
	sprintf(number, "%u", (unsigned)thread);
	tiv__add_varint(&tiv__out.record, thread);
	tiv__add_varint(&tiv__out.record, (uint64_t)system);
	tiv__add_string(&tiv__out.record, id ? id : number);
	tiv__add_string(&tiv__out.record, name);
	tiv__record(1);
}

static void tiv__monitor_record(uint32_t id, uint64_t address, const char *name) {
	char hex[32];
	uint64_t shared = TIV__HOOK_SHARED(address);
	if (shared)
		sprintf(hex, "shared:0x%llx", (unsigned long long)shared);
	else
		sprintf(hex, "0x%llx", (unsigned long long)address);
	tiv__add_varint(&tiv__out.record, id);
	tiv__add_string(&tiv__out.record, hex);
	tiv__add_string(&tiv__out.record, name ? name : hex);
	tiv__record(2);
}

TIV__PRIVATE void tiv__property(const char *key, const char *value) {
	tiv__add_string(&tiv__out.record, key);
	tiv__add_string(&tiv__out.record, value);
	tiv__record(6);
}

static uint32_t tiv__monitor_id(uint64_t address) {
	int fresh;
	uint32_t id = tiv__find(&tiv__out.monitors, address, &fresh);
	if (fresh)
		tiv__monitor_record(id, address, NULL);
	return id;
}

static uint64_t tiv__hash(const char *text, const char *end) {
	uint64_t hash = 0xcbf29ce484222325u;
	for (; text != end; text++)
		hash = (hash ^ (uint8_t)*text) * 0x100000001b3u;
	return hash | 1;
}

/* tiv__text_id finds a name's id by a hash of 64 bits, and records a new name. */
static uint32_t tiv__text_id(const char *name) {
	int fresh;
	uint32_t id = tiv__find(&tiv__out.texts, tiv__hash(name, name + strlen(name)), &fresh);
	if (fresh) {
		tiv__add_varint(&tiv__out.record, id);
		tiv__add_string(&tiv__out.record, name);
		tiv__record(5);
	}
	return id;
}

/* tiv__name_id finds a name's id by its address, and merges equal names. */
static uint32_t tiv__name_id(uint64_t address) {
	int fresh;
	uint32_t n = tiv__find(&tiv__out.names, address, &fresh);
	if (n == 0)
		return 0;
	if (!fresh)
		return tiv__out.name_ids[n];
	if (!tiv__grow(&tiv__out.name_ids, &tiv__out.name_ids_cap, n + 1, sizeof *tiv__out.name_ids))
		return 0;
	return tiv__out.name_ids[n] = tiv__text_id((const char *)(uintptr_t)address);
}

/* tiv__type_record records a type once, after its names: a list that ends with an empty one. */
static void tiv__type_record(const char *names) {
	const char *name;
	uint32_t id, supertypes = 0;
	int fresh;
	for (name = names; *name; name += strlen(name) + 1)
		tiv__text_id(name), supertypes += name != names;
	id = tiv__find(&tiv__out.types, tiv__hash(names, name), &fresh);
	if (!fresh)
		return;
	tiv__add_varint(&tiv__out.record, id);
	tiv__add_varint(&tiv__out.record, tiv__text_id(names));
	tiv__add_varint(&tiv__out.record, supertypes);
	for (name = names + strlen(names) + 1; supertypes > 0; supertypes--, name += strlen(name) + 1)
		tiv__add_varint(&tiv__out.record, tiv__text_id(name));
	tiv__record(9);
}

static uint32_t tiv__frame_id(const struct tiv_frame *f) {
	int fresh;
	uint32_t id = tiv__find(&tiv__out.frames, (uintptr_t)f, &fresh);
	if (fresh) {
		tiv__add_varint(&tiv__out.record, id);
		tiv__add_varint(&tiv__out.record, f->line);
		tiv__add_string(&tiv__out.record, f->function);
		tiv__add_string(&tiv__out.record, f->file);
		tiv__record(3);
	}
	return id;
}

/* tiv__stack_id finds a stack's id by its address. Its frames are recorded first. */
static uint32_t tiv__stack_id(const struct tiv_stack *s) {
	int fresh;
	uint32_t i, id = tiv__find(&tiv__out.stacks, (uintptr_t)s, &fresh);
	if (!fresh)
		return id;
	for (i = 0; i < s->count; i++)
		tiv__frame_id(s->frames[i]);
	tiv__add_varint(&tiv__out.record, id);
	tiv__add_varint(&tiv__out.record, s->count);
	for (i = 0; i < s->count; i++)
		tiv__add_varint(&tiv__out.record, tiv__frame_id(s->frames[i]));
	tiv__record(4);
	return id;
}

/* tiv__names processes the new names: those of a thread by time, whoever gave them. */
static void tiv__names(void) {
	size_t i;
	int fresh;
	for (i = 0; i < tiv__out.said.len; i++)
		tiv__out.said.list[i].value = (int64_t)i;
	if (tiv__out.said.len > 1)
		TIV__SORT(tiv__out.said.list, tiv__out.said.len, sizeof *tiv__out.said.list, tiv__order);
	for (i = 0; i < tiv__out.said.len; i++) {
		struct tiv__event *ev = &tiv__out.said.list[i];
		char *text = (char *)(uintptr_t)ev->object;
		if ((ev->word & 255) == TIV__DESCRIBE_THREAD)
			tiv__thread_record(ev->thread, text, text + strlen(text) + 1, (int)(ev->word >> 16 & 1));
		else if ((ev->word & 255) == TIV__NAME_THREAD)
			tiv__thread_record(ev->thread, NULL, text, 0);
		else if ((ev->word & 255) == TIV__TYPE)
			tiv__type_record(text);
		else
			tiv__monitor_record(tiv__find(&tiv__out.monitors, ev->word >> 16, &fresh), ev->word >> 16, text);
		TIV__FREE(text);
	}
}

/* Gathering. */

/* tiv__place returns the list for an event: the events of its own thread, the
 * events that threads recorded about others, or none. */
static struct tiv__event *tiv__place(struct tiv__feedlet *f, const struct tiv__slot *s) {
	uint64_t word = s->word, arg = word >> 16;
	uint32_t kind = word & 255;
	uint32_t last = __atomic_load_n(&tiv__all.threads, __ATOMIC_RELAXED);
	struct tiv__event *ev;
	switch (kind) {
	case TIV__GC_START:
	case TIV__GC_END:
		arg = 0;
		break;
	case TIV__READY:
	case TIV__WAKE:
		if (arg == 0 && (kind == TIV__READY || word & TIV__NAMED))
			arg = f->thread;
		if (arg == 0 || arg > last)
			return NULL;
		break;
	case TIV__DESCRIBE_THREAD:
	case TIV__NAME_THREAD:
	case TIV__NAME_MONITOR:
	case TIV__TYPE:
		return tiv__add_event(&tiv__out.said);
	default:
		arg = word & TIV__ABOUT && (tiv_thread)s[1].word ? (tiv_thread)s[1].word : f->thread;
		if (arg > last)
			return NULL;
	}
	ev = tiv__add_event(arg == f->thread ? &tiv__out.own : &tiv__out.foreign);
	ev->thread = (tiv_thread)arg;
	return ev;
}

/* tiv__gather_slot decodes an event and returns its number of slots. */
static uint32_t tiv__gather_slot(struct tiv__feedlet *f, const struct tiv__slot *s) {
	int64_t time = tiv__time(s->tick, s->word);
	struct tiv__event *ev = tiv__place(f, s);
	uint32_t slots = s->word & TIV__LONG ? 2 : 1;
	if (time < f->to_last)
		time = f->to_last;
	f->to_last = time;
	if (!ev)
		return slots;
	if ((s->word & 255) == TIV__NAME_THREAD && s->word >> 16 != 0)
		ev->thread = (tiv_thread)(s->word >> 16); /* another one */
	else if ((s->word & 255) == TIV__DESCRIBE_THREAD && s->word >> 17 != 0)
		ev->thread = (tiv_thread)(s->word >> 17);
	else if ((s->word & 255) >= TIV__DESCRIBE_THREAD)
		ev->thread = f->thread;
	ev->time = time;
	ev->word = s->word;
	ev->other = s->word & TIV__NAMED ? (tiv_thread)(s[1].word >> 32) : f->thread;
	ev->object = slots == 2 ? (int64_t)s[1].tick : 0;
	ev->value = slots == 2 ? (int64_t)s[1].word : 0;
	return slots;
}

/* tiv__most returns the largest number of events of a block. A block that does not fit into
 * the file, or the buffer, is not written, so those of a small one are small. */
static size_t tiv__most(void) {
	uint64_t most = TIV__BLOCK;
	if (tiv__out.limit_size && tiv__out.limit_size / 256 < most)
		most = tiv__out.limit_size / 256;
	if (tiv__out.buffer && tiv__out.buffer / 128 < most)
		most = tiv__out.buffer / 128;
	return most < 64 ? 64 : (size_t)most;
}

/* tiv__overfull reports whether there are too many events for a block that
 * ends at the limit, unless it cannot end earlier. */
static int tiv__overfull(void) {
	return tiv__out.own.len + tiv__out.foreign.len + tiv__out.said.len > tiv__most() &&
	       tiv__out.limit - tiv__out.tick > 1;
}

/* tiv__gather collects the events of a feedlet up to the limit. It returns 0 if
 * events remain after the limit, or if it stopped because the block is
 * overfull. */
static int tiv__gather(struct tiv__feedlet *f) {
	uint32_t count, next, at = f->at;
	struct tiv__page *page = f->page;
	if (!page && (next = __atomic_load_n(&f->first, __ATOMIC_ACQUIRE)) != 0)
		page = f->page = &tiv__all.pages[next - 1];
	f->to_page = page;
	f->to_last = f->last;
	if (!page)
		return 1;
	for (;;) {
		count = __atomic_load_n(&page->count, __ATOMIC_ACQUIRE);
		while (at < count && page->slots[at].tick <= tiv__out.limit)
			at += tiv__gather_slot(f, &page->slots[at]);
		f->to_page = page, f->to_at = at;
		if (at < count || tiv__overfull())
			return 0;
		next = __atomic_load_n(&page->next, __ATOMIC_ACQUIRE);
		if (next == 0)
			return 1;
		/* The next page is linked only after the last event of this one. */
		if (__atomic_load_n(&page->count, __ATOMIC_ACQUIRE) == count)
			page = &tiv__all.pages[next - 1], at = 0;
	}
}

/* tiv__gather_lost writes the loss of events after a feedlet's last one, and
 * the end of its thread, if that was lost. It returns 0 if the loss is after
 * the limit, and so belongs to the next block. */
static int tiv__gather_lost(struct tiv__feedlet *f, int ended) {
	uint64_t lost = __atomic_load_n(&f->lost, __ATOMIC_ACQUIRE);
	struct tiv__slot s;
	if (lost <= f->told)
		return 1;
	lost -= f->told;
	s.tick = __atomic_load_n(&f->lost_tick, __ATOMIC_RELAXED);
	if (s.tick > tiv__out.limit)
		return 0;
	f->to_told = f->told + lost;
	s.word = TIV__LOST | lost << 16;
	tiv__gather_slot(f, &s);
	s.word = TIV__THREAD_END;
	if (ended)
		tiv__gather_slot(f, &s);
	return 1;
}

/* tiv__gather_all gathers all events up to the limit; it returns 0 if they are
 * too many for a block. */
static int tiv__gather_all(int stop) {
	size_t i;
	tiv__out.own.len = tiv__out.foreign.len = tiv__out.said.len = 0;
	for (i = 0; i < tiv__out.feedlets_len; i++) {
		struct tiv__feedlet *f = tiv__out.feedlets[i];
		int ended = __atomic_load_n(&f->ended, __ATOMIC_ACQUIRE), all = tiv__gather(f);
		f->to_told = f->told;
		if (all && (ended || stop))
			all = tiv__gather_lost(f, ended);
		f->over = ended && all;
		if (tiv__overfull())
			return 0;
	}
	TIV__HOOK_GATHER();
	return 1;
}

/* tiv__commit frees the pages that were read, and the finished feedlets. */
static void tiv__commit(void) {
	size_t i, n = 0;
	for (i = 0; i < tiv__out.feedlets_len; i++) {
		struct tiv__feedlet *f = tiv__out.feedlets[i];
		while (f->page != f->to_page) {
			struct tiv__page *page = f->page;
			f->page = &tiv__all.pages[__atomic_load_n(&page->next, __ATOMIC_RELAXED) - 1];
			tiv__give(page);
		}
		f->at = f->to_at;
		f->last = f->to_last;
		f->told = f->to_told;
		if (!f->over) {
			tiv__out.feedlets[n++] = f;
			continue;
		}
		if (f->page)
			tiv__give(f->page);
		TIV__FREE(f);
	}
	tiv__out.feedlets_len = n;
}

/* tiv__fresh detaches the list of new feedlets, oldest first. */
static struct tiv__feedlet *tiv__fresh(void) {
	struct tiv__feedlet *f = __atomic_exchange_n(&tiv__all.fresh_feedlets, (struct tiv__feedlet *)NULL, __ATOMIC_ACQUIRE);
	struct tiv__feedlet *list = NULL, *link;
	for (; f; f = link) {
		link = f->link;
		f->link = list;
		list = f;
	}
	return list;
}

/* tiv__adopt adds the new feedlets to the list by thread. */
static void tiv__adopt(void) {
	struct tiv__feedlet *f, *link;
	for (f = tiv__fresh(); f; f = link) {
		size_t i = tiv__out.feedlets_len;
		char name[32];
		link = f->link;
		if (!tiv__grow(&tiv__out.feedlets, &tiv__out.feedlets_cap, i + 1, sizeof f))
			return;
		for (; i > 0 && tiv__out.feedlets[i - 1]->thread > f->thread; i--)
			tiv__out.feedlets[i] = tiv__out.feedlets[i - 1];
		tiv__out.feedlets[i] = f;
		tiv__out.feedlets_len++;
		sprintf(name, "thread %ld", f->os_thread ? f->os_thread : (long)f->thread);
		tiv__thread_record(f->thread, NULL, name, 0);
		if (f->os_thread) {
			tiv__add_varint(&tiv__out.record, f->thread);
			tiv__add_varint(&tiv__out.record, (uint64_t)f->os_thread);
			tiv__record(7);
		}
	}
}

/* Encoding. */

TIV__PRIVATE int tiv__order(const void *a, const void *b) {
	const struct tiv__event *x = (const struct tiv__event *)a, *y = (const struct tiv__event *)b;
	if (x->thread != y->thread)
		return x->thread < y->thread ? -1 : 1;
	if (x->time != y->time)
		return x->time < y->time ? -1 : 1;
	return x->value < y->value ? -1 : x->value > y->value;
}

/* tiv__code returns the number of a code, from 0. */
static uint8_t tiv__code(uint32_t kind, uint32_t cause, int shared, uint32_t fields) {
	uint32_t key = kind | cause << 5 | (uint32_t)shared << 9 | (fields & TIV__SAME ? 1u << 10 : 0) |
	               (fields & TIV__STACK ? 1u << 11 : 0) |
	               (fields & TIV__OTHER ? 1u << 12 : 0) |
	               (fields & TIV__OBJECT ? 1u << 13 : 0) |
	               (fields & TIV__NAME ? 1u << 14 : 0);
	uint8_t code[8] = {0, 255, 0, 0, 0, 0, 0, 0};
	if (tiv__out.code_of[key] == 0) {
		code[0] = (uint8_t)kind, code[2] = (uint8_t)cause, code[3] = (uint8_t)shared, code[4] = (uint8_t)fields;
		tiv__add_bytes(&tiv__out.table, code, sizeof code);
		tiv__out.code_of[key] = (uint8_t)++tiv__out.code_count;
	}
	return (uint8_t)(tiv__out.code_of[key] - 1);
}

/* tiv__encode_fields writes the fields of an event and returns their set. */
static uint32_t tiv__encode_fields(const struct tiv__event *ev, uint32_t kind, uint32_t *last_monitor) {
	static const uint8_t fields_of[TIV__KINDS] = {
		0, TIV__OTHER, 0, 0, 0, TIV__MONITOR, TIV__MONITOR, TIV__MONITOR, 0, 0, 0, 0, 0, TIV__CPU, TIV__OTHER,
		TIV__VALUE, TIV__NAME, TIV__NAME, TIV__OBJECT | TIV__VALUE, TIV__OBJECT, 0,
		TIV__NAME | TIV__OBJECT | TIV__VALUE, TIV__OBJECT, TIV__NAME | TIV__OBJECT, TIV__NAME | TIV__OBJECT,
		TIV__NAME | TIV__VALUE, 0, TIV__OBJECT | TIV__VALUE, TIV__OBJECT | TIV__VALUE
	};
	uint32_t fields = fields_of[kind], id, other = ev->other;
	uint64_t arg = ev->word >> 16;
	if (fields & TIV__MONITOR) {
		id = tiv__monitor_id(arg);
		if (id == *last_monitor)
			fields = TIV__SAME;
		else
			tiv__add_column(&tiv__out.cols[TIV__COL_MONITOR], *last_monitor = id);
	}
	if (ev->word & TIV__LONG && (kind == TIV__CALL_ENTER || (kind == TIV__THREAD_START && !(ev->word & TIV__ABOUT))))
		fields |= TIV__OBJECT | TIV__VALUE;
	if ((kind == TIV__ALLOC || kind == TIV__PUT || kind == TIV__TAKE || kind == TIV__IO_START) && arg)
		fields |= TIV__NAME;
	if (ev->word & TIV__ABOUT && ev->object) {
		fields |= TIV__STACK;
		tiv__add_column(&tiv__out.cols[TIV__COL_STACK], tiv__stack_id((const struct tiv_stack *)(uintptr_t)ev->object));
	}
	if (ev->word & TIV__NAMED)
		fields |= TIV__OTHER;
	if (kind == TIV__THREAD_START)
		other = arg <= __atomic_load_n(&tiv__all.threads, __ATOMIC_RELAXED) ? (uint32_t)arg : 0;
	if (fields & TIV__OTHER)
		tiv__add_column(&tiv__out.cols[TIV__COL_OTHER], other);
	if (fields & TIV__CPU)
		tiv__add_column(&tiv__out.cols[TIV__COL_CPU], (uint32_t)arg & 0x7fffffff);
	if (fields & TIV__NAME)
		tiv__add_column(&tiv__out.cols[TIV__COL_NAME], tiv__name_id(arg));
	if (fields & TIV__OBJECT)
		tiv__add_zigzag(&tiv__out.object, ev->object), tiv__out.object_count++;
	if (fields & TIV__VALUE)
		tiv__add_zigzag(&tiv__out.value, kind == TIV__LOST ? (int64_t)arg : ev->value), tiv__out.value_count++;
	return fields;
}

/* tiv__encode_event writes event number n of the block, d ns after the one
 * before it in its group. */
static void tiv__encode_event(const struct tiv__event *ev, uint32_t n, int64_t d, uint32_t *last_monitor) {
	uint32_t kind = ev->word & 255, cause = (uint32_t)(ev->word >> 8) & 15;
	uint32_t fields = tiv__encode_fields(ev, kind, last_monitor);
	uint8_t code = tiv__code(kind, cause <= (TIV__TRY >> 8) ? cause : 0, (ev->word & TIV__SHARED) != 0, fields);
	tiv__add_bytes(&tiv__out.codes, &code, 1);
	tiv__add_column(&tiv__out.times, (uint32_t)d);
	if (d >> 32) {
		tiv__add_varint(&tiv__out.wide, n - tiv__out.last_wide);
		tiv__add_varint(&tiv__out.wide, (uint64_t)d >> 32);
		tiv__out.last_wide = n;
		tiv__out.wide_count++;
	}
	if (kind == TIV__MONITOR_WAIT || kind == TIV__MONITOR_ENTER || kind == TIV__MONITOR_EXIT)
		tiv__out.work++;
}

static void tiv__clear_block(void) {
	int i;
	tiv__out.table.len = tiv__out.codes.len = tiv__out.wide.len = tiv__out.object.len = tiv__out.value.len = 0;
	tiv__clear_column(&tiv__out.group_threads);
	tiv__clear_column(&tiv__out.group_counts);
	tiv__clear_column(&tiv__out.times);
	for (i = 0; i < TIV__COLS; i++)
		tiv__clear_column(&tiv__out.cols[i]);
	tiv__out.code_count = tiv__out.wide_count = tiv__out.last_wide = tiv__out.work = 0;
	tiv__out.object_count = tiv__out.value_count = 0;
	memset(tiv__out.code_of, 0, sizeof tiv__out.code_of);
}

/* tiv__encode writes all events of the block, by thread, and returns the time
 * of the last. At equal times, events that others recorded about a thread
 * precede its own. */
static int64_t tiv__encode(void) {
	const struct tiv__event *own = tiv__out.own.list, *foreign = tiv__out.foreign.list, *ev;
	const struct tiv__event *own_end = own + tiv__out.own.len, *foreign_end = foreign + tiv__out.foreign.len;
	uint32_t last_monitor = 0, in_group = 0, n = 0;
	int64_t group = -1, before = 0, end = tiv__out.now;
	while (own < own_end || foreign < foreign_end) {
		int other = own == own_end;
		if (!other && foreign < foreign_end)
			other = foreign->thread < own->thread || (foreign->thread == own->thread && foreign->time <= own->time);
		ev = other ? foreign++ : own++;
		if (group != ev->thread) {
			if (in_group)
				tiv__add_column(&tiv__out.group_counts, in_group);
			tiv__add_column(&tiv__out.group_threads, (uint32_t)(ev->thread - group - 1));
			group = ev->thread, in_group = 0, last_monitor = 0, before = tiv__out.now;
		}
		in_group++;
		tiv__encode_event(ev, n++, ev->time - before, &last_monitor);
		before = ev->time;
		if (end < ev->time)
			end = ev->time;
	}
	tiv__add_column(&tiv__out.group_counts, in_group);
	return end;
}

/* Threads of this library, and waits for each other. */

/* tiv__sleep waits until *word is no longer value, or for some time; tiv__rouse
 * ends the waits of others for a word. They need no lock, so that a signal handler
 * or a forked child never finds one taken. */
static void tiv__sleep(uint32_t *word, uint32_t value, uint64_t ns) {
	struct timespec t;
#if defined(__linux__)
	t.tv_sec = (time_t)(ns / 1000000000u), t.tv_nsec = (long)(ns % 1000000000u);
	TIV__SYSCALL(SYS_futex, word, 128 /* FUTEX_WAIT_PRIVATE */, value, &t, NULL, 0);
#else
	(void)ns;
	t.tv_sec = 0, t.tv_nsec = 1000000;
	if (__atomic_load_n(word, __ATOMIC_ACQUIRE) == value)
		nanosleep(&t, NULL);
#endif
}

static void tiv__rouse(uint32_t *word) {
#if defined(__linux__)
	TIV__SYSCALL(SYS_futex, word, 129 /* FUTEX_WAKE_PRIVATE */, INT32_MAX, NULL, NULL, 0);
#else
	(void)word;
#endif
}

/* tiv__spawn starts a thread that nobody joins, with all signals blocked, and returns 0 or an
 * error number. */
static int tiv__spawn(void *(*run)(void *), void *arg) {
	pthread_attr_t attr;
	pthread_t thread;
	sigset_t all, before;
	int error = pthread_attr_init(&attr);
	if (error)
		return error;
	pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	error = TIV__THREAD(&thread, &attr, run, arg);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	pthread_attr_destroy(&attr);
	return error;
}

/* Pieces for a listener, docs/live-protocol.md, until it has them. Those with names, and the
 * header of the file, are kept for a listener that starts again. The others lie in a ring of
 * tiv__out.buffer bytes, as the frames that are sent. */

/* TIV__KEPT is the most bytes of names that are kept; later ones are in the ring. */
#define TIV__KEPT ((size_t)16 << 20)
enum { TIV__FRAME = 16, TIV__PIECE = 1, TIV__COUNT = 24 /* in a chunk: its number of events */ };

static struct {
	uint8_t *ring;
	/* Positions in the ring, which count on: of the first frame, of the next one to be sent, and
	 * of the end; of the next one to be sent in kept. */
	uint64_t first, at, end;
	size_t kept_at;
	struct tiv__bytes kept;
	uint64_t next;  /* the number of the next piece */
	uint64_t last;  /* the number after the last piece that was not dropped */
	uint64_t acked; /* the listener has all pieces before this number */
	uint64_t lost;  /* events that were dropped */
} tiv__queue;

static void tiv__make_frame(uint8_t *to, uint32_t type, size_t n, uint64_t number) {
	tiv__le(to, type, 4);
	tiv__le(to + 4, n, 4);
	tiv__le(to + 8, number, 8);
}

/* tiv__number reads n bytes in little-endian order. */
static uint64_t tiv__number(const uint8_t *p, int n) {
	uint64_t v = 0;
	while (n-- > 0)
		v = v << 8 | p[n];
	return v;
}

static void tiv__put_ring(const uint8_t *p, size_t n) {
	size_t at = (size_t)(tiv__queue.end % tiv__out.buffer), whole = tiv__out.buffer - at;
	if (whole > n)
		whole = n;
	memcpy(tiv__queue.ring + at, p, whole);
	memcpy(tiv__queue.ring, p + whole, n - whole);
	tiv__queue.end += n;
}

/* tiv__ring_frame reads the frame at a position, and returns its length. */
static size_t tiv__ring_frame(uint64_t at, uint64_t *number) {
	uint8_t h[TIV__FRAME];
	int i;
	for (i = 0; i < TIV__FRAME; i++)
		h[i] = tiv__queue.ring[(at + (uint64_t)i) % tiv__out.buffer];
	*number = tiv__number(h + 8, 8);
	return TIV__FRAME + (size_t)tiv__number(h + 4, 4);
}

static size_t tiv__kept_frame(size_t at, uint64_t *number) {
	*number = tiv__number(tiv__queue.kept.list + at + 8, 8);
	return TIV__FRAME + (size_t)tiv__number(tiv__queue.kept.list + at + 4, 4);
}

/* tiv__add_piece adds the next piece. One that does not fit is dropped. */
static void tiv__add_piece(const uint8_t *p, size_t n) {
	uint8_t frame[TIV__FRAME];
	int names = tiv__queue.next == 0 || p[4] == TIV__META;
	tiv__make_frame(frame, TIV__PIECE, n, tiv__queue.next++);
	if (names && tiv__queue.kept.len + sizeof frame + n <= TIV__KEPT) {
		tiv__add_bytes(&tiv__queue.kept, frame, sizeof frame);
		tiv__add_bytes(&tiv__queue.kept, p, n);
	} else if (sizeof frame + n <= tiv__out.buffer - (size_t)(tiv__queue.end - tiv__queue.first)) {
		tiv__put_ring(frame, sizeof frame);
		tiv__put_ring(p, n);
	} else {
		if (p[4] == TIV__EVENTS)
			tiv__queue.lost += tiv__number(p + TIV__COUNT, 4);
		return;
	}
	tiv__queue.last = tiv__queue.next;
}

/* tiv__acknowledge forgets the pieces before a number, of those that were sent. */
static void tiv__acknowledge(uint64_t number) {
	uint64_t n;
	size_t length;
	if (tiv__queue.acked < number)
		tiv__queue.acked = number;
	while (tiv__queue.first < tiv__queue.at) {
		length = tiv__ring_frame(tiv__queue.first, &n);
		if (n >= number)
			return;
		tiv__queue.first += length;
	}
	if (tiv__queue.first == tiv__queue.end) /* the next ones lie at the start, in memory that is warm */
		tiv__queue.first = tiv__queue.at = tiv__queue.end = 0;
}

/* tiv__rewind makes the piece with a number the next one to be sent, or the first one after it
 * that is there. */
static void tiv__rewind(uint64_t number) {
	uint64_t n;
	size_t length;
	for (tiv__queue.at = tiv__queue.first; tiv__queue.at < tiv__queue.end; tiv__queue.at += length) {
		length = tiv__ring_frame(tiv__queue.at, &n);
		if (n >= number)
			break;
	}
	for (tiv__queue.kept_at = 0; tiv__queue.kept_at < tiv__queue.kept.len; tiv__queue.kept_at += length) {
		length = tiv__kept_frame(tiv__queue.kept_at, &n);
		if (n >= number)
			break;
	}
}

static void tiv__forget_queue(void) {
	TIV__FREE(tiv__queue.ring);
	TIV__FREE(tiv__queue.kept.list);
	memset(&tiv__queue, 0, sizeof tiv__queue);
}

/* The address of a listener: tcp://HOST:PORT or unix:PATH. */

enum { TIV__PORT = 7077, TIV__PLACES = 8, TIV__HOST = 256 };

union tiv__place {
	struct sockaddr any;
	struct sockaddr_in v4;
	struct sockaddr_in6 v6;
	struct sockaddr_un local;
};

/* The search for the addresses of a name, by a thread of its own: it can take long, and
 * allocates. Who is done with it second frees it. */
struct tiv__lookup {
	char host[TIV__HOST];
	uint16_t port;
	int turns; /* atomic: the thread is done, or nobody waits for it any more */
	int count;
	union tiv__place places[TIV__PLACES];
};

static struct {
	char text[512];
	char host[TIV__HOST]; /* a name to look up; "" if there is none */
	uint16_t port;
	union tiv__place places[TIV__PLACES];
	int count, at; /* of places; that of the next attempt */
	struct tiv__lookup *lookup; /* NULL if there is none */
} tiv__address;

static int tiv__is_address(const char *s) {
	return strncmp(s, "tcp://", 6) == 0 || strncmp(s, "tls://", 6) == 0 || strncmp(s, "unix:", 5) == 0;
}

static void tiv__set_port(union tiv__place *p, uint16_t port) {
	if (p->any.sa_family == AF_INET)
		p->v4.sin_port = htons(port);
	else
		p->v6.sin6_port = htons(port);
}

static socklen_t tiv__place_size(const union tiv__place *p) {
	return p->any.sa_family == AF_UNIX ? sizeof p->local : p->any.sa_family == AF_INET ? sizeof p->v4 : sizeof p->v6;
}

/* tiv__split splits HOST:PORT, [HOST]:PORT or HOST, and returns 0 or an error number. */
static int tiv__split(const char *s) {
	const char *end, *port;
	unsigned long number = TIV__PORT;
	char *rest;
	if (*s == '[') {
		end = strchr(++s, ']');
		port = end ? end + 1 : NULL;
	} else {
		end = port = s + strcspn(s, ":");
	}
	if (!end || end == s || (size_t)(end - s) >= sizeof tiv__address.host || memchr(s, '/', (size_t)(end - s)))
		return EINVAL;
	if (*port) {
		if (*port != ':' || port[1] < '0' || port[1] > '9')
			return EINVAL;
		number = strtoul(port + 1, &rest, 10);
		if (*rest || number < 1 || number > 65535)
			return EINVAL;
	}
	memcpy(tiv__address.host, s, (size_t)(end - s));
	tiv__address.host[end - s] = 0;
	tiv__address.port = (uint16_t)number;
	return 0;
}

/* tiv__numeric finds the place of a host that needs no search, and reports whether it is one. */
static int tiv__numeric(const char *host) {
	union tiv__place *p = &tiv__address.places[0];
	if (strcmp(host, "localhost") == 0)
		host = "127.0.0.1";
	if (inet_pton(AF_INET, host, &p->v4.sin_addr) == 1)
		p->any.sa_family = AF_INET;
	else if (inet_pton(AF_INET6, host, &p->v6.sin6_addr) == 1)
		p->any.sa_family = AF_INET6;
	else
		return 0;
	tiv__set_port(p, tiv__address.port);
	return 1;
}

/* tiv__set_address returns 0 or an error number. */
static int tiv__set_address(const char *s) {
	int error;
	memset(&tiv__address, 0, sizeof tiv__address);
	if (strlen(s) >= sizeof tiv__address.text)
		return ENAMETOOLONG;
	strcpy(tiv__address.text, s);
	tiv__address.count = 1;
	if (strncmp(s, "tls:", 4) == 0)
		return EPROTONOSUPPORT;
	if (strncmp(s, "unix:", 5) == 0) {
		struct sockaddr_un *local = &tiv__address.places[0].local;
		if (s[5] == 0)
			return EINVAL;
		if (strlen(s + 5) >= sizeof local->sun_path)
			return ENAMETOOLONG;
		local->sun_family = AF_UNIX;
		strcpy(local->sun_path, s + 5);
		return 0;
	}
	if ((error = tiv__split(s + 6)) != 0)
		return error;
	if (tiv__numeric(tiv__address.host)) {
		tiv__address.host[0] = 0;
		return 0;
	}
	tiv__address.count = 0;
#ifdef TIV__NUMERIC
	return EINVAL;
#else
	return 0;
#endif
}

static void tiv__release_lookup(struct tiv__lookup *l) {
	if (l && __atomic_add_fetch(&l->turns, 1, __ATOMIC_ACQ_REL) == 2)
		TIV__FREE(l);
}

#ifndef TIV__NUMERIC
static void *tiv__look_up(void *arg) {
	struct tiv__lookup *l = (struct tiv__lookup *)arg;
	struct addrinfo want, *list = NULL, *a;
	memset(&want, 0, sizeof want);
	want.ai_socktype = SOCK_STREAM;
	if (getaddrinfo(l->host, NULL, &want, &list) == 0) {
		for (a = list; a && l->count < TIV__PLACES; a = a->ai_next)
			if (a->ai_family == AF_INET || a->ai_family == AF_INET6) {
				memcpy(&l->places[l->count], a->ai_addr, a->ai_addrlen);
				tiv__set_port(&l->places[l->count++], l->port);
			}
		freeaddrinfo(list);
	}
	tiv__release_lookup(l);
	return NULL;
}
#endif

/* tiv__begin_lookup begins the search, and returns 0 or an error number. */
static int tiv__begin_lookup(void) {
#ifdef TIV__NUMERIC
	return EINVAL;
#else
	struct tiv__lookup *l = (struct tiv__lookup *)TIV__CALLOC(1, sizeof *l);
	int error;
	if (!l)
		return ENOMEM;
	memcpy(l->host, tiv__address.host, sizeof l->host);
	l->port = tiv__address.port;
	if ((error = tiv__spawn(tiv__look_up, l)) != 0)
		TIV__FREE(l);
	else
		tiv__address.lookup = l;
	return error;
#endif
}

/* tiv__end_lookup takes the result of a search, and reports whether it has ended. */
static int tiv__end_lookup(void) {
	struct tiv__lookup *l = tiv__address.lookup;
	if (__atomic_load_n(&l->turns, __ATOMIC_ACQUIRE) == 0)
		return 0;
	tiv__address.count = l->count, tiv__address.at = 0;
	memcpy(tiv__address.places, l->places, sizeof l->places);
	tiv__address.lookup = NULL;
	tiv__release_lookup(l);
	return 1;
}

/* The connection to a listener, and what goes over it. All is done by the thread that makes the
 * passes, and none of it waits. */

enum {
	TIV__TIME = 2, TIV__LOST_EVENTS = 3, TIV__FEED_END = 4, TIV__ECHO = 6,
	TIV__ACK = 16, TIV__PROBE = 17, TIV__STOP = 18
};
enum { TIV__HELLO = 4096, TIV__PROBES = 16 };

enum tiv__phase {
	TIV__NEW,     /* nothing is sent yet */
	TIV__PAUSED,  /* no connection until the next attempt */
	TIV__LOOKUP,  /* the name of the machine is looked up */
	TIV__GREETED, /* the hello is on its way */
	TIV__ANSWERED, /* the listener has answered */
	TIV__OVER     /* nothing more is sent, ever */
};

/* Where the bytes of the frame that is being sent are. */
enum tiv__source { TIV__NOTHING, TIV__GREETING, TIV__SMALL, TIV__NAMES, TIV__RING };

static struct {
	enum tiv__phase phase;
	int error;          /* why the last connection has ended, or the feed is over */
	int complained;     /* that there is no listener */
	int ending, sent_end, ended; /* no piece follows; END was sent; it was acknowledged */
	uint64_t since;     /* of the attempt, by tiv__clock */
	uint64_t pause, attempt_at; /* in ns; when the next attempt is due */
	char hello[TIV__HELLO];
	size_t hello_len;
	dev_t stderr_device;
	ino_t stderr_number;
	/* The frame that is being sent. */
	enum tiv__source source;
	uint64_t at;        /* in the source, of the next byte */
	size_t left;
	int begun;          /* a part of it was sent */
	int blocked;        /* the connection takes no more now */
	uint8_t small[2 * TIV__FRAME];
	uint64_t told;      /* lost events */
	uint64_t sent_at;   /* when a piece or the time was sent, by tiv__clock */
	int64_t passed;     /* the last TIME */
	struct { uint64_t number; int64_t came; } probes[TIV__PROBES];
	int probe_count;
	/* What has come in. */
	uint8_t in[TIV__HELLO];
	size_t in_len, skip;
} tiv__feed;

/* tiv__tell writes a line to the standard error of the program, if that is still what it was. */
__attribute__((format(printf, 1, 2))) static void tiv__tell(const char *format, ...) {
	char text[1024];
	struct stat now;
	va_list list;
	int n;
	va_start(list, format);
	n = vsnprintf(text, sizeof text, format, list);
	va_end(list);
	if (n >= (int)sizeof text)
		n = (int)sizeof text - 1, text[n - 1] = '\n';
	if (TIV__HOOK_SPEAKS() && fstat(2, &now) == 0 && now.st_dev == tiv__feed.stderr_device && now.st_ino == tiv__feed.stderr_number)
		(void)!TIV__SAY(2, text, (size_t)n);
}

/* tiv__reason words an error without a call that may allocate. */
static const char *tiv__reason(int error) {
	switch (error) {
	case ECONNREFUSED:
		return "nobody listens there";
	case ENOENT:
		return "there is no such socket";
	case ETIMEDOUT:
		return "no answer";
	case EPROTO:
		return "who listens there is not TIV";
	case ENXIO:
		return "the name of the machine is not known";
	case EHOSTUNREACH:
	case ENETUNREACH:
		return "the machine cannot be reached";
	case EACCES:
	case EPERM:
		return "not permitted";
	}
	return "no connection";
}

/* tiv__broken notes that there is no connection, for a reason. */
static void tiv__broken(int error) {
	const uint64_t first = 100000000, most = 2000000000;
	if (tiv__out.fd >= 0)
		TIV__CLOSE(tiv__out.fd);
	tiv__out.fd = -1;
	tiv__feed.error = error;
	tiv__feed.source = TIV__NOTHING;
	tiv__feed.probe_count = tiv__feed.sent_end = 0;
	tiv__feed.in_len = tiv__feed.skip = 0;
	tiv__feed.told = 0;
	if (tiv__feed.phase == TIV__OVER)
		return;
	if (tiv__feed.phase == TIV__ANSWERED)
		tiv__feed.pause = 0;
	else if (++tiv__address.at >= tiv__address.count && !tiv__feed.complained) {
		tiv__feed.complained = 1;
		tiv__tell("tiv: no listener at %s: %s; the program runs on, and tries again\n", tiv__address.text, tiv__reason(error));
	}
	if (tiv__address.at >= tiv__address.count) {
		tiv__address.at = 0;
		if (tiv__address.host[0])
			tiv__address.count = 0; /* it may have moved */
	}
	tiv__feed.phase = TIV__PAUSED;
	tiv__feed.pause = tiv__feed.pause == 0 ? first : tiv__feed.pause >= most / 2 ? most : 2 * tiv__feed.pause;
	tiv__feed.attempt_at = tiv__clock() + tiv__feed.pause;
}

/* tiv__give_up ends the feed for ever. */
static void tiv__give_up(int error) {
	tiv__feed.phase = TIV__OVER;
	tiv__broken(error);
	tiv__forget_queue();
}

static int64_t tiv__trace_time(void) { return (int64_t)tiv__clock() - tiv__out.base; }

static void tiv__choose_small(uint32_t type, size_t n, uint64_t number) {
	tiv__make_frame(tiv__feed.small, type, n, number);
	tiv__feed.source = TIV__SMALL, tiv__feed.at = 0, tiv__feed.left = TIV__FRAME + n;
}

/* tiv__choose_piece chooses the next piece, by its number, and reports whether there is one. */
static int tiv__choose_piece(void) {
	uint64_t number = 0, name_number = 0;
	int ring = tiv__queue.at < tiv__queue.end, names = tiv__queue.kept_at < tiv__queue.kept.len;
	size_t length = ring ? tiv__ring_frame(tiv__queue.at, &number) : 0;
	size_t name_length = names ? tiv__kept_frame(tiv__queue.kept_at, &name_number) : 0;
	if (names && (!ring || name_number < number))
		tiv__feed.source = TIV__NAMES, tiv__feed.at = tiv__queue.kept_at, tiv__feed.left = name_length;
	else if (ring)
		tiv__feed.source = TIV__RING, tiv__feed.at = tiv__queue.at, tiv__feed.left = length;
	return ring || names;
}

/* tiv__choose chooses the next frame, and reports whether there is one. */
static int tiv__choose(void) {
	enum { EVERY = 100000000 };
	tiv__feed.begun = 0;
	if (tiv__feed.probe_count) {
		tiv__le(tiv__feed.small + TIV__FRAME, (uint64_t)tiv__feed.probes[0].came, 8);
		tiv__le(tiv__feed.small + TIV__FRAME + 8, (uint64_t)tiv__trace_time(), 8);
		tiv__choose_small(TIV__ECHO, 16, tiv__feed.probes[0].number);
	} else if (tiv__queue.lost > tiv__feed.told) {
		tiv__choose_small(TIV__LOST_EVENTS, 0, tiv__queue.lost);
	} else if (tiv__choose_piece()) {
		return 1;
	} else if (tiv__feed.ending) {
		if (tiv__feed.sent_end)
			return 0;
		tiv__choose_small(TIV__FEED_END, 0, tiv__queue.next);
	} else if (tiv__out.now > tiv__feed.passed && tiv__clock() - tiv__feed.sent_at >= EVERY) {
		tiv__choose_small(TIV__TIME, 0, (uint64_t)tiv__out.now);
	} else {
		return 0;
	}
	return 1;
}

/* tiv__sent notes that the frame was sent. */
static void tiv__sent(void) {
	uint64_t number = tiv__number(tiv__feed.small + 8, 8);
	enum tiv__source source = tiv__feed.source;
	tiv__feed.source = TIV__NOTHING;
	if (source == TIV__RING)
		tiv__queue.at = tiv__feed.at;
	else if (source == TIV__NAMES)
		tiv__queue.kept_at = (size_t)tiv__feed.at;
	if (source == TIV__RING || source == TIV__NAMES)
		tiv__feed.sent_at = tiv__clock();
	if (source != TIV__SMALL)
		return;
	switch (tiv__feed.small[0]) {
	case TIV__ECHO:
		memmove(tiv__feed.probes, tiv__feed.probes + 1, sizeof tiv__feed.probes - sizeof *tiv__feed.probes);
		tiv__feed.probe_count--;
		break;
	case TIV__LOST_EVENTS:
		tiv__feed.told = number;
		break;
	case TIV__FEED_END:
		tiv__feed.sent_end = 1;
		break;
	case TIV__TIME:
		tiv__feed.passed = (int64_t)number, tiv__feed.sent_at = tiv__clock();
	}
}

/* tiv__bytes_left returns where the bytes to be sent are, and their number up to the end of the
 * ring. */
static const uint8_t *tiv__bytes_left(size_t *n) {
	size_t at;
	*n = tiv__feed.left;
	switch (tiv__feed.source) {
	case TIV__GREETING:
		return (const uint8_t *)tiv__feed.hello + tiv__feed.at;
	case TIV__NAMES:
		return tiv__queue.kept.list + tiv__feed.at;
	case TIV__RING:
		at = (size_t)(tiv__feed.at % tiv__out.buffer);
		if (*n > tiv__out.buffer - at)
			*n = tiv__out.buffer - at;
		return tiv__queue.ring + at;
	default:
		return tiv__feed.small + tiv__feed.at;
	}
}

/* tiv__send sends the rest of the frame, and reports whether all of it was taken. A frame of which
 * nothing was taken is chosen anew the next time: an echo may go before it. */
static int tiv__send(void) {
	while (tiv__feed.left) {
		size_t n;
		const uint8_t *p = tiv__bytes_left(&n);
		ssize_t sent = TIV__SEND(tiv__out.fd, p, n);
		if (sent > 0) {
			tiv__feed.at += (uint64_t)sent, tiv__feed.left -= (size_t)sent, tiv__feed.begun = 1;
		} else if (sent == 0 || errno == EAGAIN || errno == EWOULDBLOCK || errno == ENOBUFS ||
		           (errno == ENOTCONN && tiv__feed.phase == TIV__GREETED)) {
			tiv__feed.blocked = 1;
			if (!tiv__feed.begun && tiv__feed.source != TIV__GREETING)
				tiv__feed.source = TIV__NOTHING;
			return 0;
		} else if (errno != EINTR) {
			tiv__broken(errno);
			return 0;
		}
	}
	tiv__sent();
	return 1;
}

/* Sending to a listener. */

static int tiv__is_over(void) { return tiv__feed.phase == TIV__OVER; }

/* tiv__refused takes an error from the listener's answer: it is final if another attempt is useless. */
static void tiv__refused(char *why, int final) {
	char *c;
	for (c = why; *c; c++)
		if ((unsigned char)*c < ' ' || *c == 127)
			*c = ' ';
	if (final || !tiv__feed.complained)
		tiv__tell("tiv: the listener at %s refuses the trace: %.300s\n", tiv__address.text, why);
	tiv__feed.complained = 1;
	if (final)
		tiv__give_up(EACCES);
	else
		tiv__broken(EACCES);
}

/* tiv__value returns the value of a line of the answer, NULL without it. The answer ends with a
 * line feed for each line. */
static char *tiv__value(char *answer, const char *key, char *end) {
	size_t n = strlen(key);
	char *line = answer, *next;
	for (; line < end; line = next) {
		next = (char *)memchr(line, '\n', (size_t)(end - line)) + 1;
		if ((size_t)(next - line) > n && memcmp(line, key, n) == 0) {
			for (line += n; *line == ' '; line++)
				;
			next[-1] = 0;
			return line;
		}
	}
	return NULL;
}

/* tiv__answer reads the answer to the hello, of n bytes. */
static void tiv__answer(char *answer, size_t n) {
	static const char first[] = "TIV-LISTENER 1\n";
	char *value;
	uint64_t next;
	int final = 0;
	if (n < sizeof first || memcmp(answer, first, sizeof first - 1) != 0) {
		tiv__broken(EPROTO);
		return;
	}
	if ((value = tiv__value(answer, "final:", answer + n)) != NULL) {
		final = strcmp(value, "yes") == 0;
		value[strlen(value)] = '\n'; /* so that the other lines are found */
	}
	if ((value = tiv__value(answer, "error:", answer + n)) != NULL) {
		tiv__refused(value, final || strncmp(value, "token", 5) == 0);
		return;
	}
	value = tiv__value(answer, "next:", answer + n);
	errno = 0;
	next = value ? strtoull(value, NULL, 10) : 0;
	if (!value || errno || next > tiv__queue.next) {
		tiv__broken(EPROTO);
		return;
	}
	tiv__feed.phase = TIV__ANSWERED;
	tiv__feed.error = 0;
	tiv__feed.complained = 1; /* from here on, the listener knows */
	tiv__rewind(next);
	tiv__acknowledge(next);
}

/* tiv__find_answer returns the length of the answer with its empty line, 0 if it is not whole. */
static size_t tiv__find_answer(void) {
	size_t i;
	for (i = 1; i < tiv__feed.in_len; i++)
		if (tiv__feed.in[i] == '\n' && tiv__feed.in[i - 1] == '\n')
			return i + 1;
	return 0;
}

static void tiv__take_frame(const uint8_t *h) {
	uint64_t number = tiv__number(h + 8, 8);
	switch (tiv__number(h, 4)) {
	case TIV__ACK:
		if (number > tiv__queue.next)
			number = tiv__queue.next;
		tiv__acknowledge(number);
		tiv__feed.ended = tiv__feed.sent_end && number == tiv__queue.next;
		break;
	case TIV__PROBE:
		if (tiv__feed.probe_count < TIV__PROBES) {
			tiv__feed.probes[tiv__feed.probe_count].number = number;
			tiv__feed.probes[tiv__feed.probe_count++].came = tiv__trace_time();
		}
		break;
	case TIV__STOP:
		tiv__give_up(ECANCELED);
	}
}

/* tiv__take takes what has come in. */
static void tiv__take_in(void) {
	size_t n = 0, at = 0;
	if (tiv__feed.phase == TIV__GREETED) {
		if ((n = tiv__find_answer()) != 0)
			tiv__answer((char *)tiv__feed.in, n - 1);
		else if (tiv__feed.in_len == sizeof tiv__feed.in)
			tiv__broken(EPROTO);
		at = n;
	}
	while (tiv__feed.phase == TIV__ANSWERED && at < tiv__feed.in_len) {
		n = tiv__feed.in_len - at;
		if (tiv__feed.skip) {
			n = n < tiv__feed.skip ? n : tiv__feed.skip;
			tiv__feed.skip -= n, at += n;
			continue;
		}
		if (n < TIV__FRAME)
			break;
		tiv__feed.skip = (size_t)tiv__number(tiv__feed.in + at + 4, 4);
		tiv__take_frame(tiv__feed.in + at);
		at += TIV__FRAME;
	}
	if (at > tiv__feed.in_len) /* the connection has ended */
		at = tiv__feed.in_len;
	memmove(tiv__feed.in, tiv__feed.in + at, tiv__feed.in_len - at);
	tiv__feed.in_len -= at;
}

/* tiv__receive reads what is there. */
static void tiv__receive(void) {
	enum { TURNS = 16 };
	int i;
	for (i = 0; i < TURNS && (tiv__feed.phase == TIV__GREETED || tiv__feed.phase == TIV__ANSWERED); i++) {
		ssize_t n = TIV__RECV(tiv__out.fd, tiv__feed.in + tiv__feed.in_len, sizeof tiv__feed.in - tiv__feed.in_len);
		if (n > 0) {
			tiv__feed.in_len += (size_t)n;
			tiv__take_in();
		} else if (n < 0 && errno == EINTR) {
			continue;
		} else if (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || (errno == ENOTCONN && tiv__feed.phase == TIV__GREETED))) {
			return;
		} else {
			tiv__broken(n == 0 ? ECONNRESET : errno);
		}
	}
}

/* tiv__prepare makes a socket never block, for other programs not exist, and send at once. Data
 * that waits in the kernel would go before an echo, so there is little. */
static int tiv__prepare(int fd, int family) {
	int on = 1;
	(void)on, (void)family;
	if (fcntl(fd, F_SETFD, FD_CLOEXEC) || fcntl(fd, F_SETFL, O_NONBLOCK))
		return -1;
	if (family != AF_UNIX)
		setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
#if defined(TCP_NOTSENT_LOWAT)
	on = 1 << 17;
	if (family != AF_UNIX)
		setsockopt(fd, IPPROTO_TCP, TCP_NOTSENT_LOWAT, &on, sizeof on);
#endif
#if defined(SO_NOSIGPIPE)
	on = 1;
	setsockopt(fd, SOL_SOCKET, SO_NOSIGPIPE, &on, sizeof on);
#endif
	return 0;
}

/* tiv__attempt begins a connection. */
static void tiv__attempt(void) {
	const union tiv__place *p = &tiv__address.places[tiv__address.at];
	int error;
	tiv__feed.since = tiv__clock();
	if (tiv__address.count == 0) {
		tiv__feed.phase = TIV__LOOKUP;
		if ((error = tiv__begin_lookup()) != 0)
			tiv__broken(error);
		return;
	}
	tiv__feed.phase = TIV__GREETED;
	tiv__out.fd = TIV__SOCKET(p->any.sa_family, SOCK_STREAM, 0);
	if (tiv__out.fd < 0 || tiv__prepare(tiv__out.fd, p->any.sa_family) ||
	    (TIV__CONNECT(tiv__out.fd, &p->any, tiv__place_size(p)) != 0 && errno != EINPROGRESS && errno != EINTR)) {
		tiv__broken(errno);
		return;
	}
	tiv__feed.source = TIV__GREETING, tiv__feed.at = 0, tiv__feed.left = tiv__feed.hello_len;
}

/* tiv__connect brings a connection forward that is not there yet. */
static void tiv__connect(void) {
	const uint64_t most = 10000000000u; /* ns for an attempt */
	if (tiv__feed.phase == TIV__PAUSED && tiv__clock() >= tiv__feed.attempt_at)
		tiv__attempt();
	if (tiv__feed.phase == TIV__LOOKUP && tiv__end_lookup()) {
		if (tiv__address.count)
			tiv__attempt();
		else
			tiv__broken(ENXIO);
	}
	if (tiv__feed.phase == TIV__GREETED) {
		if (tiv__feed.source != TIV__GREETING || tiv__send())
			tiv__receive();
		if (tiv__feed.phase == TIV__GREETED && tiv__clock() - tiv__feed.since > most)
			tiv__broken(ETIMEDOUT);
	}
}

/* tiv__pump does all that can be done now, within limits, and reports whether there is more. */
static int tiv__pump(void) {
	enum { TURNS = 64 };
	int i;
	if (tiv__feed.phase == TIV__NEW || tiv__feed.phase == TIV__OVER)
		return 0;
	if (TIV__HOOK_SHUT()) {
		tiv__give_up(EPERM);
		return 0;
	}
	tiv__feed.blocked = 0;
	tiv__connect();
	if (tiv__feed.phase == TIV__ANSWERED)
		tiv__receive();
	for (i = 0; tiv__feed.phase == TIV__ANSWERED; i++) {
		if (i == TURNS)
			return 1;
		if ((tiv__feed.source == TIV__NOTHING && !tiv__choose()) || !tiv__send())
			break;
	}
	return 0;
}

/* tiv__send_piece adds a piece, and sends what can be sent. */
static void tiv__send_piece(const uint8_t *p, size_t n) {
	if (tiv__feed.phase == TIV__OVER)
		return;
	tiv__add_piece(p, n);
	tiv__pump();
}

/* tiv__attend sends and receives, for some time in ns at most. Without a connection it returns as
 * soon as a pass is requested. */
static void tiv__attend(uint32_t asked, uint64_t ns) {
	const uint64_t look = 5000000;
	struct pollfd p;
	int more = tiv__pump();
	if (tiv__feed.phase == TIV__GREETED || tiv__feed.phase == TIV__ANSWERED) {
		p.fd = tiv__out.fd, p.revents = 0;
		p.events = (short)(POLLIN | (tiv__feed.blocked ? POLLOUT : 0));
		TIV__POLL(&p, 1, more ? 0 : (int)((ns + 999999) / 1000000));
	} else {
		tiv__sleep(&tiv__all.asked, asked, tiv__feed.phase == TIV__LOOKUP && ns > look ? look : ns);
	}
}

/* tiv__settle returns when the listener has all pieces, or after a second; at once if there is no
 * connection, and none is being made. At the end it tries that once more. */
static void tiv__settle(void) {
	const uint64_t most = 1000000000, step = 10000000;
	uint64_t until = tiv__clock() + most, now;
	int tried = !tiv__feed.ending;
	while ((now = tiv__clock()) < until && (tiv__feed.ending ? !tiv__feed.ended : tiv__queue.acked < tiv__queue.last)) {
		int makes = tiv__feed.phase == TIV__GREETED || tiv__feed.phase == TIV__LOOKUP;
		if (tiv__feed.phase == TIV__OVER || (tiv__feed.phase == TIV__PAUSED && tried) || (makes && now - tiv__feed.since > most))
			return;
		if (tiv__feed.phase == TIV__PAUSED)
			tried = 1, tiv__feed.attempt_at = now;
		tiv__attend(__atomic_load_n(&tiv__all.asked, __ATOMIC_ACQUIRE), step);
	}
}

/* tiv__forget_feed frees what the feed has. */
static void tiv__forget_feed(void) {
	tiv__forget_queue();
	tiv__release_lookup(tiv__address.lookup);
	memset(&tiv__address, 0, sizeof tiv__address);
	memset(&tiv__feed, 0, sizeof tiv__feed);
}

/* tiv__end_feed ends the feed, and returns 0 if the listener has all of it, or an error number. */
static int tiv__end_feed(void) {
	int error;
	tiv__feed.ending = 1;
	tiv__settle();
	if (tiv__feed.ended)
		error = tiv__queue.lost ? ENOBUFS : 0;
	else
		error = tiv__feed.error ? tiv__feed.error : ETIMEDOUT;
	if (tiv__out.fd >= 0)
		TIV__CLOSE(tiv__out.fd);
	tiv__out.fd = -1;
	tiv__forget_feed();
	return error;
}

/* tiv__say_line adds a line to the hello, unless the value is empty. */
static void tiv__say_line(const char *key, const char *value) {
	char *to = tiv__feed.hello + tiv__feed.hello_len;
	size_t room = sizeof tiv__feed.hello - 1 - tiv__feed.hello_len;
	int n = value && *value ? snprintf(to, room, "%s: %s\n", key, value) : 0;
	char *c;
	if (n <= 0 || (size_t)n >= room)
		return;
	for (c = to; c < to + n - 1; c++)
		if ((unsigned char)*c < ' ')
			*c = ' ';
	tiv__feed.hello_len += (size_t)n;
}

static void tiv__say_number(const char *key, uint64_t value) {
	char text[24];
	sprintf(text, "%llu", (unsigned long long)value);
	tiv__say_line(key, text);
}

/* tiv__say_clock names the clock: on Linux, that of all programs since the machine has started. */
static void tiv__say_clock(void) {
#if defined(__linux__)
	char text[80] = "monotonic ";
	size_t n = strlen(text);
	int fd = TIV__OPEN("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC);
	ssize_t got = fd < 0 ? 0 : read(fd, text + n, sizeof text - 1 - n);
	if (fd >= 0)
		TIV__CLOSE(fd);
	if (got > 1) {
		text[n + (size_t)got - 1] = 0; /* for the line feed */
		tiv__say_line("clock", text);
		tiv__say_number("start", (uint64_t)tiv__out.base);
		return;
	}
#endif
	tiv__say_line("clock", "wall");
}

/* tiv__say_program says the name of the program. */
static void tiv__say_program(void) {
	const char *name = TIV__PROGRAM;
#if defined(__linux__)
	char path[1024];
	ssize_t n;
	if (!name && (n = readlink("/proc/self/exe", path, sizeof path - 1)) > 0) {
		path[n] = 0;
		name = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
	}
#endif
	tiv__say_line("program", name);
}

/* tiv__begin_feed makes the hello, after the header of the file. */
static void tiv__begin_feed(void) {
	char id[33], host[256] = "";
	int i;
	for (i = 0; i < 16; i++)
		sprintf(id + 2 * i, "%02x", tiv__out.header[24 + i]);
	tiv__feed.hello_len = (size_t)sprintf(tiv__feed.hello, "TIV-FEED 1\n");
	tiv__say_line("feed", id);
	tiv__say_program();
	if (gethostname(host, sizeof host - 1) == 0)
		tiv__say_line("host", host);
	tiv__say_number("process", (uint64_t)getpid());
	tiv__say_line("language", TIV__LANGUAGE);
	tiv__say_clock();
	tiv__say_number("wall", tiv__number(tiv__out.header + 16, 8));
	tiv__say_line("token", TIV__SETTING("TIV_TOKEN"));
	tiv__feed.hello[tiv__feed.hello_len++] = '\n';
	tiv__feed.phase = TIV__PAUSED;
}

/* tiv__size parses a size such as 64M; 0 if it is none. */
static size_t tiv__size(const char *text) {
	unsigned long long n;
	char *end;
	int shift = 0;
	if (*text < '0' || *text > '9')
		return 0;
	n = strtoull(text, &end, 10);
	switch (*end) {
	case 'G':
		shift += 10; /* fall through */
	case 'M':
		shift += 10; /* fall through */
	case 'K':
		shift += 10;
		end++;
	}
	if (*end == 'B')
		end++;
	return *end || n > (unsigned long long)1 << 40 >> shift ? 0 : (size_t)(n << shift);
}

/* tiv__open_feed prepares a feed for the listener at an address, and returns 0 or an error
 * number. */
static int tiv__open_feed(const char *address) {
	const size_t least = 1 << 16;
	const char *size = TIV__SETTING("TIV_BUFFER");
	struct stat st;
	size_t buffer = size && *size ? tiv__size(size) : (size_t)64 << 20;
	int error;
	memset(&tiv__feed, 0, sizeof tiv__feed);
	if ((error = tiv__set_address(address)) != 0)
		return error;
	if (buffer == 0)
		return EINVAL;
	tiv__out.buffer = buffer < least ? least : buffer;
	if (fstat(2, &st) == 0)
		tiv__feed.stderr_device = st.st_dev, tiv__feed.stderr_number = st.st_ino;
	tiv__queue.ring = (uint8_t *)TIV__MALLOC(tiv__out.buffer);
	return tiv__queue.ring ? 0 : ENOMEM;
}

/* Writing. */

#if defined(__x86_64__)
__attribute__((target("sse4.2"))) static uint32_t tiv__crc_fast(uint32_t crc, const uint8_t *p, size_t n) {
	uint64_t c = crc, word;
	for (; n >= 8; n -= 8, p += 8) {
		memcpy(&word, p, 8);
		c = __builtin_ia32_crc32di(c, word);
	}
	crc = (uint32_t)c;
	for (; n; n--)
		crc = __builtin_ia32_crc32qi(crc, *p++);
	return crc;
}
#endif

static uint32_t tiv__crc_slow(uint32_t crc, const uint8_t *p, size_t n) {
	static uint32_t table[256];
	uint32_t i, j, c;
	if (table[1] == 0)
		for (i = 0; i < 256; i++) {
			for (c = i, j = 0; j < 8; j++)
				c = c & 1 ? c >> 1 ^ 0x82f63b78u : c >> 1;
			table[i] = c;
		}
	for (; n; n--)
		crc = crc >> 8 ^ table[(crc ^ *p++) & 255];
	return crc;
}

/* tiv__crc is CRC-32C. */
static uint32_t tiv__crc(const uint8_t *p, size_t n) {
#if defined(__x86_64__)
	if (__builtin_cpu_supports("sse4.2"))
		return ~tiv__crc_fast(~0u, p, n);
#endif
	return ~tiv__crc_slow(~0u, p, n);
}

/* tiv__write appends to the file, or sends. A partial write is truncated, and nothing
 * more is written. */
static void tiv__write(const uint8_t *p, size_t n) {
	size_t at = 0;
	if (tiv__out.buffer) {
		tiv__out.size += (off_t)n;
		tiv__send_piece(p, n);
		return;
	}
	while (at < n && !tiv__out.error) {
		ssize_t wrote = TIV__WRITE(tiv__out.fd, p + at, n - at);
		if (wrote >= 0)
			at += (size_t)wrote;
		else if (errno != EINTR)
			tiv__out.error = errno;
	}
	if (at == n)
		tiv__out.size += (off_t)n;
	else if (TIV__TRUNCATE(tiv__out.fd, tiv__out.size))
		return;
}

static void tiv__begin_chunk(void) {
	uint8_t header[64];
	memset(header, 0, sizeof header);
	tiv__out.chunk.len = 0;
	tiv__add_bytes(&tiv__out.chunk, header, sizeof header);
}

/* tiv__fits reports whether a chunk fits into the file, with the end of the trace: a note,
 * INDEX, and END. Once one does not, none does. */
static int tiv__fits(int type) {
	enum { NOTE = 192, ENTRY = 64, HEADERS = 3 * 64 };
	uint64_t end = NOTE + 2 * ENTRY + tiv__out.index.len + HEADERS;
	if (type < TIV__INDEX && tiv__out.limit_size && (uint64_t)tiv__out.size + tiv__out.chunk.len + end > tiv__out.limit_size)
		tiv__out.full = 1;
	return type >= TIV__INDEX || !tiv__out.full;
}

/* tiv__end_chunk writes the chunk, with a section A of a bytes, and adds it to
 * the index. */
static void tiv__end_chunk(int type, size_t a, uint32_t count, int64_t t0, int64_t t1, uint32_t extra) {
	uint8_t *h = tiv__out.chunk.list;
	size_t b = tiv__out.chunk.len - 64 - a;
	if (tiv__out.error || !tiv__fits(type))
		return;
	memcpy(h, "TCHK", 4);
	h[4] = (uint8_t)type;
	h[7] = type == TIV__META; /* complete: all of these together are all names */
	tiv__le(h + 8, a, 4);
	tiv__le(h + 12, a, 4);
	tiv__le(h + 16, b, 4);
	tiv__le(h + 20, b, 4);
	tiv__le(h + 24, count, 4);
	tiv__le(h + 28, tiv__out.sequence++, 4);
	tiv__le(h + 32, (uint64_t)t0, 8);
	tiv__le(h + 40, (uint64_t)t1, 8);
	tiv__le(h + 48, tiv__crc(h + 64, a), 4);
	tiv__le(h + 52, tiv__crc(h + 64 + a, b), 4);
	tiv__le(h + 56, extra, 4);
	tiv__le(h + 60, tiv__crc(h, 60), 4);
	tiv__le(tiv__more(&tiv__out.index, 8), (uint64_t)tiv__out.size, 8);
	tiv__add_bytes(&tiv__out.index, h + 4, 56);
	tiv__write(h, tiv__out.chunk.len);
}

static void tiv__write_meta(void) {
	if (tiv__out.meta_count == 0)
		return;
	tiv__begin_chunk();
	tiv__add_bytes(&tiv__out.chunk, tiv__out.meta.list, tiv__out.meta.len);
	tiv__end_chunk(TIV__META, tiv__out.meta.len, tiv__out.meta_count, 0, 0, 0);
	tiv__out.meta.len = tiv__out.meta_count = 0;
}

static void tiv__write_events(int64_t end) {
	struct tiv__bytes *chunk = &tiv__out.chunk;
	uint32_t counts[8] = {0, 0, 0, 0, 0, 0, 0, 0};
	uint8_t words[32];
	size_t a, i;
	tiv__begin_chunk();
	counts[0] = tiv__out.code_count, counts[1] = tiv__out.group_threads.count, counts[3] = tiv__out.wide_count;
	counts[4] = (uint32_t)(tiv__column_len(&tiv__out.group_threads) + tiv__column_len(&tiv__out.group_counts));
	counts[6] = (uint32_t)tiv__column_len(&tiv__out.times), counts[7] = (uint32_t)tiv__out.wide.len;
	for (i = 0; i < 8; i++)
		tiv__le(words + 4 * i, counts[i], 4);
	tiv__add_bytes(chunk, words, sizeof words);
	tiv__add_bytes(chunk, tiv__out.table.list, tiv__out.table.len);
	tiv__put_column(chunk, &tiv__out.group_threads);
	tiv__put_column(chunk, &tiv__out.group_counts);
	tiv__add_bytes(chunk, tiv__out.codes.list, tiv__out.codes.len);
	tiv__put_column(chunk, &tiv__out.times);
	tiv__add_bytes(chunk, tiv__out.wide.list, tiv__out.wide.len);
	a = chunk->len - 64;
	for (i = 0; i < TIV__COLS; i++)
		tiv__le(words + 4 * i, tiv__out.cols[i].count, 4);
	tiv__le(words + 20, tiv__out.object_count, 4);
	tiv__le(words + 24, tiv__out.value_count, 4);
	tiv__le(words + 28, 0, 4);
	tiv__add_bytes(chunk, words, sizeof words);
	for (i = 0; i < TIV__COLS; i++)
		tiv__put_column(chunk, &tiv__out.cols[i]);
	tiv__add_bytes(chunk, tiv__out.object.list, tiv__out.object.len);
	tiv__add_bytes(chunk, tiv__out.value.list, tiv__out.value.len);
	tiv__end_chunk(TIV__EVENTS, a, (uint32_t)tiv__out.codes.len, tiv__out.now, end, tiv__out.work);
}

/* tiv__note_full notes why the trace ends before the program. */
static void tiv__note_full(void) {
	tiv__out.meta.len = tiv__out.meta_count = 0;
	tiv__property("note", "the recording ended at its maximum size");
	tiv__out.limit_size = 0;
	tiv__out.full = 0;
	tiv__write_meta();
}

static void tiv__write_end(void) {
	uint64_t at;
	size_t a;
	if (tiv__out.full)
		tiv__note_full();
	at = (uint64_t)tiv__out.size;
	a = tiv__out.index.len;
	tiv__begin_chunk();
	tiv__add_bytes(&tiv__out.chunk, tiv__out.index.list, a);
	tiv__add_bytes(&tiv__out.chunk, tiv__out.header, sizeof tiv__out.header);
	tiv__end_chunk(TIV__INDEX, a, (uint32_t)(a / 64), 0, 0, 0);
	tiv__begin_chunk();
	tiv__end_chunk(TIV__END, 0, tiv__out.sequence, (int64_t)at, (int64_t)tiv__out.size + 64, 0);
}

static void tiv__write_file_header(unsigned flags) {
	static const uint8_t magic[9] = {0x89, 'T', 'I', 'V', 0x0d, 0x0a, 0x1a, 0x0a, 1};
	uint8_t *h = tiv__out.header;
	struct timespec t;
	int random = TIV__OPEN("/dev/urandom", O_RDONLY | O_CLOEXEC);
	clock_gettime(CLOCK_REALTIME, &t);
	memset(h, 0, 64);
	memcpy(h, magic, sizeof magic);
	tiv__le(h + 12, flags & TIV_SCHED, 4);
	tiv__le(h + 16, (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec, 8);
	if (random < 0 || read(random, h + 24, 16) != 16)
		tiv__le(h + 24, tiv__tick() * 0x9e3779b97f4a7c15u ^ (uint64_t)getpid(), 8);
	if (random >= 0)
		TIV__CLOSE(random);
	tiv__le(h + 40, (uint64_t)getpid(), 4);
	tiv__le(h + 60, tiv__crc(h, 60), 4);
	tiv__write(h, 64);
}

/* The flusher. */

/* tiv__read_clocks reads a tick and the time at the same instant, within the
 * duration of a reading. */
static void tiv__read_clocks(uint64_t *tick, int64_t *ns) {
	uint64_t best = UINT64_MAX;
	int i;
	if (!tiv__tsc) {
		*tick = tiv__clock();
		*ns = (int64_t)*tick;
		return;
	}
	for (i = 0; i < 8; i++) {
		uint64_t a = tiv__tick_after(), now = tiv__clock(), b = tiv__tick_after();
		if (b - a < best) {
			best = b - a;
			*tick = a + best / 2;
			*ns = (int64_t)now;
		}
	}
}

/* tiv__block writes the gathered events. At the end, and after a while without
 * events, an event of kind none advances the trace's time. */
static void tiv__block(int stop) {
	size_t i;
	if (stop || (tiv__out.own.len + tiv__out.foreign.len == 0 && tiv__ns(tiv__out.limit) - tiv__out.wrote >= TIV__IDLE)) {
		struct tiv__event *ev = tiv__add_event(&tiv__out.foreign);
		memset(ev, 0, sizeof *ev);
		ev->time = tiv__ns(tiv__out.limit);
		if (!stop)
			TIV__HOOK_IDLE(ev->time);
	}
	tiv__names();
	if (tiv__out.own.len + tiv__out.foreign.len == 0)
		return;
	for (i = 0; i < tiv__out.foreign.len; i++)
		tiv__out.foreign.list[i].value = (int64_t)i;
	if (tiv__out.foreign.len > 1)
		TIV__SORT(tiv__out.foreign.list, tiv__out.foreign.len, sizeof *tiv__out.foreign.list, tiv__order);
	TIV__HOOK_BLOCK();
	if (tiv__out.own.len + tiv__out.foreign.len == 0)
		return;
	tiv__clear_block();
	tiv__out.wrote = tiv__encode();
	tiv__write_meta();
	tiv__write_events(tiv__out.wrote);
}

/* tiv__pass writes all events up to now, in as many blocks as needed, and
 * reports whether the next pass should be soon. */
static int tiv__pass(int stop) {
	uint64_t horizon = 0;
	int64_t clock = 0;
	size_t events = 0;
	uint64_t span; /* of the next block */
	tiv__read_clocks(&horizon, &clock);
	clock -= tiv__out.base;
	tiv__adopt();
	tiv__out.rate = clock > tiv__out.now ? (double)(clock - tiv__out.now) / (double)(horizon - tiv__out.tick) : 0;
	TIV__HOOK_PASS(horizon);
	span = horizon - tiv__out.tick;
	do {
		if (span > horizon - tiv__out.tick)
			span = horizon - tiv__out.tick;
		tiv__out.limit = tiv__out.tick + span;
		while (!tiv__gather_all(stop))
			tiv__out.limit = tiv__out.tick + (span /= 2);
		tiv__commit();
		events += tiv__out.own.len;
		if (tiv__out.own.len + tiv__out.foreign.len < tiv__most() / 2)
			span *= 2;
		tiv__block(stop && tiv__out.limit == horizon);
		tiv__out.now = tiv__ns(tiv__out.limit);
		if (tiv__out.now < tiv__out.wrote)
			tiv__out.now = tiv__out.wrote;
		tiv__out.tick = tiv__out.limit;
	} while (tiv__out.limit != horizon);
	if (tiv__out.now < clock)
		tiv__out.now = clock;
	return events > TIV__PAGES * (size_t)255 / 8;
}

/* tiv__wait waits until a pass is due, and returns the number of requested
 * flushes. */
static uint32_t tiv__wait(int soon, int *stop) {
	uint64_t at = tiv__clock() + (soon ? TIV__INTERVAL / 25 : TIV__INTERVAL), now;
	uint32_t asked;
	for (;;) {
		asked = __atomic_load_n(&tiv__all.asked, __ATOMIC_ACQUIRE);
		*stop = __atomic_load_n(&tiv__all.stop, __ATOMIC_ACQUIRE);
		now = tiv__clock();
		if (*stop || asked != __atomic_load_n(&tiv__all.answered, __ATOMIC_RELAXED) || now >= at)
			return asked;
		if (tiv__out.buffer)
			tiv__attend(asked, at - now);
		else
			tiv__sleep(&tiv__all.asked, asked, at - now);
	}
}

/* tiv__close closes the file, or ends the feed. */
static void tiv__close(void) {
	int error = 0;
	if (tiv__out.buffer)
		error = tiv__end_feed();
	else if (TIV__CLOSE(tiv__out.fd))
		error = errno;
	if (!tiv__out.error)
		tiv__out.error = error;
}

/* tiv__serve makes a pass, the last one to stop, and answers the requests up to one. It
 * reports whether the next pass should be soon. */
static int tiv__serve(uint32_t asked, int stop) {
	int soon = tiv__pass(stop);
	if ((tiv__out.full || tiv__is_over()) && !stop) {
		__atomic_store_n(&tiv__all.on, 0, __ATOMIC_RELEASE);
		stop = 1;
	}
	if (stop) {
		tiv__write_end();
		tiv__close();
	} else if (tiv__out.buffer && asked != __atomic_load_n(&tiv__all.answered, __ATOMIC_RELAXED) &&
	           !__atomic_load_n(&tiv__all.rest, __ATOMIC_ACQUIRE)) {
		tiv__settle();
	}
	__atomic_store_n(&tiv__all.error, tiv__out.error, __ATOMIC_RELAXED);
	__atomic_store_n(&tiv__all.finished, stop, __ATOMIC_RELEASE);
	__atomic_store_n(&tiv__all.answered, asked, __ATOMIC_RELEASE);
	tiv__rouse(&tiv__all.answered);
	return soon;
}

static void *tiv__flusher(void *arg) {
	int stop = 0, soon = 0;
	TIV__HOOK_FLUSHER();
	do {
		uint32_t asked = tiv__wait(soon, &stop);
		soon = tiv__serve(asked, stop);
	} while (!__atomic_load_n(&tiv__all.finished, __ATOMIC_RELAXED) && !__atomic_load_n(&tiv__all.rest, __ATOMIC_ACQUIRE));
	__atomic_store_n(&tiv__all.flusher, 0, __ATOMIC_RELEASE);
	tiv__rouse(&tiv__all.answered);
	return arg;
}

/* tiv__serve_self makes a pass in the calling thread if there is no flusher. A signal
 * handler must not leave it by a jump. */
static void tiv__serve_self(void) {
	uint32_t none = 0;
	sigset_t all, before;
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	if (__atomic_compare_exchange_n(&tiv__all.flusher, &none, 1, 0, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED)) {
		uint32_t asked = __atomic_load_n(&tiv__all.asked, __ATOMIC_ACQUIRE);
		if (!__atomic_load_n(&tiv__all.finished, __ATOMIC_ACQUIRE))
			tiv__serve(asked, __atomic_load_n(&tiv__all.stop, __ATOMIC_ACQUIRE));
		__atomic_store_n(&tiv__all.flusher, 0, __ATOMIC_RELEASE);
	}
	pthread_sigmask(SIG_SETMASK, &before, NULL);
}

/* tiv__ask requests a pass and waits for its end. */
static int tiv__ask(void) {
	uint32_t asked, answered;
	TIV__HOOK_ASK();
	asked = __atomic_add_fetch(&tiv__all.asked, 1, __ATOMIC_ACQ_REL);
	tiv__rouse(&tiv__all.asked);
	while (!__atomic_load_n(&tiv__all.finished, __ATOMIC_ACQUIRE)) {
		answered = __atomic_load_n(&tiv__all.answered, __ATOMIC_ACQUIRE);
		if ((int32_t)(answered - asked) >= 0 && !__atomic_load_n(&tiv__all.stop, __ATOMIC_ACQUIRE))
			break;
		if (__atomic_load_n(&tiv__all.flusher, __ATOMIC_ACQUIRE))
			tiv__sleep(&tiv__all.answered, answered, TIV__IDLE);
		else
			tiv__serve_self();
	}
	TIV__HOOK_ANSWERED();
	return __atomic_load_n(&tiv__all.error, __ATOMIC_RELAXED);
}

int tiv_flush(void) {
	if (!__atomic_load_n(&tiv__all.on, __ATOMIC_ACQUIRE) || tiv__all.process != getpid())
		return 0;
	return tiv__ask();
}

int tiv_stop(void) {
	int on = 1;
	if (tiv__all.process != getpid() ||
	    !__atomic_compare_exchange_n(&tiv__all.on, &on, 0, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
		return __atomic_load_n(&tiv__all.error, __ATOMIC_RELAXED);
	__atomic_store_n(&tiv__all.stop, 1, __ATOMIC_RELEASE);
	return tiv__ask();
}

/* Start, and events of a process. */

static void tiv__at_exit(void) { tiv_stop(); }

/* tiv__in_child stops the recording in a forked child: the file belongs to the
 * parent. The child loses the events that the flusher held. */
static void tiv__in_child(void) {
	pthread_key_t key = tiv__all.key;
	if (tiv__all.on && tiv__out.fd >= 0)
		TIV__CLOSE(tiv__out.fd);
	tiv__forget_feed();
	TIV__FREE(tiv__all.pages);
	TIV__FREE(tiv__all.after);
	memset(&tiv__all, 0, sizeof tiv__all);
	memset(&tiv__out, 0, sizeof tiv__out);
	memset(&tiv__local, 0, sizeof tiv__local);
	tiv__all.key = key;
	pthread_setspecific(key, NULL);
}

/* tiv__trust_tsc reports whether the cycle counter runs at one rate on all
 * processors. The kernel monitors that, and uses the counter for
 * CLOCK_MONOTONIC only as long as it holds. */
static int tiv__trust_tsc(void) {
#if defined(__x86_64__) && defined(__linux__)
	unsigned a, b, c, d;
	char source[8] = "";
	int fd = TIV__OPEN("/sys/devices/system/clocksource/clocksource0/current_clocksource", O_RDONLY | O_CLOEXEC);
	ssize_t n = fd < 0 ? 0 : read(fd, source, sizeof source);
	if (fd >= 0)
		TIV__CLOSE(fd);
	return n == 4 && memcmp(source, "tsc\n", 4) == 0 && __get_cpuid(0x80000007, &a, &b, &c, &d) && (d & 1 << 8);
#else
	return 0;
#endif
}

/* tiv__once does the work of the first start in a process and its children. */
static int tiv__once(void) {
	static int done;
	int error;
	if (done)
		return 0;
	tiv__tsc = tiv__trust_tsc();
	if ((error = pthread_key_create(&tiv__all.key, tiv__leave)) != 0)
		return error;
	if ((error = pthread_atfork(NULL, NULL, tiv__in_child)) != 0)
		return error;
	done = 1;
	return atexit(tiv__at_exit) ? ENOMEM : 0;
}

TIV__PRIVATE int tiv__launch(void) {
	uint32_t none = 0;
	int error;
	if (!__atomic_compare_exchange_n(&tiv__all.flusher, &none, 1, 0, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED))
		return EBUSY;
	if ((error = tiv__spawn(tiv__flusher, NULL)) != 0)
		__atomic_store_n(&tiv__all.flusher, 0, __ATOMIC_RELEASE);
	return error;
}

/* tiv__open creates the file, unless path is NULL or the address of a listener, and the pool. */
static int tiv__open(const char *path, int fd) {
	void *pages = NULL;
	int error;
	tiv__out.fd = fd;
	if ((error = tiv__once()) != 0)
		return error;
	if (path && tiv__is_address(path)) {
		if ((error = tiv__open_feed(path)) != 0)
			return error;
	} else {
		if (path)
			tiv__out.fd = TIV__OPEN(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
		if (tiv__out.fd < 0)
			return errno;
	}
	tiv__all.after = (uint32_t *)TIV__CALLOC(TIV__PAGES, sizeof *tiv__all.after);
	error = TIV__ALIGNED(&pages, sizeof *tiv__all.pages, TIV__PAGES * sizeof *tiv__all.pages);
	tiv__all.pages = (struct tiv__page *)pages;
	return tiv__all.after ? error : ENOMEM;
}

static int tiv__begin(const char *path, int fd, unsigned flags) {
	int error, started = 0;
	char start[24];
	if (!__atomic_compare_exchange_n(&tiv__all.started, &started, 1, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
		if (fd >= 0)
			TIV__CLOSE(fd);
		return EBUSY;
	}
	tiv__out.error = tiv__out.full = 0;
	tiv__all.process = getpid();
	error = tiv__open(path, fd);
	if (error == 0) {
		tiv__read_clocks(&tiv__out.tick, &tiv__out.base);
		tiv__write_file_header(flags);
		if (tiv__out.buffer)
			tiv__begin_feed();
		tiv__property("recorder", "tiv.h 1");
		tiv__property("clock", tiv__tsc ? "tsc" : "monotonic");
		sprintf(start, "%llu", (unsigned long long)tiv__out.base);
		tiv__property("clock-start", start);
		error = tiv__out.error || TIV__HOOK_ALONE() ? tiv__out.error : tiv__launch();
	}
	if (error) {
		if (tiv__out.fd >= 0)
			TIV__CLOSE(tiv__out.fd);
		tiv__forget_feed();
		TIV__FREE(tiv__all.pages);
		TIV__FREE(tiv__all.after);
		__atomic_store_n(&tiv__all.started, 0, __ATOMIC_RELEASE);
		return error;
	}
	__atomic_store_n(&tiv__all.on, 1, __ATOMIC_RELEASE);
	tiv_thread_start(NULL, 0);
	return 0;
}

int tiv_start(const char *path, unsigned flags) {
#ifndef TIV__HOOKS
	const char *to = getenv("TIV_TRACE");
	if (to && tiv__is_address(to))
		path = to;
#endif
	return tiv__begin(path, -1, flags);
}
int tiv_start_fd(int fd, unsigned flags) { return tiv__begin(NULL, fd, flags); }
void tiv_limit(uint64_t bytes) { tiv__out.limit_size = bytes; }

#ifdef __cplusplus
}
#endif
#endif /* TIV_IMPLEMENTATION */
