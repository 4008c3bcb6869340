/* preload.h is shared by the files of the library that records a program which uses
 * POSIX threads. The dynamic linker loads it before all others (LD_PRELOAD), so that
 * the program calls its functions instead of those of the C library.
 *
 * A function here asks for the lock without waiting, as the program would get it
 * mostly, and records something only if that fails. Acquisitions are deferred: they
 * are in a small stack of the thread, and in the trace only if a thread waits for the
 * lock when it is released, if the thread itself waits, or if it is still held at the
 * next pass of the flusher. So a lock that is free costs no event, and the owner of
 * every lock that others wait for is in the trace, with the time of its acquisition. */
#ifndef PRELOAD_H
#define PRELOAD_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#ifndef __GLIBC__
#error "the library for programs with POSIX threads needs glibc"
#endif

#include "tiv.h"

#define EXPORT __attribute__((visibility("default")))
/* ALIAS exports another name of a function of the same file. */
#if defined(__has_attribute)
#if __has_attribute(copy)
#define COPY(name) , copy(name)
#endif
#endif
#ifndef COPY
#define COPY(name)
#endif
#define ALIAS(other, name) EXPORT __typeof__(name) other __attribute__((alias(#name) COPY(name)));

#define LIKELY(x) __builtin_expect(!!(x), 1)
#define UNLIKELY(x) __builtin_expect(!!(x), 0)

#include "real.h"

/* A deferred event: of a lock that the thread holds, or of the device that it waits
 * for. */
struct deferred {
	uint64_t word; /* as in tiv__slot: the kind, the flags, and the address << 16 */
	uint64_t tick;
	uint64_t place; /* as of stack_of */
	uint32_t state;
};

/* The states of a deferred event. Its thread and the flusher change them by compare
 * and swap, except that the thread sets PENDING and QUIET. */
enum {
	PENDING, /* not in the trace */
	CLAIMED, /* the flusher is going to write it, if it is not withdrawn meanwhile */
	MINE,    /* its thread has written it */
	WRITTEN, /* the flusher has written it */
	QUIET,   /* of a semaphore that is not known to be a lock: never in the trace */
	HOLE     /* withdrawn, below others */
};

/* DEPTH is the number of locks of a thread that are followed at once. */
enum { DEPTH = 62 };

/* CALLS is the number of open calls of a thread of which it is known where they end if the
 * program jumps over them. */
enum { CALLS = 256 };

/* The use of processors by a thread: how often it gave one up to wait, and how long it ran. */
struct use {
	long waits;
	uint64_t ran; /* in ns */
};

struct thread {
	struct deferred stack[DEPTH];
	uint32_t depth;   /* atomic */
	uint32_t written; /* those below are not pending */
	tiv_thread id;
	uint32_t link;    /* the next free one */
	long tid;
	int waits;         /* atomic: only another thread of the process ends its wait */
	uint64_t born;     /* when it was created, in ns; 0: not known */
	uint64_t waited;   /* in ticks: the sum of its waits */
	struct use use;    /* at some earlier time */
	int measure;       /* before the next call that may wait for a device */
	const void *futex; /* the word where it last waited for the value 2 */
	uintptr_t stack_low, stack_high; /* the bounds of its stack; 0: not known */
	struct walk *walks;              /* of stacks.c */
	struct {
		const char *name;
		uintptr_t stack; /* the stack pointer in the function */
	} calls[CALLS];      /* that are open, the innermost last, up to CALLS */
	uint32_t calls_open;
	int took; /* it has taken bytes of a stream since it last awaited any */
	const void *life; /* of python.c: the semaphore that it holds while it lives */
	uint32_t semaphores;
	/* Of a thread that is being created. */
	void *(*start)(void *);
	int (*start_c11)(void *);
	void *arg;
	tiv_thread parent;
	size_t stack_size;
	char inherited[16]; /* the name of its creator, which it has until it gets its own */
};

/* The part of the library in a thread. on is NULL while calls must pass through: the
 * thread is not recorded, it waits, or it is within code of this library, which a
 * signal handler may have interrupted. */
struct local {
	struct thread *on, *self;
	int off; /* never to be recorded */
};
extern __thread struct local local;

/* Options, from the environment. */
extern int record_all; /* all acquisitions, not only those of locks that others wait for */

/* sandboxed is set when the program limits its own system calls: those that it does not
 * expect can end it. */
extern int sandboxed;

extern int is_rust; /* the program has code in Rust */

/* waiters counts, by hash of an address, the threads that wait for something there. */
enum { WAITERS = 1 << 12 };
extern uint32_t waiters[WAITERS];

static inline uint32_t *waiters_of(const void *address) {
	return &waiters[(uintptr_t)address * 0x9e3779b97f4a7c15u >> 52];
}
static inline int awaited(const void *address) {
	return __atomic_load_n(waiters_of(address), __ATOMIC_RELAXED) != 0;
}

/* join makes the calling thread a recorded one. It returns NULL if it is not. */
struct thread *join(void);

/* recorded returns the calling thread if its calls are to be recorded. */
static inline struct thread *recorded(void) {
	struct thread *t = local.on;
	return LIKELY(t != NULL) ? t : join();
}

/* activate starts the trace of this process, if that has not happened. A process with
 * one thread has no trace until it waits for another one, or starts one. The program
 * that tiv record starts itself is recorded from its start. */
void activate(int several);

/* awaken is activate and recorded for a thread that is going to wait. idle reports
 * whether the trace has not started. */
struct thread *awaken(void);
int idle(void);

/* In a process with one thread that writes its trace itself, write_alone does so if it has
 * not for a while, because the thread is going to wait; accompany starts the flusher. */
void write_alone(void);
void accompany(void);
/* child_thread returns what stands for the first thread of a child process; 0 if the traces of
 * processes will not be joined. */
tiv_thread child_thread(pid_t child);

/* publish writes all deferred events of the thread, the oldest first. */
void publish(struct thread *t);

/* retire removes a deferred event, and reports whether it is in the trace. */
int retire(struct thread *t, uint32_t i);

/* release removes an acquisition, and records the release if the acquisition is in
 * the trace, or if others wait. It returns 0 if the thread does not hold the lock. */
int release(struct thread *t, const void *lock);

/* holds returns whether the acquisition of a lock is among the deferred events. */
int holds(struct thread *t, const void *lock);

/* disown removes the acquisition of a lock by another thread (0: by all), because the
 * calling one releases it. The trace then shows that it is handed over. */
void disown(struct thread *by, long tid, const void *lock);

/* A place in the program is an address after a call, or WHOLE and a stack. CALLER is the
 * place of the call of an exported function. */
#define WHOLE ((uint64_t)1 << 63)
#define CALLER ((uint64_t)(uintptr_t)__builtin_return_address(0))
extern int no_stacks; /* an option */
void begin_stacks(void);
/* stack_of returns the stack of a place, stack_now that of the calling thread, which waits
 * in a function called from a place. NULL: not known. */
const struct tiv_stack *stack_of(uint64_t place);
const struct tiv_stack *stack_now(struct thread *t, uint64_t caller);

/* chosen_function returns the name of a function at an address if its calls are recorded,
 * or NULL. */
const char *chosen_function(uintptr_t function);
/* in_module reports whether an address is in the program or a library; frame_at returns its
 * place there, as in stacks, or NULL. */
int in_module(uintptr_t address);
const struct tiv_frame *frame_at(uintptr_t address);
void begin_functions(const char *socket_folder); /* with the socket of tiv record */
void forget_closed_modules(void);
void choose_in_child(void); /* forked from another process */

/* leave_calls ends the open calls of a thread which is going to continue with a stack
 * pointer. */
void leave_calls(struct thread *t, uintptr_t to);

/* off and on surround code during which a signal handler must not be recorded. */
static inline void off(void) {
	local.on = NULL;
	__atomic_signal_fence(__ATOMIC_SEQ_CST);
}
static inline void on(struct thread *t) {
	__atomic_signal_fence(__ATOMIC_SEQ_CST);
	local.on = t;
}

/* defer adds a deferred event, defer_as one in a state. */
static inline void defer_as(struct thread *t, uint32_t state, uint64_t word, uint64_t tick, uint64_t place) {
	uint32_t d = t->depth;
	if (UNLIKELY(d >= DEPTH))
		return;
	__atomic_store_n(&t->stack[d].word, word, __ATOMIC_RELAXED);
	__atomic_store_n(&t->stack[d].tick, tick, __ATOMIC_RELAXED);
	__atomic_store_n(&t->stack[d].place, place, __ATOMIC_RELAXED);
	__atomic_store_n(&t->stack[d].state, state, __ATOMIC_RELAXED);
	__atomic_store_n(&t->depth, d + 1, __ATOMIC_RELEASE);
}
static inline void defer(struct thread *t, uint64_t word, uint64_t tick, uint64_t place) {
	defer_as(t, PENDING, word, tick, place);
}

/* hold records that the thread has acquired a lock without waiting, at a place. */
static inline void hold(struct thread *t, const void *lock, uint64_t flags, uint64_t place) {
	off();
	defer(t, TIV__MONITOR_ENTER | flags | (uint64_t)(uintptr_t)lock << 16, tiv__tick_after(), place);
	if (UNLIKELY(record_all))
		publish(t);
	on(t);
}

/* hold_quietly notes that the thread has taken a unit of a semaphore. reveal makes
 * acquisitions of the units that threads have. */
void hold_quietly(struct thread *t, const void *semaphore, uint64_t place);
void reveal(const void *semaphore);

/* drop_units is called for a thread that ends. */
void drop_units(struct thread *t);

/* A wait. It is ended by its cleanup, also if the thread is cancelled in it. */
struct wait {
	struct thread *t;
	const void *object; /* counted in waiters; NULL for none */
	const void *lock;   /* held after the wait */
	uint64_t since;
	uint64_t flags;
	const struct tiv_stack *stack;
	int woken; /* another thread may have ended it */
	int got;   /* the object is a lock, and was acquired */
	int may_compute; /* a call for a device that need not wait */
	int fresh;       /* the use of processors was read at its begin */
	uint32_t at; /* of a late wait: the place of its deferred event */
	pid_t child; /* whose end has ended a late wait; 0: none */
};
#define WAIT(name) struct wait name __attribute__((cleanup(end_wait)))
#define LOCK_WAIT(name) struct wait name __attribute__((cleanup(end_lock_wait)))
#define IO(name) struct wait name __attribute__((cleanup(end_io)))
#define LATE(name) struct wait name __attribute__((cleanup(end_late)))

/* OUTER_WAIT is the cause of a wait that a timeout, a signal or another process can end;
 * only another thread of this process ends one of cause TIV_WAIT. */
#define OUTER_WAIT TIV_PARK

/* begin_wait records a suspension in an exported function called from a place. */
struct wait begin_wait(struct thread *t, enum tiv_cause cause, const void *object, uint64_t caller);
void end_wait(struct wait *w);

/* begin_lock_wait records a wait for a lock that a thread owns, 0 if that is unknown. OUTER
 * is a flag of a wait that a timeout or another process can end. */
#define OUTER ((uint64_t)1 << 63)
struct wait begin_lock_wait(struct thread *t, const void *lock, uint64_t flags, tiv_thread owner, uint64_t caller);
void end_lock_wait(struct wait *w);

/* valid_time reports whether the C library accepts a clock and a time of it. Where it
 * checks them first, the check comes before an attempt without waiting. */
static inline int valid_clock(clockid_t clock) { return clock == CLOCK_REALTIME || clock == CLOCK_MONOTONIC; }
static inline int valid_time(clockid_t clock, const struct timespec *until) {
	return valid_clock(clock) && until->tv_nsec >= 0 && until->tv_nsec < 1000000000;
}

/* SHORT is the duration of waits that are not recorded if their event is deferred, about
 * 20 µs, in ticks: a thread that waits so shortly has mostly worked. */
#define SHORT (tiv__tsc ? 60000 : 20000)

/* begin_late defers the event of a wait, TIV__SUSPEND_START or TIV__MONITOR_WAIT with its
 * flags, so that a short one is not recorded. The lock, or NULL, is held after the wait if
 * got is set. */
struct wait begin_late(struct thread *t, uint64_t event, const void *lock, uint64_t caller);
void end_late(struct wait *w);
#define SUSPENSION(cause) (TIV__SUSPEND_START | (uint64_t)(cause) << 8)

/* put_at writes an event with a stack, if that is known. */
void put_at(uint64_t tick, uint64_t head, uint64_t arg, const struct tiv_stack *stack);

/* begin_io defers the event of a wait for a device. Short ones are not recorded. begin_io_from does
 * so for one that reads a stream with a name; NULL: another file. */
struct wait begin_io(struct thread *t, int fd, uint64_t caller);
struct wait begin_io_from(struct thread *t, int fd, const char *stream, uint64_t caller);
struct wait begin_io_of(struct thread *t, enum tiv_cause cause, uint64_t caller);
struct wait begin_io_named(struct thread *t, enum tiv_cause cause, const char *stream, uint64_t caller);
void end_io(struct wait *w);

/* begin_use prepares a call that may wait for a device. It reports whether the use of
 * processors at its begin is known; waited then reports, at its end, whether it waited for
 * most of its time. computes reports so, for the flusher, of a call that goes on. */
int begin_use(struct thread *t);
int waited(struct thread *t, int fresh, uint64_t ticks);
int computes(const struct thread *t);
uint64_t ticks_ns(uint64_t ticks);

/* leave_robust releases the robust mutexes of a thread that ends. */
void leave_robust(struct thread *t);

/* The last thread that has ended a wait at an address. */
struct signal {
	const void *object;
	uint64_t tick;
	tiv_thread thread;
};
/* signalled notes the calling thread as the last one to end a wait at an address, and
 * returns the one before; unsignalled undoes it. */
struct signal signalled(struct thread *t, const void *object);
void unsignalled(struct thread *t, const void *object, struct signal before);
/* signaller returns the last such thread since a time, or 0. */
tiv_thread signaller(const void *object, uint64_t since);

/* The threads: all that ever were, and others that ended. */
extern struct thread *threads;
uint32_t threads_used(void);
/* take_thread returns an unused one, or NULL; give_thread returns it; adopt_thread
 * makes it the calling one, and returns NULL if the trace has ended. */
struct thread *take_thread(void);
void give_thread(struct thread *t);
struct thread *adopt_thread(struct thread *t);
/* leave_now ends the recording of the calling thread, which ends without destructors or must
 * not be recorded any more: the recorder's thread ends with that of the last one. */
void leave_now(void);
void name_thread(tiv_thread id, const char *name);
/* name_after_start names a thread after the function in which it begins, with an argument. */
void name_after_start(struct thread *t, void *(*start)(void *), const void *arg);
/* bound_stack sets the bounds of the stack of the calling thread, of a size. 0: that of the
 * process, or not known. */
void bound_stack(struct thread *t, size_t size);

/* Threads by their ids of the system, and by their handles. */
tiv_thread thread_of(long tid);
tiv_thread thread_of_handle(pthread_t handle);

/* Python. python.runtime is the place of its state, which has the GIL; the size is 0 if the
 * program has no Python. */
extern struct python {
	uintptr_t runtime, size;
	void *module; /* the interpreter */
} python;
static inline int of_python(const void *p) { return UNLIKELY((uintptr_t)p - python.runtime < python.size); }
int is_python(uint64_t place);
void begin_python(void);
void forget_python(void); /* in a forked process */
/* signal_python follows the GIL before a signal of a condition that is of_python. */
void signal_python(const pthread_cond_t *c, uint64_t caller);
/* wait_for_gil begins a wait, which signal_python ends, if the condition is that of the GIL. */
int wait_for_gil(struct thread *t, const pthread_cond_t *c, const pthread_mutex_t *m, uint64_t caller);
void name_mutex(struct thread *t, const pthread_mutex_t *m); /* if it is one of the GIL */
/* begin_life notes the creation of a semaphore, is_life its acquisition: it reports whether
 * the thread is going to hold it for its life. end_life notes a post. life_of returns the
 * thread that lives while it holds the semaphore, or 0. */
void begin_life(struct thread *t, const sem_t *s);
int is_life(struct thread *t, const sem_t *s);
void end_life(struct thread *t, const sem_t *s);
tiv_thread life_of(struct thread *t, const sem_t *s);


/* futex makes a system call of that name, with its arguments. */
long futex(struct thread *t, const long *a, uint64_t caller);

/* raw_call makes a system call of a number. */
long raw_call(long number, const long *a, uint64_t caller);

/* original_of returns the function of a name that a place in the program would call without this
 * library, one that the C library does not have. NULL: there is none. */
void *original_of(const char *name, void *caller);
void forget_originals(void); /* after a library was closed */
/* module_hint is a place in the module whose function this library calls: a call at the end
 * of that function returns into this library. */
extern __thread void *module_hint;
#define ORIGINAL(name) ((__typeof__(&name))original_of(#name, __builtin_return_address(0)))

/* note_shared notes a lock of several processes; shared_identity returns a number of such a
 * lock that is the same in all of them, 0 for others. foreign_thread returns a thread that
 * stands for one of another process, by its id of the system, or 0. */
void note_shared(const void *lock);
uint64_t shared_identity(uint64_t address);
tiv_thread foreign_thread(long tid);
void forget_shared(void);

/* forget_file forgets the kind of a descriptor. */
void forget_file(int fd);

/* Locks of files: flock_at and lock_record_at do what flock and fcntl do at a place in the
 * program; let_go records that a descriptor has no lock any more. */
int flock_at(int fd, int operation, uint64_t caller);
int lock_record_at(int fd, int command, struct flock *range, uint64_t caller);
void let_go(int fd);
void forget_file_locks(void); /* in a forked process */

/* flush_trace writes all events up to now to the file, and ends the trace if asked. */
void flush_trace(int end);

/* keep_environment keeps the variables by which the library is in this program, for programs
 * that it starts. */
void keep_environment(void);

/* rest_recorder ends the recorder's thread and reports whether it did: the caller is
 * going to make a call that must not find it. wake_recorder starts it again after that. */
int rest_recorder(void);
void wake_recorder(int rested);

/* trace_fd is the descriptor of the trace, -1 without one; is_trace compares with it;
 * move_trace gives the trace another one. */
int trace_fd(void);
static inline int is_trace(int fd) { return UNLIKELY(fd >= 0 && fd == trace_fd()); }
void move_trace(void);

#endif
