//go:build ignore

/* Threads that exist when the agent is loaded, and their waits. A thread that has
 * recorded nothing since is still in the wait in which it was, if events tell the end of
 * that (a monitor, a notification). Other waits are looked at, again and again, until
 * they have ended.
 *
 * JVMTI does not tell late agents the monitor for which a thread waits. The management
 * interface of Java does: the identity of the object, and its owner. */
#include <stdlib.h>
#include <string.h>

#include "agent.h"

enum { LOOKS_AT_ONCE = 64, FIRST_CHECK = 50000000, LAST_CHECK = 1000000000 };

/* A thread with an inherited wait. */
struct inherited {
	jlong number;
	jweak thread;
	enum inheritance end;
};

static struct inherited *waits;
static size_t waits_len, next_look;
static uint64_t check, pause_ns; /* the next look at owners */

/* The management interface; bean is a global reference, NULL if there is none. */
static jobject bean;
static jmethodID thread_infos, lock_info, lock_owner_id, class_of_lock, hash_of_lock;

static jmethodID method_of(JNIEnv *jni, const char *class, const char *name, const char *type) {
	jclass c = (*jni)->ExceptionCheck(jni) ? NULL : (*jni)->FindClass(jni, class);
	return c ? (*jni)->GetMethodID(jni, c, name, type) : NULL;
}

static void find_bean(JNIEnv *jni) {
	jclass c = (*jni)->FindClass(jni, "java/lang/management/ManagementFactory");
	jmethodID get = c ? (*jni)->GetStaticMethodID(jni, c, "getThreadMXBean", "()Ljava/lang/management/ThreadMXBean;") : NULL;
	jobject found = get ? (*jni)->CallStaticObjectMethod(jni, c, get) : NULL;
	thread_infos = method_of(jni, "java/lang/management/ThreadMXBean", "getThreadInfo", "([J)[Ljava/lang/management/ThreadInfo;");
	lock_info = method_of(jni, "java/lang/management/ThreadInfo", "getLockInfo", "()Ljava/lang/management/LockInfo;");
	lock_owner_id = method_of(jni, "java/lang/management/ThreadInfo", "getLockOwnerId", "()J");
	class_of_lock = method_of(jni, "java/lang/management/LockInfo", "getClassName", "()Ljava/lang/String;");
	hash_of_lock = method_of(jni, "java/lang/management/LockInfo", "getIdentityHashCode", "()I");
	if (!(*jni)->ExceptionCheck(jni) && found)
		bean = (*jni)->NewGlobalRef(jni, found);
	(*jni)->ExceptionClear(jni);
}

/* A lock for which a thread waits. */
struct wanted {
	struct monitor *monitor; /* NULL: unknown */
	jlong owner;             /* a thread's number, or -1 */
};

/* lock_of reads a LockInfo. */
static struct monitor *lock_of(JNIEnv *jni, jobject lock, const struct stack *s) {
	jstring name = (*jni)->CallObjectMethod(jni, lock, class_of_lock);
	jint hash = (*jni)->ExceptionCheck(jni) ? 0 : (*jni)->CallIntMethod(jni, lock, hash_of_lock);
	const char *class = name && !(*jni)->ExceptionCheck(jni) ? (*jni)->GetStringUTFChars(jni, name, NULL) : NULL;
	struct monitor *m = class && hash ? monitor_of_hash(hash, class, s) : NULL;
	if (class)
		(*jni)->ReleaseStringUTFChars(jni, name, class);
	return m;
}

/* wanted_by asks the management interface for the monitor for which a thread waits. */
static struct wanted wanted_by(JNIEnv *jni, jlong number, const struct stack *s) {
	struct wanted w = {NULL, -1};
	jlongArray ids;
	jobjectArray infos = NULL;
	jobject info = NULL, lock = NULL;
	if (!bean || (*jni)->PushLocalFrame(jni, 16))
		return w;
	if ((ids = (*jni)->NewLongArray(jni, 1)) != NULL) {
		(*jni)->SetLongArrayRegion(jni, ids, 0, 1, &number);
		infos = (*jni)->CallObjectMethod(jni, bean, thread_infos, ids);
	}
	if (infos && !(*jni)->ExceptionCheck(jni))
		info = (*jni)->GetObjectArrayElement(jni, infos, 0);
	if (info)
		lock = (*jni)->CallObjectMethod(jni, info, lock_info);
	if (lock && !(*jni)->ExceptionCheck(jni)) {
		w.owner = (*jni)->CallLongMethod(jni, info, lock_owner_id);
		if (!(*jni)->ExceptionCheck(jni))
			w.monitor = lock_of(jni, lock, s);
	}
	(*jni)->ExceptionClear(jni);
	(*jni)->PopLocalFrame(jni, NULL);
	return w;
}

/* inheritor returns the thread with a number, NULL if it has recorded anything. The lock
 * is held. */
static struct thread *inheritor(jlong number) {
	struct thread *t = find_number(number);
	return t && !t->joined ? t : NULL;
}

/* inherit_monitor records a wait for a monitor, or for a notification. */
static enum inheritance inherit_monitor(JNIEnv *jni, jlong number, const struct stack *s, int blocked) {
	struct wanted w = wanted_by(jni, number, s);
	struct thread *t;
	if (blocked && !w.monitor)
		return NO_WAIT;
	pthread_mutex_lock(&lock);
	if ((t = inheritor(number)) != NULL) {
		t->inherited = TOLD;
		if (blocked) {
			set_owner(w.monitor, find_number(w.owner), 0);
			begin_blocked(t, w.monitor, 0, s);
		} else {
			begin_notified(t, w.monitor, s);
		}
	}
	pthread_mutex_unlock(&lock);
	return t ? TOLD : NO_WAIT;
}

/* inherit_other records a suspension, or a wait for a device. */
static enum inheritance inherit_other(jlong number, const struct stack *s, enum tiv_cause cause) {
	struct thread *t;
	pthread_mutex_lock(&lock);
	if ((t = inheritor(number)) != NULL) {
		t->inherited = LOOKED_AT;
		if (cause == TIV_SLEEP || cause == TIV_JOIN)
			tiv_suspend_start_of(t->id, cause, s ? &s->calls : NULL);
		else
			tiv_io_start_of(t->id, cause, s ? &s->calls : NULL);
	}
	pthread_mutex_unlock(&lock);
	return t ? LOOKED_AT : NO_WAIT;
}

static jint state_of(jthread thread) {
	enum { WAITS = JVMTI_THREAD_STATE_BLOCKED_ON_MONITOR_ENTER | JVMTI_THREAD_STATE_IN_OBJECT_WAIT | JVMTI_THREAD_STATE_PARKED | JVMTI_THREAD_STATE_SLEEPING };
	jint state = 0;
	return (*jvmti)->GetThreadState(jvmti, thread, &state) || !(state & JVMTI_THREAD_STATE_ALIVE) ? 0 : (state & WAITS) | JVMTI_THREAD_STATE_ALIVE;
}

/* inherit_wait records the wait in which a thread is. */
static enum inheritance inherit_wait(JNIEnv *jni, jthread thread) {
	jlong number = thread_number(jni, thread);
	const struct stack *s = stack_of(jni, thread);
	enum tiv_cause cause;
	switch (state_of(thread) & ~JVMTI_THREAD_STATE_ALIVE) {
	case JVMTI_THREAD_STATE_BLOCKED_ON_MONITOR_ENTER:
		return inherit_monitor(jni, number, s, 1);
	case JVMTI_THREAD_STATE_IN_OBJECT_WAIT:
		return inherit_monitor(jni, number, s, 0);
	case JVMTI_THREAD_STATE_PARKED:
		begin_park(jni, thread, number, s, 1);
		return LOOKED_AT;
	case JVMTI_THREAD_STATE_SLEEPING:
		return inherit_other(number, s, TIV_SLEEP);
	}
	return native_waits(jni, thread, &cause) ? inherit_other(number, s, cause) : NO_WAIT;
}

void inherit(JNIEnv *jni) {
	jthread *threads = NULL;
	jint n = 0, i;
	find_bean(jni);
	if ((*jvmti)->GetAllThreads(jvmti, &n, &threads))
		return;
	(*jni)->EnsureLocalCapacity(jni, n + 64);
	waits = calloc((size_t)n + 1, sizeof *waits);
	for (i = 0; i < n; i++)
		thread_inherit(jni, threads[i]);
	for (i = 0; i < n; i++) {
		enum inheritance end = waits ? inherit_wait(jni, threads[i]) : NO_WAIT;
		if (end != NO_WAIT) {
			waits[waits_len].number = thread_number(jni, threads[i]);
			waits[waits_len].thread = (*jni)->NewWeakGlobalRef(jni, threads[i]);
			waits[waits_len++].end = end;
		}
		(*jni)->DeleteLocalRef(jni, threads[i]);
	}
	(*jvmti)->Deallocate(jvmti, (unsigned char *)threads);
	check = now() + (pause_ns = FIRST_CHECK);
}

/* still_waits reports whether a thread is still in its inherited wait. */
static int still_waits(JNIEnv *jni, const struct inherited *w) {
	jthread thread;
	enum tiv_cause cause;
	struct thread *t;
	int waits_on;
	pthread_mutex_lock(&lock);
	t = inheritor(w->number);
	waits_on = t && t->inherited;
	pthread_mutex_unlock(&lock);
	if (!waits_on || w->end == TOLD)
		return waits_on;
	if (!(thread = (*jni)->NewLocalRef(jni, w->thread)))
		return 0;
	waits_on = (state_of(thread) & ~JVMTI_THREAD_STATE_ALIVE) || native_waits(jni, thread, &cause);
	(*jni)->DeleteLocalRef(jni, thread);
	pthread_mutex_lock(&lock);
	if (!waits_on && (t = inheritor(w->number)) != NULL && t->inherited)
		end_inherited(t);
	pthread_mutex_unlock(&lock);
	return waits_on;
}

/* update_owner finds the present owner of the monitor for which a thread waits. */
static void update_owner(JNIEnv *jni, const struct inherited *w) {
	struct wanted now_wanted = {NULL, -1};
	struct monitor *m = NULL;
	struct thread *t;
	unsigned changes = 0;
	pthread_mutex_lock(&lock);
	if ((t = inheritor(w->number)) != NULL && (m = t->wants) != NULL)
		changes = m->changes;
	pthread_mutex_unlock(&lock);
	if (!m)
		return;
	now_wanted = wanted_by(jni, w->number, NULL);
	pthread_mutex_lock(&lock);
	if (now_wanted.monitor == m && m->changes == changes && m->blocked > 0)
		set_owner(m, find_number(now_wanted.owner), 0);
	pthread_mutex_unlock(&lock);
}

/* look_at_inherited finds the ends of inherited waits, some at a time, and the owners of
 * their monitors, less and less often, down to once a second. */
void look_at_inherited(JNIEnv *jni) {
	size_t i, n = waits_len < LOOKS_AT_ONCE ? waits_len : LOOKS_AT_ONCE;
	for (i = 0; i < n && waits_len > 0; i++) {
		if (next_look >= waits_len)
			next_look = 0;
		if (still_waits(jni, &waits[next_look])) {
			next_look++;
			continue;
		}
		(*jni)->DeleteWeakGlobalRef(jni, waits[next_look].thread);
		waits[next_look] = waits[--waits_len];
	}
	if (now() < check)
		return;
	for (i = 0; i < waits_len && i < LOOKS_AT_ONCE; i++)
		if (waits[i].end == TOLD)
			update_owner(jni, &waits[i]);
	pause_ns = 2 * pause_ns < LAST_CHECK ? 2 * pause_ns : LAST_CHECK;
	check = now() + pause_ns;
}
