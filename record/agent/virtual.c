//go:build ignore

/* Virtual threads. The Java machine reports when a thread of the system begins to carry
 * one, and when it ceases: what the virtual thread waits for then, its stack tells. A
 * thread is suspended while it carries another.
 *
 * The agent can be compiled with the headers of Java 9, which do not know of all this. */
#include <string.h>

#include "agent.h"

enum { START = 87, END = 88, FIRST_EVENT = 50, CAPABILITY_BYTE = 5, CAPABILITY_BIT = 16 };

static int supported;
static jint mount_event = -1, unmount_event = -1;
static __thread int carrying;
static __thread struct thread *carried; /* NULL: none, or not recorded */

/* The states of a virtual thread, which differ by release. */
enum { NO_STATE = -1 };
static jfieldID state_field;
static jint yielding = NO_STATE - 1, parking = NO_STATE - 1, timed_parking = NO_STATE - 1;

static void find_state(JNIEnv *jni, jclass c, const char *name, jint *state) {
	jfieldID id = (*jni)->GetStaticFieldID(jni, c, name, "I");
	(*jni)->ExceptionClear(jni);
	if (id)
		*state = (*jni)->GetStaticIntField(jni, c, id);
}

void virtual_begin(JNIEnv *jni) {
	jclass c = supported ? (*jni)->FindClass(jni, "java/lang/VirtualThread") : NULL;
	(*jni)->ExceptionClear(jni);
	if (!c)
		return;
	state_field = (*jni)->GetFieldID(jni, c, "state", "I");
	(*jni)->ExceptionClear(jni);
	find_state(jni, c, "YIELDING", &yielding);
	find_state(jni, c, "PARKING", &parking);
	find_state(jni, c, "TIMED_PARKING", &timed_parking);
	(*jni)->DeleteLocalRef(jni, c);
}

int virtual_carries(void) { return carrying; }

struct thread *acting(struct thread *self) { return carried ? carried : self; }

struct thread *virtual_self(JNIEnv *jni) {
	jthread object = NULL;
	int is;
	if (!carried || (*jvmti)->GetCurrentThread(jvmti, &object) || !object)
		return NULL;
	is = thread_number(jni, object) == carried->number;
	(*jni)->DeleteLocalRef(jni, object);
	return is ? carried : NULL;
}

static int is_live(void) { return __atomic_load_n(&live, __ATOMIC_ACQUIRE); }

static void JNICALL started(jvmtiEnv *env, JNIEnv *jni, jthread thread) {
	static int64_t left_out;
	struct thread *t = is_live() ? thread_self(jni) : NULL;
	int fresh;
	(void)env;
	if (!t)
		return;
	if (!(t = thread_virtual(jni, thread, &fresh)))
		tiv_counter("virtual threads not recorded", __atomic_add_fetch(&left_out, 1, __ATOMIC_RELAXED));
	else if (fresh)
		tiv_thread_start_of(t->id, 0);
}

static void JNICALL ended(jvmtiEnv *env, JNIEnv *jni, jthread thread) {
	struct thread *t;
	tiv_thread id;
	(void)env;
	if (!is_live() || !(t = thread_virtual(jni, thread, NULL)))
		return;
	id = t->id;
	if (carried == t)
		carried = NULL;
	thread_forget(jni, t);
	tiv_thread_end_of(id);
}

/* carry records that the calling thread begins to carry a virtual one, or, with NULL,
 * ceases to. */
static void carry(struct thread *self, struct thread *t) {
	carried = t;
	pthread_mutex_lock(&lock);
	self->carries = t;
	pthread_mutex_unlock(&lock);
	if (t)
		tiv_suspend_start(TIV_OTHER);
	else
		tiv_suspend_end();
}

static void JNICALL mounted(jvmtiEnv *env, JNIEnv *jni, jthread thread) {
	struct thread *self = is_live() ? thread_self(jni) : NULL, *t;
	int fresh;
	(void)env;
	if (!self)
		return;
	carrying = 1;
	/* One that began before the recording is fresh. */
	if (!(t = thread_virtual(jni, thread, late ? &fresh : NULL)))
		return;
	carry(self, t);
	if (t->parked)
		end_park(jni, t);
}

void virtual_parks(JNIEnv *jni, struct thread *t, const struct stack *s) {
	if (s && s->sleeps)
		tiv_suspend_start_of(t->id, TIV_SLEEP, &s->calls);
	else if (s && s->polls)
		tiv_io_start_of(t->id, TIV_NET, &s->calls);
	else
		begin_park(jni, t->object, t->number, s, 0);
	t->parked = 1;
}

/* begin_wait records the wait for which a virtual thread is no longer carried. Of monitors,
 * other events tell. A thread that ends is no longer carried either. */
static void begin_wait(JNIEnv *jni, struct thread *t, jthread thread) {
	jint state = state_field ? (*jni)->GetIntField(jni, thread, state_field) : NO_STATE;
	if (t->wants || t->listens)
		return;
	if (state == yielding)
		tiv_ready(t->id);
	else if (state == parking || state == timed_parking)
		virtual_parks(jni, t, stack_now(jni));
}

static void JNICALL unmounted(jvmtiEnv *env, JNIEnv *jni, jthread thread) {
	struct thread *self = is_live() ? thread_self(jni) : NULL, *t = carried;
	(void)env;
	carrying = 0;
	if (!self || !t)
		return;
	begin_wait(jni, t, thread);
	carry(self, NULL);
}

void virtual_need(jvmtiCapabilities *need) {
	jvmtiCapabilities could;
	memset(&could, 0, sizeof could);
	supported = !(*jvmti)->GetPotentialCapabilities(jvmti, &could) && ((const unsigned char *)&could)[CAPABILITY_BYTE] & CAPABILITY_BIT;
	if (supported)
		((unsigned char *)need)[CAPABILITY_BYTE] |= CAPABILITY_BIT;
}

/* find_events finds the events that HotSpot has besides the standard. */
static void find_events(void) {
	jvmtiExtensionEventInfo *list = NULL;
	jint n = 0, i, j;
	if ((*jvmti)->GetExtensionEvents(jvmti, &n, &list))
		return;
	for (i = 0; i < n; i++) {
		if (!strcmp(list[i].id, "com.sun.hotspot.events.VirtualThreadMount"))
			mount_event = list[i].extension_event_index;
		if (!strcmp(list[i].id, "com.sun.hotspot.events.VirtualThreadUnmount"))
			unmount_event = list[i].extension_event_index;
		for (j = 0; j < list[i].param_count; j++)
			(*jvmti)->Deallocate(jvmti, (unsigned char *)list[i].params[j].name);
		(*jvmti)->Deallocate(jvmti, (unsigned char *)list[i].id);
		(*jvmti)->Deallocate(jvmti, (unsigned char *)list[i].short_description);
		(*jvmti)->Deallocate(jvmti, (unsigned char *)list[i].params);
	}
	(*jvmti)->Deallocate(jvmti, (unsigned char *)list);
	supported = mount_event >= 0 && unmount_event >= 0;
}

jvmtiError virtual_callbacks(const jvmtiEventCallbacks *others) {
	union {
		jvmtiEventCallbacks known;
		void (JNICALL *all[END - FIRST_EVENT + 1])(jvmtiEnv *, JNIEnv *, jthread);
	} calls;
	if (supported)
		find_events();
	memset(&calls, 0, sizeof calls);
	calls.known = *others;
	if (supported)
		calls.all[START - FIRST_EVENT] = started, calls.all[END - FIRST_EVENT] = ended;
	return (*jvmti)->SetEventCallbacks(jvmti, &calls.known, supported ? sizeof calls : sizeof *others);
}

void virtual_events(int on) {
	const jint events[] = {START, END, mount_event, unmount_event};
	size_t i;
	if (!supported)
		return;
	(*jvmti)->SetExtensionEventCallback(jvmti, mount_event, on ? (jvmtiExtensionEvent)(void (*)(void))mounted : NULL);
	(*jvmti)->SetExtensionEventCallback(jvmti, unmount_event, on ? (jvmtiExtensionEvent)(void (*)(void))unmounted : NULL);
	for (i = 0; i < sizeof events / sizeof *events; i++)
		(*jvmti)->SetEventNotificationMode(jvmti, on ? JVMTI_ENABLE : JVMTI_DISABLE, (jvmtiEvent)events[i], NULL);
}
