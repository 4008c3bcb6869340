//go:build ignore

/* The threads of the program, by their number in Java and by the machine's own thread. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agent.h"

enum { BUCKETS = 1 << 10 };

static struct thread *by_number[BUCKETS], *by_machine[BUCKETS];
static __thread struct thread *self;
static __thread int ended;
static jfieldID number_field, machine_field, blocker_field;

void threads_begin(JNIEnv *jni) {
	jclass c = (*jni)->FindClass(jni, "java/lang/Thread");
	number_field = (*jni)->GetFieldID(jni, c, "tid", "J");
	machine_field = (*jni)->GetFieldID(jni, c, "eetop", "J");
	blocker_field = (*jni)->GetFieldID(jni, c, "parkBlocker", "Ljava/lang/Object;");
	(*jni)->ExceptionClear(jni);
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

jobject park_blocker(JNIEnv *jni, struct thread *t) {
	return blocker_field ? (*jni)->GetObjectField(jni, t->object, blocker_field) : NULL;
}

/* enlist returns the thread with a number, new if there is none. */
static struct thread *enlist(jlong number) {
	struct thread *t, **bucket = &by_number[bucket_of((uint64_t)number)];
	pthread_mutex_lock(&lock);
	t = listed(number);
	if (!t && (t = calloc(1, sizeof *t)) != NULL) {
		t->number = number;
		t->same_number = *bucket;
		*bucket = t;
	}
	pthread_mutex_unlock(&lock);
	return t;
}

/* thread_created records the thread that starts another one, before that runs. */
void thread_created(JNIEnv *jni, jobject object) {
	jlong number = thread_number(jni, object);
	struct thread *t = number ? enlist(number) : NULL;
	if (t)
		t->creator = tiv_self();
}

static void describe(JNIEnv *jni, const struct thread *t, const jvmtiThreadInfo *info) {
	jvmtiThreadGroupInfo group;
	char id[24];
	int system = 0;
	memset(&group, 0, sizeof group);
	if (info->thread_group && !(*jvmti)->GetThreadGroupInfo(jvmti, info->thread_group, &group) && group.name)
		system = !strcmp(group.name, "system") || !strcmp(group.name, "InnocuousThreadGroup");
	system |= info->name && !strcmp(info->name, "DestroyJavaVM");
	snprintf(id, sizeof id, "%lld", (long long)t->number);
	tiv_thread_describe(id, info->name ? info->name : id, system);
	(*jvmti)->Deallocate(jvmti, (unsigned char *)group.name);
	if (group.parent)
		(*jni)->DeleteLocalRef(jni, group.parent);
}

/* find_stack stores the limits of the thread's stack. */
static void find_stack(struct thread *t) {
	pthread_attr_t attr;
	void *low;
	size_t size;
	if (pthread_getattr_np(pthread_self(), &attr))
		return;
	if (!pthread_attr_getstack(&attr, &low, &size))
		t->low = (uintptr_t)low, t->high = t->low + size;
	pthread_attr_destroy(&attr);
}

/* join makes the calling thread known. */
static struct thread *join(JNIEnv *jni) {
	jthread object = NULL;
	jvmtiThreadInfo info;
	struct thread *t, **bucket;
	memset(&info, 0, sizeof info);
	if ((*jvmti)->GetCurrentThread(jvmti, &object) || !object)
		return NULL;
	t = enlist(thread_number(jni, object));
	if (!t || t->object || (*jvmti)->GetThreadInfo(jvmti, object, &info)) {
		(*jni)->DeleteLocalRef(jni, object);
		return NULL;
	}
	t->object = (*jni)->NewGlobalRef(jni, object);
	t->machine = machine_field ? (uintptr_t)(*jni)->GetLongField(jni, object, machine_field) : 0;
	find_stack(t);
	describe(jni, t, &info);
	(*jvmti)->Deallocate(jvmti, (unsigned char *)info.name);
	if (info.thread_group)
		(*jni)->DeleteLocalRef(jni, info.thread_group);
	if (info.context_class_loader)
		(*jni)->DeleteLocalRef(jni, info.context_class_loader);
	(*jni)->DeleteLocalRef(jni, object);
	bucket = &by_machine[bucket_of(t->machine)];
	pthread_mutex_lock(&lock);
	t->id = tiv_self();
	t->same_machine = *bucket;
	*bucket = t;
	pthread_mutex_unlock(&lock);
	return self = t;
}

struct thread *thread_self(JNIEnv *jni) {
	if (self || ended)
		return self;
	return __atomic_load_n(&live, __ATOMIC_ACQUIRE) ? join(jni) : NULL;
}

void thread_start(JNIEnv *jni) {
	jthread object = NULL;
	struct thread *t;
	tiv_thread creator;
	ended = 0;
	if (self || (*jvmti)->GetCurrentThread(jvmti, &object) || !object)
		return;
	t = enlist(thread_number(jni, object));
	(*jni)->DeleteLocalRef(jni, object);
	creator = t ? t->creator : 0;
	tiv_thread_start(NULL, creator);
	thread_self(jni);
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

/* thread_end forgets the calling thread, and wakes the threads that join it. */
void thread_end(JNIEnv *jni) {
	struct thread *t = self;
	struct monitor *joined;
	ended = 1;
	self = NULL;
	if (t) {
		if ((joined = known_monitor(t->object)) != NULL)
			notify(joined, 1);
		pthread_mutex_lock(&lock);
		while (t->owns)
			set_owner(t->owns, NULL, 0);
		unlink_thread(t);
		pthread_mutex_unlock(&lock);
		(*jni)->DeleteGlobalRef(jni, t->object);
		free(t);
	}
	tiv_thread_leave();
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
	(*jvmti)->Deallocate(jvmti, (unsigned char *)info.name);
}
