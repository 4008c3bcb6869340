/* The agent records why the threads of a Java machine wait. It is a JVMTI agent,
 * whose files are compiled together; tiv.h writes the trace.bin.
 *
 * Events of the Java machine give contended monitors, waits for notifications, threads
 * and collections (agent.c). Other waits are native methods, which the agent wraps when
 * the Java machine binds them (natives.c). */
#ifndef AGENT_H
#define AGENT_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif
#include <jvmti.h>
#include <pthread.h>
#include <stdint.h>

#include "tiv.h"

/* A thread of the program. Its fields are for the lock, except the first four, which
 * never change while the thread runs. */
struct thread {
	jlong number;      /* Thread.getId, as in thread dumps */
	tiv_thread id;     /* 0 before it runs */
	jobject object;    /* a global reference */
	uintptr_t machine; /* the machine's own thread */
	uintptr_t low, high; /* its stack */
	tiv_thread creator;
	uint64_t created; /* when the creator started it, in ns */
	int joined;            /* it has recorded something itself: an enum joining */
	int inherited;         /* its wait began before the recording: an enum inheritance */
	int parked;            /* and not yet woken */
	int listens;           /* waits for a notification */
	struct monitor *heard; /* by this one, NULL: unknown */
	struct monitor *wants; /* the monitor that it waits for, or NULL */
	const struct stack *stack; /* of that wait */
	struct monitor *owns;  /* a list */
	struct monitor *entered; /* what it acquires at this moment */
	struct thread *queue;  /* the next thread that waits for a notification */
	struct thread *same_number, *same_machine;
	int is_virtual;          /* others record what it does */
	struct thread *carries;  /* the virtual thread that it runs */
};

/* A kind of object that threads wait for, by its class. */
/* The sorts of monitors. Threads block at one of sort OWNERLESS, which does not name them. */
enum sort { PLAIN, LOCK, READ_WRITE_LOCK, OWNABLE, OWNERLESS, CHANNEL, FUTURE };

enum joining { NOT_YET, NEW, INHERITED };

/* How the end of an inherited wait becomes known: by an event, or by looks from outside. */
enum inheritance { NO_WAIT, TOLD, LOOKED_AT };

/* An object that threads have waited for. Its address in tiv.h is its number, which is
 * also its tag in the Java machine. */
struct monitor {
	jlong number;
	jint hash;    /* the object's identity, if the agent was loaded late */
	int untagged; /* the object itself is not known */
	enum sort sort;
	struct thread *owner; /* as far as it was seen: only while threads wait for it */
	struct monitor *next; /* of the same owner */
	struct monitor *same_hash;
	unsigned blocked; /* threads that wait for it */
	unsigned changes; /* of the fields above */
	uint64_t since, check; /* the time of the first wait, and of the next look at its owner */
	struct thread *first, *last; /* threads that wait for a notification */
};

/* A call stack with properties of its calls. */
struct stack {
	struct tiv_stack calls; /* must be first */
	int joins, reads; /* it calls Thread.join; it locks as a reader */
	int sleeps, polls; /* the virtual thread sleeps; waits for a socket */
	const char *place; /* the innermost call outside of Java's library, or "" */
};

extern jvmtiEnv *jvmti;
extern pthread_mutex_t lock; /* never held during a call into the Java machine */
extern int live;             /* atomic: the program runs, and is recorded */
extern int late;             /* the agent was loaded while the program ran */

/* agent.c */
const char *prepare(JavaVM *vm); /* NULL, or the reason of a failure */
const char *calls_options(JavaVM *vm, char **options); /* likewise */
void set_events(int on);
void begin_program(JNIEnv *jni);
void start_helper(JNIEnv *jni, jvmtiStartFunction help, void *arg);
void end_recording(void);

/* threads.c */
void threads_begin(JNIEnv *jni);
struct thread *thread_self(JNIEnv *jni); /* NULL: not to be recorded */
int thread_joined(void); /* the calling thread has recorded something */
int thread_inherit(JNIEnv *jni, jthread object);
void thread_created(JNIEnv *jni, jobject object);
void thread_start(JNIEnv *jni);
void thread_end(JNIEnv *jni);
/* thread_virtual finds a virtual thread, NULL if it is not recorded. Unless fresh is NULL it
 * adds the thread, if those are not too many, and stores whether it did. */
struct thread *thread_virtual(JNIEnv *jni, jthread object, int *fresh);
void thread_forget(JNIEnv *jni, struct thread *t);
void thread_rename(JNIEnv *jni, jobject object);
jlong thread_number(JNIEnv *jni, jobject object);
struct thread *find_number(jlong number);     /* with the lock; NULL: unknown, or not running */
struct thread *find_machine(uintptr_t owner); /* with the lock */
jobject park_blocker(JNIEnv *jni, jthread thread);

/* stacks.c */
const struct stack *stack_of(JNIEnv *jni, jthread thread); /* NULL: unknown */
static inline const struct stack *stack_now(JNIEnv *jni) { return stack_of(jni, NULL); }
char *class_name(jclass c);          /* with dots; to be freed; NULL: unknown */

/* monitors.c */
void monitors_begin(JNIEnv *jni);
struct monitor *monitor_of(JNIEnv *jni, jobject object, const struct stack *s);
struct monitor *known_monitor(jobject object); /* NULL: none waited for it */
/* monitor_of_hash returns the monitor of an object of which only its identity and its
 * class are known. */
struct monitor *monitor_of_hash(jint hash, const char *class, const struct stack *s);
void forget_objects(JNIEnv *jni);
void set_owner(struct monitor *m, struct thread *owner, int shared); /* with the lock */
void begin_blocked(struct thread *t, struct monitor *m, int shared, const struct stack *s); /* with the lock */
void end_blocked(struct thread *t, int entered);                /* with the lock */
void begin_notified(struct thread *t, struct monitor *m, const struct stack *s); /* with the lock */
void end_notified(struct thread *t);
void end_inherited(struct thread *t); /* with the lock */
void wait_ends(const struct thread *t);
void end_suspension(const struct thread *t); /* of a joined thread, or a virtual one */
void wake(struct thread *t);
struct thread *seen_owner(jobject object); /* with the lock; of a contended monitor; NULL: unknown */
void notify(struct monitor *m, int all);
jlong lock_owner(JNIEnv *jni, jobject object, const struct monitor *m, int *shared); /* a thread's number, or 0 */
void look_at_owners(JNIEnv *jni);

/* hotspot.c */
void hotspot_begin(void);
uint64_t hotspot_owner(jobject object, int *is_number); /* 0: unknown */
int hotspot_stack(uintptr_t machine, uintptr_t *low, uintptr_t *high);

/* virtual.c */
void virtual_begin(JNIEnv *jni);
void virtual_need(jvmtiCapabilities *need);
jvmtiError virtual_callbacks(const jvmtiEventCallbacks *others);
void virtual_events(int on);
int virtual_carries(void); /* the calling thread runs a virtual one */
/* virtual_self returns that, if it is what the calling thread is for Java; NULL if not. */
struct thread *virtual_self(JNIEnv *jni);
struct thread *acting(struct thread *self); /* that, or the calling thread */
void virtual_parks(JNIEnv *jni, struct thread *t, const struct stack *s);

/* natives.c */
void natives_begin(JNIEnv *jni);
int native_waits(JNIEnv *jni, jthread thread, enum tiv_cause *cause);
void begin_park(JNIEnv *jni, jthread thread, jlong number, const struct stack *s, int inherited);
void end_park(JNIEnv *jni, struct thread *t);
void *native_wrapper(const char *class, const char *method, void *original); /* NULL: it does not wait */
void replace_notify(JNIEnv *jni);
void JNICALL native_bound(jvmtiEnv *env, JNIEnv *jni, jthread thread, jmethodID method, void *address, void **replace);

/* rebind.c */
int native_class(const char *class); /* natives.c: it has methods that wait */
int rebind_waits(JNIEnv *jni); /* whether the calling thread's wait was for rebind_natives */
void rebind_natives(JNIEnv *jni);

/* inherit.c */
void inherit(JNIEnv *jni);
void look_at_inherited(JNIEnv *jni);

/* patterns.c */
/* A class, and all that it extends and implements if that is needed. */
struct classes {
	char **names;
	size_t count;
	int own; /* it is a class of the program, not of the Java machine */
};
char *join_name(const char *class, const char *method);
int matches(const char *patterns, const struct classes *list, const char *method, const char *type);

/* types.c */
int types_prepare(JavaVM *vm);
const char *type_name(JNIEnv *jni, jclass c); /* the caller is a known thread; NULL: unknown */
jclass *supertypes_of(JNIEnv *jni, jclass c, jint *count);
void drop_classes(JNIEnv *jni, jclass *list, jint count);
void types_dispose(void);

/* rewrites.c */
/* Classes to rewrite. */
struct rewrites {
	struct rewrite {
		jclass class; /* a global reference */
		char *words;  /* for Rewriter */
		int changed;
	} * list;
	size_t count, at;
};
void add_rewrite(struct rewrites *list, jclass c, char *words); /* takes both over */
const char *words_of(JNIEnv *jni, struct rewrites *list, jclass c); /* NULL: none */
void has_changed(JNIEnv *jni, struct rewrites *list, jclass c);
int rewrites_begin(void); /* whether classes are to be rewritten; with rewrites_done after it */
void rewrites_done(void);
void rewrites_gather(void); /* before classes are prepared: they are to be rewritten later */
int rewrites_later(struct rewrites *list); /* whether that is so; takes the classes of the list then */
int rewrites_gathered(struct rewrites *list); /* adds these to a list; if that is empty, the time for them is over */
void rewrite_all(JNIEnv *jni, struct rewrites *list); /* empties the list */
/* undo_rewrites undoes all; it returns whether no thread is within the functions of a class. */
int undo_rewrites(JNIEnv *jni, jclass calls);
/* unchanged_note says which classes could not be rewritten since it was called last; NULL: none. To be freed. */
char *unchanged_note(void);

/* calls.c */
extern jvmtiEnv *watcher; /* the environment for calls; NULL: none are recorded */
const char *calls_prepare(JavaVM *vm, const char *calls, const char *made_of, const char *folder);
const char *calls_define(JNIEnv *jni); /* NULL, or the reason of a failure */
void calls_begin(JNIEnv *jni);
void calls_end(void);
void calls_undo(JNIEnv *jni);
int calls_record(JNIEnv *jni); /* whether the calling thread records what it does */

/* items.c */
int items_prepare(JavaVM *vm); /* whether the Java machine has what items need */
const char *item_move(const char *class, const char *method); /* how it moves items; NULL: not */
void JNICALL item_put(JNIEnv *jni, jclass c, jobject item);
void JNICALL item_begin(JNIEnv *jni, jclass c, jobject item);
void JNICALL item_done(JNIEnv *jni, jclass c);
void JNICALL item_first(JNIEnv *jni, jclass c, jobject worker);
void JNICALL item_asks(JNIEnv *jni, jclass c);
void JNICALL item_got(JNIEnv *jni, jclass c, jobject item);
void items_dispose(void);

/* streams.c */
void streams_prepare(void); /* bytes of connections are recorded */
int records_streams(void);
/* A connection is made by a socket that opens or accepts it. A descriptor is closed. */
void note_connection(int fd, int opened);
void note_closed(int fd);
/* The calling thread waits for what comes next. told is 0 if it is not recorded as itself. */
void await_any(void);
void await_stream(int fd, int told);
void begin_write(int fd, int64_t n, int told);
void end_write(int fd, int64_t n);
void end_read(int fd, int64_t n, int told);

uint64_t now(void);

#endif
