//go:build ignore

#define TIV_IMPLEMENTATION
#include "agent.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <poll.h>
#include <unistd.h>

jvmtiEnv *jvmti;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int live, late;

static __thread int described, collections;

uint64_t now(void) {
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

/* Events of the Java machine. */

/* recorded returns the thread that an event is about: the calling one, or the virtual one
 * that it carries. */
static struct thread *recorded(JNIEnv *jni, jthread thread) {
	struct thread *t = acting(thread_self(jni));
	return t && thread_number(jni, thread) == t->number ? t : NULL;
}

struct thread *seen_owner(jobject object) {
	int is_number;
	uint64_t owner = hotspot_owner(object, &is_number);
	struct thread *t;
	if (!owner)
		return NULL;
	if (is_number)
		return find_number((jlong)owner);
	t = find_machine((uintptr_t)owner);
	return t && t->carries ? t->carries : t;
}

static void JNICALL contended_enter(jvmtiEnv *env, JNIEnv *jni, jthread thread, jobject object) {
	struct thread *t = recorded(jni, thread), *owner;
	const struct stack *s;
	struct monitor *m;
	(void)env;
	if (!t)
		return;
	s = stack_now(jni);
	m = monitor_of(jni, object, s);
	if (!m)
		return;
	pthread_mutex_lock(&lock);
	owner = seen_owner(object);
	if (owner && owner != t)
		set_owner(m, owner, 0);
	begin_blocked(t, m, 0, s);
	pthread_mutex_unlock(&lock);
}

static void JNICALL contended_entered(jvmtiEnv *env, JNIEnv *jni, jthread thread, jobject object) {
	struct thread *t = recorded(jni, thread);
	(void)env, (void)object;
	if (!t)
		return;
	pthread_mutex_lock(&lock);
	end_blocked(t, 1);
	pthread_mutex_unlock(&lock);
}

static void JNICALL monitor_wait(jvmtiEnv *env, JNIEnv *jni, jthread thread, jobject object, jlong timeout) {
	struct thread *t = rebind_waits(jni) ? NULL : recorded(jni, thread);
	const struct stack *s;
	struct monitor *m;
	(void)env, (void)timeout;
	if (!t)
		return;
	s = stack_now(jni);
	m = monitor_of(jni, object, s);
	pthread_mutex_lock(&lock);
	begin_notified(t, m, s);
	pthread_mutex_unlock(&lock);
}

static void JNICALL monitor_waited(jvmtiEnv *env, JNIEnv *jni, jthread thread, jobject object, jboolean timed_out) {
	struct thread *t = recorded(jni, thread);
	(void)env, (void)object, (void)timed_out;
	if (t)
		end_notified(t);
}

static void JNICALL thread_started(jvmtiEnv *env, JNIEnv *jni, jthread thread) {
	(void)env, (void)thread;
	if (__atomic_load_n(&live, __ATOMIC_ACQUIRE))
		thread_start(jni);
}

static void JNICALL thread_ended(jvmtiEnv *env, JNIEnv *jni, jthread thread) {
	(void)env, (void)thread;
	if (__atomic_load_n(&live, __ATOMIC_ACQUIRE))
		thread_end(jni);
}

/* Collections: the thread is one of the Java machine, and may not call it. */
static void JNICALL collection_begins(jvmtiEnv *env) {
	(void)env;
	if (!described) {
		described = 1;
		tiv_thread_describe("collector", "VM Thread", 1);
	}
	collections++;
	tiv_gc_start();
}

static void JNICALL collection_ends(jvmtiEnv *env) {
	(void)env;
	if (collections == 0) /* it began before the recording */
		return;
	collections--;
	tiv_gc_end();
}

/* The helper looks at the owners of monitors with long waits. */

enum { PERIOD_MS = 25 };

static void JNICALL help(jvmtiEnv *env, JNIEnv *jni, void *none) {
	(void)env, (void)none;
	tiv_suspend_start(TIV_SLEEP);
	for (;;) {
		poll(NULL, 0, PERIOD_MS);
		if (!__atomic_load_n(&live, __ATOMIC_ACQUIRE))
			return;
		if (tiv_self() == 0) {
			end_recording();
			return;
		}
		look_at_owners(jni);
	}
}

void start_helper(JNIEnv *jni, jvmtiStartFunction run, void *arg) {
	jclass c = (*jni)->FindClass(jni, "java/lang/Thread");
	jmethodID init = (*jni)->GetMethodID(jni, c, "<init>", "(Ljava/lang/ThreadGroup;Ljava/lang/String;)V");
	jvmtiThreadGroupInfo group;
	jthreadGroup *top = NULL;
	jint n = 0;
	jstring name = (*jni)->NewStringUTF(jni, "TIV recorder");
	jobject thread;
	memset(&group, 0, sizeof group);
	if ((*jvmti)->GetTopThreadGroups(jvmti, &n, &top) || n < 1)
		return;
	thread = init && name ? (*jni)->NewObject(jni, c, init, top[0], name) : NULL;
	if ((*jni)->ExceptionCheck(jni))
		(*jni)->ExceptionClear(jni);
	else if (thread)
		(*jvmti)->RunAgentThread(jvmti, thread, run, arg, JVMTI_THREAD_MAX_PRIORITY);
	(*jvmti)->Deallocate(jvmti, (unsigned char *)top);
}

void begin_program(JNIEnv *jni) {
	threads_begin(jni);
	monitors_begin(jni);
	natives_begin(jni);
	virtual_begin(jni);
	hotspot_begin();
	__atomic_store_n(&live, 1, __ATOMIC_RELEASE);
	thread_self(jni);
}

static void JNICALL machine_begins(jvmtiEnv *env, JNIEnv *jni, jthread thread) {
	(void)env, (void)thread;
	begin_program(jni);
	calls_begin(jni);
	start_helper(jni, help, NULL);
}

static void JNICALL machine_ends(jvmtiEnv *env, JNIEnv *jni) {
	int error;
	(void)env, (void)jni;
	calls_end();
	__atomic_store_n(&live, 0, __ATOMIC_RELEASE);
	error = tiv_stop();
	if (error && !late)
		fprintf(stderr, "tiv: the recording is incomplete: %s\n", strerror(error));
}

/* Loading. */

static const jvmtiEvent events[] = {
	JVMTI_EVENT_VM_INIT, JVMTI_EVENT_VM_DEATH, JVMTI_EVENT_THREAD_START, JVMTI_EVENT_THREAD_END,
	JVMTI_EVENT_MONITOR_CONTENDED_ENTER, JVMTI_EVENT_MONITOR_CONTENDED_ENTERED,
	JVMTI_EVENT_MONITOR_WAIT, JVMTI_EVENT_MONITOR_WAITED,
	JVMTI_EVENT_GARBAGE_COLLECTION_START, JVMTI_EVENT_GARBAGE_COLLECTION_FINISH, JVMTI_EVENT_NATIVE_METHOD_BIND,
};

void set_events(int on) {
	size_t i;
	for (i = 0; i < sizeof events / sizeof *events; i++)
		(*jvmti)->SetEventNotificationMode(jvmti, on ? JVMTI_ENABLE : JVMTI_DISABLE, events[i], NULL);
	virtual_events(on);
}

/* end_recording ends all events: the program goes on as if it were not recorded. */
void end_recording(void) {
	jvmtiCapabilities held;
	__atomic_store_n(&live, 0, __ATOMIC_RELEASE);
	set_events(0);
	if (!(*jvmti)->GetCapabilities(jvmti, &held)) {
		held.can_tag_objects = 0;
		(*jvmti)->RelinquishCapabilities(jvmti, &held);
	}
}

/* prepare asks for what the agent needs; it returns NULL, or the reason of a failure. */
const char *prepare(JavaVM *vm) {
	jvmtiCapabilities need;
	jvmtiEventCallbacks calls;
	jint error = (*vm)->GetEnv(vm, (void **)&jvmti, JVMTI_VERSION_9);
	if (error)
		return error == JNI_EVERSION ? "it is older than Java 9" : "it is just starting, or ending";
	memset(&need, 0, sizeof need);
	need.can_tag_objects = need.can_get_monitor_info = need.can_generate_monitor_events = 1;
	need.can_generate_garbage_collection_events = need.can_generate_native_method_bind_events = 1;
	need.can_get_line_numbers = need.can_get_source_file_name = 1;
	need.can_generate_early_vmstart = !late;
	virtual_need(&need);
	if ((*jvmti)->AddCapabilities(jvmti, &need))
		return "it lacks capabilities of HotSpot";
	memset(&calls, 0, sizeof calls);
	calls.VMInit = machine_begins, calls.VMDeath = machine_ends;
	calls.ThreadStart = thread_started, calls.ThreadEnd = thread_ended;
	calls.MonitorContendedEnter = contended_enter, calls.MonitorContendedEntered = contended_entered;
	calls.MonitorWait = monitor_wait, calls.MonitorWaited = monitor_waited;
	calls.GarbageCollectionStart = collection_begins, calls.GarbageCollectionFinish = collection_ends;
	calls.NativeMethodBind = native_bound;
	return virtual_callbacks(&calls) ? "it refuses callbacks" : NULL;
}

/* option cuts an option "name=value" from the options, and returns its value, or "". */
static char *option(char **options, const char *name) {
	size_t n = strlen(name);
	char *value = *options + n + 1;
	if (strncmp(*options, name, n) || (*options)[n] != '=')
		return "";
	*options = value + strcspn(value, ",");
	if (**options)
		*(*options)++ = 0;
	return value;
}

/* calls_options prepares the recording of calls, objects and items as the options say. */
const char *calls_options(JavaVM *vm, char **options) {
	const char *calls = option(options, "calls"), *objects = option(options, "objects");
	const char *items = option(options, "items"), *folder = option(options, "classes");
	if (*items && !items_prepare(vm))
		return "it lacks capabilities of HotSpot";
	if (*items)
		streams_prepare();
	return *calls || *objects || *items ? calls_prepare(vm, calls, objects, folder) : NULL;
}

/* program_name returns the last part of the name of the main class, or that of its archive; NULL
 * if it is not known. */
const char *program_name(void) {
	static char name[128];
	char *command = NULL, *from;
	size_t n;
	if ((*jvmti)->GetSystemProperty(jvmti, "sun.java.command", &command) || !command)
		return NULL;
	command[strcspn(command, " ")] = 0;
	n = strlen(command);
	from = strrchr(command, '/') ? strrchr(command, '/') + 1 : command;
	if (n < 4 || strcmp(command + n - 4, ".jar") != 0)
		from = strrchr(from, '.') ? strrchr(from, '.') + 1 : from;
	snprintf(name, sizeof name, "%s", from);
	(*jvmti)->Deallocate(jvmti, (unsigned char *)command);
	return name;
}

/* start starts the recording as the options say, which are in this order, each of them
 * optional but the last: limit=BYTES,rate=BYTES,calls=PATTERNS,objects=PATTERNS,
 * items=on,classes=FOLDER,file=PATH. The path is the rest of them, and has the process id for %p;
 * it can be the address of a listener. */
static const char *start(JavaVM *vm, char *options) {
	char path[4096];
	const char *limit = option(&options, "limit"), *per_minute = option(&options, "rate"), *at;
	const char *failure = calls_options(vm, &options);
	int n, error;
	if (strncmp(options, "file=", 5))
		return "unknown options";
	tiv_limit(strtoull(limit, NULL, 10));
	set_rate(strtoull(per_minute, NULL, 10));
	options += 5;
	at = strstr(options, "%p");
	n = at ? snprintf(path, sizeof path, "%.*s%ld%s", (int)(at - options), options, (long)getpid(), at + 2)
	       : snprintf(path, sizeof path, "%s", options);
	error = n < 0 || (size_t)n >= sizeof path ? ENAMETOOLONG : failure ? 0 : tiv_start(path, 0);
	return error ? strerror(error) : failure;
}

/* The option "probe" tells whether the Java machine fits: it then ends at once with
 * success. Without it a failure never ends the program. */
JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved) {
	const char *failure = prepare(vm);
	int probe = options && !strcmp(options, "probe");
	char none[] = "";
	(void)reserved;
	if (failure && probe) {
		fprintf(stderr, "%s\n", failure);
		return JNI_ERR;
	}
	if (!failure && !probe)
		failure = start(vm, options ? options : none);
	if (failure || probe) {
		if (jvmti)
			(*jvmti)->DisposeEnvironment(jvmti);
		if (failure)
			fprintf(stderr, "tiv: cannot record this Java machine: %s\n", failure);
		return JNI_OK;
	}
	set_events(1);
	return JNI_OK;
}
