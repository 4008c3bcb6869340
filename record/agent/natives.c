//go:build ignore

/* Native methods that wait. The Java machine tells when it binds one, and takes a
 * wrapper instead. */
#include <dlfcn.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>

#include "agent.h"

/* The first argument, or a field of this, names the file in some of them. */
enum effect {
	NOTHING,
	DEVICE_NET, DEVICE_DISK, DEVICE_OF_FD, DEVICE_OF_INPUT, DEVICE_OF_OUTPUT,
	PROCESS, SLEEP, PARK, UNPARK, START, RENAME, NOTIFY, NOTIFY_ALL,
};

/* What they do with a connection (streams.c); the first argument is its FileDescriptor, the second of
 * OPENS_SECOND. Then follow an address and a size, or a list of these and its length; the
 * FileDescriptor of what is accepted; or what is awaited. The third and the fourth of SENDS are the size
 * and where it goes. */
enum role {
	NO_ROLE,
	READS, READS_MANY, WRITES, WRITES_MANY, SENDS,
	ACCEPTS, OPENS, OPENS_SECOND, AWAITS, AWAITS_ANY, CLOSES, CLOSES_NUMBER,
};

static const struct {
	const char *class, *method; /* a method that ends in * is a prefix */
	enum effect effect;
	enum role role;
} known[] = {
	{"Ljdk/internal/misc/Unsafe;", "park", PARK, NO_ROLE},
	{"Ljdk/internal/misc/Unsafe;", "unpark", UNPARK, NO_ROLE},
	{"Ljava/lang/Thread;", "sleep*", SLEEP, NO_ROLE}, /* also sleep0, sleepNanos0 */
	{"Ljava/lang/Thread;", "start0", START, NO_ROLE},
	{"Ljava/lang/Thread;", "setNativeName", RENAME, NO_ROLE},
	{"Lsun/nio/ch/SocketDispatcher;", "readv0", DEVICE_NET, READS_MANY},
	{"Lsun/nio/ch/SocketDispatcher;", "read*", DEVICE_NET, READS},
	{"Lsun/nio/ch/SocketDispatcher;", "writev0", DEVICE_NET, WRITES_MANY},
	{"Lsun/nio/ch/SocketDispatcher;", "write*", DEVICE_NET, WRITES},
	{"Lsun/nio/ch/DatagramDispatcher;", "read*", DEVICE_NET, NO_ROLE},
	{"Lsun/nio/ch/DatagramDispatcher;", "write*", DEVICE_NET, NO_ROLE},
	{"Lsun/nio/ch/DatagramChannelImpl;", "receive0", DEVICE_NET, NO_ROLE},
	{"Lsun/nio/ch/DatagramChannelImpl;", "send0", DEVICE_NET, NO_ROLE},
	{"Lsun/nio/ch/Net;", "accept", DEVICE_NET, ACCEPTS},
	{"Lsun/nio/ch/Net;", "connect0", DEVICE_NET, OPENS_SECOND},
	{"Lsun/nio/ch/Net;", "poll", DEVICE_NET, AWAITS},
	{"Lsun/nio/ch/UnixDomainSockets;", "accept0", DEVICE_NET, ACCEPTS},
	{"Lsun/nio/ch/UnixDomainSockets;", "connect0", DEVICE_NET, OPENS},
	{"Lsun/nio/ch/Net;", "pollConnect", DEVICE_NET, NO_ROLE},
	{"Lsun/nio/ch/EPoll;", "wait", DEVICE_NET, AWAITS_ANY},
	{"Ljava/net/Inet4AddressImpl;", "lookupAllHostAddr", DEVICE_NET, NO_ROLE},
	{"Ljava/net/Inet6AddressImpl;", "lookupAllHostAddr", DEVICE_NET, NO_ROLE},
	{"Lsun/nio/ch/FileDispatcherImpl;", "read*", DEVICE_OF_FD, NO_ROLE},
	{"Lsun/nio/ch/FileDispatcherImpl;", "writev0", DEVICE_OF_FD, WRITES_MANY},
	{"Lsun/nio/ch/FileDispatcherImpl;", "write*", DEVICE_OF_FD, WRITES},
	{"Lsun/nio/ch/FileDispatcherImpl;", "transferTo0", NOTHING, SENDS},
	{"Lsun/nio/ch/FileChannelImpl;", "transferTo0", NOTHING, SENDS},
	{"Lsun/nio/ch/FileDispatcherImpl;", "close0", NOTHING, CLOSES},
	{"Lsun/nio/ch/FileDispatcherImpl;", "preClose0", NOTHING, CLOSES},
	{"Lsun/nio/ch/FileDispatcherImpl;", "closeIntFD", NOTHING, CLOSES_NUMBER},
	{"Lsun/nio/ch/UnixDispatcher;", "close0", NOTHING, CLOSES},
	{"Lsun/nio/ch/UnixDispatcher;", "preClose0", NOTHING, CLOSES},
	{"Lsun/nio/ch/UnixFileDispatcherImpl;", "closeIntFD", NOTHING, CLOSES_NUMBER},
	{"Lsun/nio/ch/FileDispatcherImpl;", "pread0", DEVICE_OF_FD, NO_ROLE},
	{"Lsun/nio/ch/FileDispatcherImpl;", "pwrite0", DEVICE_OF_FD, NO_ROLE},
	{"Lsun/nio/ch/FileDispatcherImpl;", "force0", DEVICE_DISK, NO_ROLE},
	{"Lsun/nio/ch/UnixFileDispatcherImpl;", "read*", DEVICE_OF_FD, NO_ROLE},
	{"Lsun/nio/ch/UnixFileDispatcherImpl;", "write*", DEVICE_OF_FD, NO_ROLE},
	{"Lsun/nio/ch/UnixFileDispatcherImpl;", "pread0", DEVICE_OF_FD, NO_ROLE},
	{"Lsun/nio/ch/UnixFileDispatcherImpl;", "pwrite0", DEVICE_OF_FD, NO_ROLE},
	{"Lsun/nio/ch/UnixFileDispatcherImpl;", "force0", DEVICE_DISK, NO_ROLE},
	{"Ljava/io/FileInputStream;", "read*", DEVICE_OF_INPUT, NO_ROLE},
	{"Ljava/io/FileOutputStream;", "write*", DEVICE_OF_OUTPUT, NO_ROLE},
	{"Ljava/io/RandomAccessFile;", "read*", DEVICE_DISK, NO_ROLE},
	{"Ljava/io/RandomAccessFile;", "write*", DEVICE_DISK, NO_ROLE},
	{"Ljava/io/FileDescriptor;", "sync0", DEVICE_DISK, NO_ROLE},
	{"Ljava/lang/ProcessHandleImpl;", "waitForProcessExit0", PROCESS, NO_ROLE},
};

/* All of these have at most five integers or references as arguments. On the processors
 * that compile this, one function can pass them on: each but the fifth has a register of its own, and
 * there is always a word where that is. */
#if !defined(__x86_64__) && !defined(__aarch64__)
#error the agent knows x86-64 and AArch64 only
#endif
typedef jlong (*native)(JNIEnv *, jobject, jlong, jlong, jlong, jlong, jlong);

enum { SLOTS = 64 };
static struct {
	native original;
	enum effect effect;
	enum role role;
} slots[SLOTS];
static int used;

static jfieldID fd_field, input_field, output_field;

/* cause_of_fd tells the device of a FileDescriptor. */
static enum tiv_cause cause_of_fd(JNIEnv *jni, jobject descriptor) {
	struct stat st;
	if (!descriptor || !fd_field || fstat((*jni)->GetIntField(jni, descriptor, fd_field), &st))
		return TIV_OTHER;
	if (S_ISSOCK(st.st_mode))
		return TIV_NET;
	return S_ISREG(st.st_mode) || S_ISBLK(st.st_mode) || S_ISDIR(st.st_mode) ? TIV_DISK : TIV_OTHER;
}

/* cause_of_stream does that for the field fd of a stream. */
static enum tiv_cause cause_of_stream(JNIEnv *jni, jobject stream, jfieldID field) {
	jobject descriptor = field ? (*jni)->GetObjectField(jni, stream, field) : NULL;
	enum tiv_cause cause = cause_of_fd(jni, descriptor);
	if (descriptor)
		(*jni)->DeleteLocalRef(jni, descriptor);
	return cause;
}

static enum tiv_cause device(JNIEnv *jni, enum effect effect, jobject object, jobject first) {
	switch (effect) {
	case DEVICE_NET:
		return TIV_NET;
	case DEVICE_DISK:
		return TIV_DISK;
	case DEVICE_OF_FD:
		return cause_of_fd(jni, first);
	default:
		return cause_of_stream(jni, object, effect == DEVICE_OF_INPUT ? input_field : output_field);
	}
}

/* device_stack returns the stack of an operation on a device, or NULL. Stacks of all of
 * them would cost a busy server a third of its speed, so a thread has one each
 * millisecond. */
static const struct stack *device_stack(JNIEnv *jni) {
	enum { PERIOD = 1000000 };
	static __thread uint64_t last;
	uint64_t at = now();
	if (at - last < PERIOD)
		return NULL;
	last = at;
	return stack_now(jni);
}

/* observe reads the owner of a lock and takes the agent's own. It reads again if another
 * thread has recorded an owner meanwhile. */
static struct thread *observe(JNIEnv *jni, jobject blocker, struct monitor *m, int *shared) {
	enum { TRIES = 4 };
	int i;
	*shared = 0;
	for (i = 0; m; i++) {
		unsigned changes = __atomic_load_n(&m->changes, __ATOMIC_ACQUIRE);
		jlong owner = lock_owner(jni, blocker, m, shared);
		pthread_mutex_lock(&lock);
		if (m->changes == changes || i == TRIES)
			return find_number(owner);
		pthread_mutex_unlock(&lock);
	}
	pthread_mutex_lock(&lock);
	return NULL;
}

/* begin_park records that the thread with a number parks: it is blocked if the blocker of
 * LockSupport is a lock. An inherited one has parked before, unless it has recorded
 * something meanwhile. */
void begin_park(JNIEnv *jni, jthread thread, jlong number, const struct stack *s, int inherited) {
	static const enum tiv_cause causes[] = {[PLAIN] = TIV_WAIT, [OWNABLE] = TIV_WAIT, [CHANNEL] = TIV_CHANNEL, [FUTURE] = TIV_JOIN};
	jobject blocker = park_blocker(jni, thread);
	struct monitor *m = monitor_of(jni, blocker, s);
	int shared;
	struct thread *owner = observe(jni, blocker, m, &shared), *t = find_number(number);
	if (t && !(inherited && t->joined)) {
		t->parked = 1, t->inherited = inherited ? LOOKED_AT : NO_WAIT;
		if (m && (m->sort == LOCK || m->sort == READ_WRITE_LOCK || m->sort == OWNERLESS || (m->sort == OWNABLE && owner))) {
			set_owner(m, owner, shared);
			begin_blocked(t, m, s && s->reads, s);
		} else {
			tiv_suspend_start_of(t->id, m ? causes[m->sort] : TIV_PARK, s ? &s->calls : NULL);
		}
	}
	pthread_mutex_unlock(&lock);
	if (blocker)
		(*jni)->DeleteLocalRef(jni, blocker);
}

/* end_park ends that. A thread that finds the lock free is about to acquire it, which no
 * event will tell. */
void end_park(JNIEnv *jni, struct thread *t) {
	struct monitor *m = t->wants;
	jobject blocker = m ? park_blocker(jni, t->object) : NULL;
	int shared;
	struct thread *owner = observe(jni, blocker, m, &shared);
	if (m) {
		if (owner)
			set_owner(m, owner, shared);
		end_blocked(t, m->sort != OWNABLE && m->sort != OWNERLESS && !owner);
	} else {
		wait_ends(t);
	}
	t->parked = 0;
	pthread_mutex_unlock(&lock);
	if (blocker)
		(*jni)->DeleteLocalRef(jni, blocker);
}

/* unpark records that the calling thread wakes another one, once: from then on that only
 * waits for a processor. The owner of a lock counts as such until another is seen: it may
 * acquire the lock again first. */
static void unpark(JNIEnv *jni, struct thread *self, jobject object) {
	jlong number = thread_number(jni, object);
	struct thread *t;
	pthread_mutex_lock(&lock);
	t = find_number(number);
	if (t && t->carries) /* that cannot leave it */
		t = t->carries;
	if (t && t->parked && t != self) {
		wake(t);
		tiv_ready(t->id);
		t->parked = 0;
	}
	pthread_mutex_unlock(&lock);
}

static void *wrap(enum effect effect, enum role role, native original);

/* replace_notify registers wrappers of Object.notify and notifyAll, which the Java machine
 * binds without an event. It warns unless a method of its own library calls this: so
 * Thread.start does, before there is a second thread. */
void replace_notify(JNIEnv *jni) {
	jclass c = (*jni)->FindClass(jni, "java/lang/Object");
	void *one = dlsym(RTLD_DEFAULT, "JVM_MonitorNotify"), *all = dlsym(RTLD_DEFAULT, "JVM_MonitorNotifyAll");
	JNINativeMethod methods[2] = {{"notify", "()V", NULL}, {"notifyAll", "()V", NULL}};
	static int done;
	if (__atomic_exchange_n(&done, 1, __ATOMIC_ACQ_REL) || !c || !one || !all)
		return;
	methods[0].fnPtr = wrap(NOTIFY, NO_ROLE, (native)one);
	methods[1].fnPtr = wrap(NOTIFY_ALL, NO_ROLE, (native)all);
	if (methods[0].fnPtr && methods[1].fnPtr)
		(*jni)->RegisterNatives(jni, c, methods, 2);
	(*jni)->ExceptionClear(jni);
}

/* begin records the begin of a wait, or another thing that precedes the call. It
 * returns 0 if nothing follows the call. */
static int begin(JNIEnv *jni, struct thread *t, enum effect effect, jobject object, jobject first) {
	const struct stack *s;
	struct monitor *m;
	switch (effect) {
	case PARK:
		if (t->is_virtual)
			virtual_parks(jni, t, stack_now(jni));
		else
			begin_park(jni, t->object, t->number, stack_now(jni), 0);
		return 1;
	case SLEEP:
	case PROCESS:
		s = stack_now(jni);
		tiv_suspend_start_of(t->id, effect == SLEEP ? TIV_SLEEP : TIV_JOIN, s ? &s->calls : NULL);
		return 1;
	case UNPARK:
		unpark(jni, t, first);
		return 0;
	case START:
		replace_notify(jni);
		thread_created(jni, object);
		return 0;
	case NOTIFY:
	case NOTIFY_ALL:
		if ((m = known_monitor(object)) != NULL)
			notify(m, effect == NOTIFY_ALL);
		return 0;
	case RENAME:
		return 1;
	case NOTHING:
		return 0;
	default:
		s = device_stack(jni);
		tiv_io_start_of(t->id, device(jni, effect, object, first), s ? &s->calls : NULL);
		return 1;
	}
}

/* end records the end of a wait. The call may have thrown an exception. */
static void end(JNIEnv *jni, struct thread *t, enum effect effect, jobject object) {
	switch (effect) {
	case PARK:
		end_park(jni, t);
		break;
	case SLEEP:
	case PROCESS:
		end_suspension(t);
		break;
	case RENAME:
		thread_rename(jni, object);
		break;
	default:
		if (t->is_virtual)
			wait_ends(t);
		else
			tiv_io_end();
	}
}

/* caller returns the thread that calls a native method, NULL if it is not recorded. */
static struct thread *caller(JNIEnv *jni) {
	struct thread *t = __atomic_load_n(&live, __ATOMIC_ACQUIRE) ? thread_self(jni) : NULL;
	return t && virtual_carries() ? virtual_self(jni) : t;
}

/* A use of a connection by a call. */
struct use {
	enum role role;
	int fd, told; /* told: by a thread that is recorded as itself */
};

static int number_of(JNIEnv *jni, jlong descriptor) {
	return descriptor && fd_field ? (*jni)->GetIntField(jni, (jobject)(uintptr_t)descriptor, fd_field) : -1;
}

/* size_of returns the number of bytes in a list. */
static int64_t size_of(jlong list, int n) {
	const struct iovec *v = (const struct iovec *)(uintptr_t)list;
	int64_t sum = 0;
	while (v && n-- > 0)
		sum += (int64_t)v[n].iov_len;
	return sum;
}

static struct use begin_use(JNIEnv *jni, const struct thread *t, enum role role, jlong a, jlong b, jlong c, jlong d) {
	struct use u = {.role = role, .fd = -1, .told = t && !t->is_virtual};
	switch (role) {
	case READS:
	case READS_MANY:
		await_stream(u.fd = number_of(jni, a), u.told);
		break;
	case WRITES:
		begin_write(u.fd = number_of(jni, a), (jint)c, u.told);
		break;
	case WRITES_MANY:
		begin_write(u.fd = number_of(jni, a), size_of(b, (jint)c), u.told);
		break;
	case SENDS:
		begin_write(u.fd = number_of(jni, d), c, u.told);
		break;
	case OPENS:
		u.fd = number_of(jni, a);
		break;
	case OPENS_SECOND:
		u.fd = number_of(jni, b);
		break;
	case ACCEPTS:
		if (u.told)
			await_any();
		break;
	case AWAITS:
		if (b & POLLIN)
			await_stream(number_of(jni, a), u.told);
		break;
	case AWAITS_ANY:
		if (u.told && (jint)d != 0)
			await_any();
		break;
	case CLOSES:
	case CLOSES_NUMBER:
		u.fd = role == CLOSES ? number_of(jni, a) : (jint)a;
		await_stream(u.fd, u.told);
		note_closed(u.fd);
		break;
	case NO_ROLE:
		break;
	}
	return u;
}

/* The results of Java's functions for connections: 1 is success, and of one that is being opened. */
enum { IS_MADE = 1, IN_PROGRESS = -2 };

static void end_use(JNIEnv *jni, const struct use *u, jlong result, jlong b) {
	switch (u->role) {
	case READS:
		end_read(u->fd, (jint)result, u->told);
		break;
	case READS_MANY:
		end_read(u->fd, result, u->told);
		break;
	case WRITES:
		end_write(u->fd, (jint)result);
		break;
	case WRITES_MANY:
	case SENDS:
		end_write(u->fd, result);
		break;
	case ACCEPTS:
		if ((jint)result == IS_MADE)
			note_connection(number_of(jni, b), 0);
		break;
	case OPENS:
	case OPENS_SECOND:
		if ((jint)result == IS_MADE || (jint)result == IN_PROGRESS)
			note_connection(u->fd, 1);
		break;
	default:
		break;
	}
}

static jlong call(int slot, JNIEnv *jni, jobject object, jlong a, jlong b, jlong c, jlong d, jlong e) {
	enum effect effect = slots[slot].effect;
	/* After a recording the program goes on with the wrappers. */
	enum role role = records_streams() && __atomic_load_n(&live, __ATOMIC_ACQUIRE) ? slots[slot].role : NO_ROLE;
	struct thread *t = caller(jni);
	struct use u = {.role = NO_ROLE};
	jlong result;
	int ends;
	if (role)
		u = begin_use(jni, t, role, a, b, c, d);
	ends = t && begin(jni, t, effect, object, (jobject)(uintptr_t)a);
	result = slots[slot].original(jni, object, a, b, c, d, e);
	if (ends && __atomic_load_n(&live, __ATOMIC_ACQUIRE))
		end(jni, t, effect, object);
	if (role)
		end_use(jni, &u, result, b);
	return result;
}

#define WRAPPER(n) \
	static jlong wrapper##n(JNIEnv *jni, jobject object, jlong a, jlong b, jlong c, jlong d, jlong e) { \
		return call(0##n, jni, object, a, b, c, d, e); \
	}
#define EIGHT(f, n) f(n##0) f(n##1) f(n##2) f(n##3) f(n##4) f(n##5) f(n##6) f(n##7)
#define ALL(f) EIGHT(f, 0) EIGHT(f, 1) EIGHT(f, 2) EIGHT(f, 3) EIGHT(f, 4) EIGHT(f, 5) EIGHT(f, 6) EIGHT(f, 7)
#define ENTRY(n) wrapper##n,
ALL(WRAPPER) /* wrapper00 to wrapper77: the numbers are octal */
static const native wrappers[SLOTS] = {ALL(ENTRY)};

static int fits(const char *pattern, const char *name) {
	size_t n = strlen(pattern) - 1;
	return pattern[n] == '*' ? !strncmp(pattern, name, n) : !strcmp(pattern, name);
}

/* find returns the entry of a method in known, or -1. */
static int find(const char *class, const char *method) {
	size_t i;
	for (i = 0; i < sizeof known / sizeof *known; i++)
		if (!strcmp(known[i].class, class) && fits(known[i].method, method))
			return known[i].effect == NOTHING && !records_streams() ? -1 : (int)i;
	return -1;
}

/* wrap returns the wrapper of a function, or NULL. */
static void *wrap(enum effect effect, enum role role, native original) {
	native found = NULL;
	int i;
	pthread_mutex_lock(&lock);
	for (i = 0; i < used && !found; i++)
		if (slots[i].original == original && slots[i].effect == effect && slots[i].role == role)
			found = wrappers[i];
	if (!found && used < SLOTS) {
		slots[used].original = original, slots[used].effect = effect, slots[used].role = role;
		found = wrappers[used++];
	}
	pthread_mutex_unlock(&lock);
	return (void *)found;
}

int native_class(const char *class) {
	size_t i;
	for (i = 0; i < sizeof known / sizeof *known; i++)
		if (!strcmp(known[i].class, class))
			return 1;
	return 0;
}

void *native_wrapper(const char *class, const char *method, void *original) {
	int i = find(class, method);
	return i < 0 ? NULL : wrap(known[i].effect, known[i].role, (native)original);
}

static int is_wrapper(void *function) {
	int i;
	for (i = 0; i < SLOTS; i++)
		if ((void *)wrappers[i] == function)
			return 1;
	return 0;
}

/* find_method returns the entry of a method in known, or -1. */
static int find_method(JNIEnv *jni, jmethodID method) {
	char *class = NULL, *name = NULL;
	jclass c = NULL;
	int i = -1;
	if (!(*jvmti)->GetMethodName(jvmti, method, &name, NULL, NULL) && !(*jvmti)->GetMethodDeclaringClass(jvmti, method, &c) &&
	    !(*jvmti)->GetClassSignature(jvmti, c, &class, NULL))
		i = find(class, name);
	if (c && jni)
		(*jni)->DeleteLocalRef(jni, c);
	(*jvmti)->Deallocate(jvmti, (unsigned char *)class);
	(*jvmti)->Deallocate(jvmti, (unsigned char *)name);
	return i;
}

void JNICALL native_bound(jvmtiEnv *env, JNIEnv *jni, jthread thread, jmethodID method, void *address, void **replace) {
	int i = is_wrapper(address) ? -1 : find_method(jni, method);
	void *wrapper = i < 0 ? NULL : wrap(known[i].effect, known[i].role, (native)address);
	(void)env, (void)thread;
	if (wrapper)
		*replace = wrapper;
}

/* native_waits reports whether a thread is in a method that waits: for a device, or for a
 * process. */
int native_waits(JNIEnv *jni, jthread thread, enum tiv_cause *cause) {
	jvmtiFrameInfo top;
	jint count = 0;
	int i;
	if ((*jvmti)->GetStackTrace(jvmti, thread, 0, 1, &top, &count) || count < 1 || (i = find_method(jni, top.method)) < 0)
		return 0;
	switch (known[i].effect) {
	case DEVICE_NET:
		*cause = TIV_NET;
		return 1;
	case DEVICE_DISK:
		*cause = TIV_DISK;
		return 1;
	case DEVICE_OF_FD:
	case DEVICE_OF_INPUT:
	case DEVICE_OF_OUTPUT:
		*cause = TIV_OTHER;
		return 1;
	case PROCESS:
		*cause = TIV_JOIN;
		return 1;
	default:
		return 0;
	}
}

static jfieldID field(JNIEnv *jni, const char *class, const char *type) {
	jclass c = (*jni)->FindClass(jni, class);
	jfieldID id = c ? (*jni)->GetFieldID(jni, c, "fd", type) : NULL;
	(*jni)->ExceptionClear(jni);
	return id;
}

void natives_begin(JNIEnv *jni) {
	fd_field = field(jni, "java/io/FileDescriptor", "I");
	input_field = field(jni, "java/io/FileInputStream", "Ljava/io/FileDescriptor;");
	output_field = field(jni, "java/io/FileOutputStream", "Ljava/io/FileDescriptor;");
}
