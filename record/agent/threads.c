//go:build ignore

/* The threads of the program, by their number in Java and by the machine's own thread. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agent.h"

enum { BUCKETS = 1 << 12, MAX_VIRTUAL = 100000 };

static struct thread *by_number[BUCKETS], *by_machine[BUCKETS];
static int virtuals; /* in by_number */
static __thread struct thread *self;
static __thread int ended;
static jfieldID number_field, machine_field, blocker_field;
static jclass thread_class;
static jmethodID carrier_method; /* since virtual threads */

void threads_begin(JNIEnv *jni) {
	jclass c = (*jni)->FindClass(jni, "java/lang/Thread");
	number_field = (*jni)->GetFieldID(jni, c, "tid", "J");
	machine_field = (*jni)->GetFieldID(jni, c, "eetop", "J");
	blocker_field = (*jni)->GetFieldID(jni, c, "parkBlocker", "Ljava/lang/Object;");
	(*jni)->ExceptionClear(jni);
	carrier_method = (*jni)->GetStaticMethodID(jni, c, "currentCarrierThread", "()Ljava/lang/Thread;");
	(*jni)->ExceptionClear(jni);
	thread_class = (*jni)->NewGlobalRef(jni, c);
}

/* current returns the calling thread, or the one that carries it if it is virtual. */
static jthread current(JNIEnv *jni) {
	jthread object = NULL;
	if (carrier_method) {
		object = (*jni)->CallStaticObjectMethod(jni, thread_class, carrier_method);
		(*jni)->ExceptionClear(jni);
		return object;
	}
	return (*jvmti)->GetCurrentThread(jvmti, &object) ? NULL : object;
}

static size_t bucket_of(uint64_t key) { return (size_t)(key * 0x9e3779b97f4a7c15u >> 32) % BUCKETS; }

static struct thread *listed(jlong number) {
	struct thread *t = by_number[bucket_of((uint64_t)number)];
	while (t && t->number != number)
		t = t->same_number;
	return t;
}

struct thread *find_number(jlong number) {
	struct thread *t = listed(number);
	return t && t->id ? t : NULL;
}

/* find_machine finds a thread by the address of the machine's thread, or by one within
 * its stack. */
struct thread *find_machine(uintptr_t owner) {
	struct thread *t = by_machine[bucket_of(owner)];
	size_t i;
	while (t && t->machine != owner)
		t = t->same_machine;
	for (i = 0; !t && i < BUCKETS; i++)
		for (t = by_machine[i]; t && (owner < t->low || owner >= t->high); t = t->same_machine)
			;
	return t;
}

jlong thread_number(JNIEnv *jni, jobject object) {
	return object && number_field ? (*jni)->GetLongField(jni, object, number_field) : 0;
}

jobject park_blocker(JNIEnv *jni, jthread thread) {
	return blocker_field ? (*jni)->GetObjectField(jni, thread, blocker_field) : NULL;
}

/* enlist returns the thread with a number, new if there is none. The lock is held. */
static struct thread *enlist(jlong number) {
	struct thread *t = listed(number), **bucket = &by_number[bucket_of((uint64_t)number)];
	if (!t && (t = calloc(1, sizeof *t)) != NULL) {
		t->number = number;
		t->same_number = *bucket;
		*bucket = t;
	}
	return t;
}

/* own returns the thread with the number of the calling one, which alone ends it. */
static struct thread *own(jlong number) {
	struct thread *t;
	pthread_mutex_lock(&lock);
	t = enlist(number);
	pthread_mutex_unlock(&lock);
	return t;
}

/* thread_created records the thread that starts another one, before that runs. */
void thread_created(JNIEnv *jni, jobject object) {
	jlong number = thread_number(jni, object);
	struct thread *t;
	pthread_mutex_lock(&lock);
	if (number && (t = enlist(number)) != NULL)
		t->creator = acting(self) ? acting(self)->id : tiv_self(), t->created = tiv__clock();
	pthread_mutex_unlock(&lock);
}

static void describe(JNIEnv *jni, const struct thread *t, jvmtiThreadInfo *info) {
	jvmtiThreadGroupInfo group;
	char id[24], unnamed[sizeof id + sizeof "VirtualThread[#]"];
	int system = 0;
	memset(&group, 0, sizeof group);
	if (info->thread_group && !(*jvmti)->GetThreadGroupInfo(jvmti, info->thread_group, &group) && group.name)
		system = !strcmp(group.name, "system") || !strcmp(group.name, "InnocuousThreadGroup");
	system |= info->name && !strcmp(info->name, "DestroyJavaVM");
	snprintf(id, sizeof id, "%lld", (long long)t->number);
	snprintf(unnamed, sizeof unnamed, "VirtualThread[#%s]", id);
	tiv_thread_describe_of(t->id, id, info->name && *info->name ? info->name : t->is_virtual ? unnamed : id, system);
	(*jvmti)->Deallocate(jvmti, (unsigned char *)group.name);
	(*jvmti)->Deallocate(jvmti, (unsigned char *)info->name);
	if (group.parent)
		(*jni)->DeleteLocalRef(jni, group.parent);
	if (info->thread_group)
		(*jni)->DeleteLocalRef(jni, info->thread_group);
	if (info->context_class_loader)
		(*jni)->DeleteLocalRef(jni, info->context_class_loader);
}

/* find_stack stores the limits of the calling thread's stack. */
static void find_stack(uintptr_t *low, uintptr_t *high) {
	pthread_attr_t attr;
	void *begin;
	size_t size;
	if (pthread_getattr_np(pthread_self(), &attr))
		return;
	if (!pthread_attr_getstack(&attr, &begin, &size))
		*low = (uintptr_t)begin, *high = *low + size;
	pthread_attr_destroy(&attr);
}

/* list makes a thread known by the machine's own thread. The lock is held. */
static void list(struct thread *t, jobject object, uintptr_t machine) {
	struct thread **bucket = &by_machine[bucket_of(machine)];
	t->object = object, t->machine = machine;
	t->same_machine = *bucket;
	*bucket = t;
}

static uintptr_t machine_of(JNIEnv *jni, jthread object) {
	return machine_field ? (uintptr_t)(*jni)->GetLongField(jni, object, machine_field) : 0;
}

/* keep returns a reference to a thread. The agent can be asked to stop before the thread
 * ends; it must not keep the thread from the collector then. */
static jobject keep(JNIEnv *jni, jthread object) {
	return late ? (*jni)->NewWeakGlobalRef(jni, object) : (*jni)->NewGlobalRef(jni, object);
}

static void drop(JNIEnv *jni, jobject kept) {
	if (late)
		(*jni)->DeleteWeakGlobalRef(jni, kept);
	else
		(*jni)->DeleteGlobalRef(jni, kept);
}

/* identify lists the calling thread, unless it was inherited, and begins its own events. */
static void identify(JNIEnv *jni, struct thread *t, jthread object) {
	uintptr_t machine = machine_of(jni, object), low = 0, high = 0;
	jobject kept = keep(jni, object);
	int listed;
	find_stack(&low, &high);
	pthread_mutex_lock(&lock);
	if (!(listed = t->object != NULL))
		list(t, kept, machine);
	t->low = low, t->high = high;
	if (t->id)
		tiv_thread_adopt(t->id);
	else
		t->id = tiv_self();
	t->joined = listed ? INHERITED : NEW;
	if (t->inherited == LOOKED_AT)
		end_inherited(t);
	pthread_mutex_unlock(&lock);
	if (listed)
		drop(jni, kept);
}

/* join makes the calling thread known. */
static struct thread *join(JNIEnv *jni) {
	jthread object = current(jni);
	jvmtiThreadInfo info;
	struct thread *t = object ? own(thread_number(jni, object)) : NULL;
	memset(&info, 0, sizeof info);
	if (t && !t->joined && !(*jvmti)->GetThreadInfo(jvmti, object, &info)) {
		identify(jni, t, object);
		describe(jni, t, &info);
		self = t;
	}
	if (object)
		(*jni)->DeleteLocalRef(jni, object);
	return self;
}

/* thread_inherit makes another thread known, which may never record anything itself. It
 * returns 0 if it has already. */
int thread_inherit(JNIEnv *jni, jthread object) {
	jlong number = thread_number(jni, object);
	uintptr_t machine = machine_of(jni, object), low = 0, high = 0;
	struct thread *t, copy;
	jvmtiThreadInfo info;
	jobject kept;
	memset(&info, 0, sizeof info);
	if (!number || !machine || (*jvmti)->GetThreadInfo(jvmti, object, &info))
		return 0;
	hotspot_stack(machine, &low, &high);
	kept = keep(jni, object);
	pthread_mutex_lock(&lock);
	if ((t = enlist(number)) != NULL && !t->object) {
		list(t, kept, machine);
		t->id = tiv_thread_reserve();
		t->low = low, t->high = high;
		copy = *t;
		kept = NULL;
	}
	pthread_mutex_unlock(&lock);
	if (kept) {
		drop(jni, kept);
		return 0;
	}
	describe(jni, &copy, &info);
	return 1;
}

int thread_joined(void) { return self != NULL; }

struct thread *thread_self(JNIEnv *jni) {
	if (self || ended)
		return self;
	return __atomic_load_n(&live, __ATOMIC_ACQUIRE) ? join(jni) : NULL;
}

void thread_start(JNIEnv *jni) {
	jthread object;
	struct thread *t;
	tiv_thread creator;
	uint64_t created;
	ended = 0;
	if (self || !(object = current(jni)))
		return;
	t = own(thread_number(jni, object));
	(*jni)->DeleteLocalRef(jni, object);
	creator = t ? t->creator : 0, created = t ? t->created : 0;
	t = thread_self(jni);
	if (!t || t->joined == NEW)
		tiv_thread_start_after(NULL, creator, created ? (int64_t)(tiv__clock() - created) : 0);
}

static void unlink_thread(struct thread *t) {
	struct thread **p;
	for (p = &by_number[bucket_of((uint64_t)t->number)]; *p; p = &(*p)->same_number)
		if (*p == t) {
			*p = t->same_number;
			break;
		}
	for (p = &by_machine[bucket_of(t->machine)]; *p; p = &(*p)->same_machine)
		if (*p == t) {
			*p = t->same_machine;
			break;
		}
}

void thread_forget(JNIEnv *jni, struct thread *t) {
	pthread_mutex_lock(&lock);
	while (t->owns)
		set_owner(t->owns, NULL, 0);
	unlink_thread(t);
	virtuals -= t->is_virtual;
	pthread_mutex_unlock(&lock);
	if (t->is_virtual)
		(*jni)->DeleteWeakGlobalRef(jni, t->object);
	else
		drop(jni, t->object);
	free(t);
}

/* thread_end forgets the calling thread, and wakes the threads that join it. */
void thread_end(JNIEnv *jni) {
	struct thread *t = thread_self(jni);
	struct monitor *joined;
	ended = 1;
	self = NULL;
	if (t) {
		if ((joined = known_monitor(t->object)) != NULL)
			notify(joined, 1);
		thread_forget(jni, t);
	}
	tiv_thread_leave();
}

/* thread_virtual returns a virtual thread, which is not kept from the collector. */
struct thread *thread_virtual(JNIEnv *jni, jthread object, int *fresh) {
	jlong number = thread_number(jni, object);
	struct thread *t;
	jvmtiThreadInfo info;
	int added = 0;
	pthread_mutex_lock(&lock);
	t = listed(number);
	if (!t && fresh && virtuals < MAX_VIRTUAL && (t = enlist(number)) != NULL) {
		added = t->is_virtual = 1, virtuals++;
		t->id = tiv_thread_reserve();
	}
	pthread_mutex_unlock(&lock);
	if (fresh)
		*fresh = added;
	if (!added)
		return t;
	t->object = (*jni)->NewWeakGlobalRef(jni, object);
	memset(&info, 0, sizeof info);
	(*jvmti)->GetThreadInfo(jvmti, object, &info);
	describe(jni, t, &info);
	return t;
}

/* thread_rename records a new name that the calling thread gives itself. */
void thread_rename(JNIEnv *jni, jobject object) {
	struct thread *t = thread_self(jni);
	jvmtiThreadInfo info;
	if (!t || (*jni)->ExceptionCheck(jni) || thread_number(jni, object) != t->number)
		return;
	memset(&info, 0, sizeof info);
	if ((*jvmti)->GetThreadInfo(jvmti, object, &info))
		return;
	describe(jni, t, &info);
}
