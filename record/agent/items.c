//go:build ignore

/* The items that executors move from thread to thread: a job is put by the thread that gives it
 * to an executor, and taken by the one that runs it. Each job is a queue of its own, with a
 * number that is never used again, and one item.
 *
 *  1. A job that is put again before it was taken, such as a lambda without variables, which is
 *     one object for all calls: nothing tells which of them a thread runs. It takes an item that
 *     nobody has put.
 *  2. A job that another one runs, as a thread does that waits for a part of its own, makes the
 *     thread put the rest of the first aside, as an item that it takes up again. The first ends
 *     there: who takes an item while it has one of another queue works, as with channels, for none.
 *  3. A job that runs again, and is not put again, is for no task: what is repeated is no part of
 *     what began it. So is one that was put before the recording. The thread takes an item that
 *     nobody has put.
 *  4. A thread of a pool runs a job from when the pool has given it, which is the end of getTask, to
 *     when it asks for the next one. The loop around that never ends, and so cannot be rewritten
 *     while the program runs.
 *
 * The number of a job is its tag in an environment for these, from when it is put to when it is
 * taken. */
#include <string.h>

#include "agent.h"

enum { DEEPEST = 256 };

static jvmtiEnv *mover;
static pthread_mutex_t moving = PTHREAD_MUTEX_INITIALIZER; /* tags, and the order of their events */
static jlong numbers; /* so far; atomic */

/* What the calling thread runs, the innermost last: the number of the job, 0 if that was not
 * put; the number under which the thread has put aside what is around it, or 0; and whether the
 * thread of a pool has got it, and runs it until it asks for the next one. */
static __thread struct { jlong job, aside; int of_worker; } running[DEEPEST];
static __thread int depth; /* can exceed DEEPEST: what is deeper is not recorded */

static const struct {
	const char *class, *method, *move;
} known[] = {
	{"java.util.concurrent.ThreadPoolExecutor", "execute", "!put"},
	{"java.util.concurrent.ThreadPoolExecutor", "runWorker", "!first"},
	{"java.util.concurrent.ThreadPoolExecutor", "getTask", "!gets"},
	{"java.util.concurrent.ScheduledThreadPoolExecutor", "delayedExecute", "!put"},
	{"java.util.concurrent.ForkJoinPool", "externalPush", "!put"},
	{"java.util.concurrent.ForkJoinPool$WorkQueue", "push", "!put"},
	{"java.util.concurrent.ForkJoinTask", "doExec", "!run"},
	/* Tomcat has a copy of that class, for its connectors. */
	{"org.apache.tomcat.util.threads.ThreadPoolExecutor", "execute", "!put"},
	{"org.apache.tomcat.util.threads.ThreadPoolExecutor", "runWorker", "!first"},
	{"org.apache.tomcat.util.threads.ThreadPoolExecutor", "getTask", "!gets"},
	/* Without processors for a pool, each step of a CompletableFuture has a thread. */
	{"java.util.concurrent.CompletableFuture$ThreadPerTaskExecutor", "execute", "!put"},
	{"java.util.concurrent.CompletableFuture$AsyncRun", "run", "!run"},
	{"java.util.concurrent.CompletableFuture$AsyncSupply", "run", "!run"},
	{"java.util.concurrent.CompletableFuture$Completion", "run", "!run"},
};

int items_prepare(JavaVM *vm) {
	jvmtiCapabilities tags;
	memset(&tags, 0, sizeof tags);
	tags.can_tag_objects = 1;
	return !(*vm)->GetEnv(vm, (void **)&mover, JVMTI_VERSION_9) && !(*mover)->AddCapabilities(mover, &tags);
}

void items_dispose(void) {
	if (mover)
		(*mover)->DisposeEnvironment(mover);
}

const char *item_move(const char *class, const char *method) {
	size_t i;
	for (i = 0; mover && i < sizeof known / sizeof *known; i++)
		if (!strcmp(known[i].method, method) && !strcmp(known[i].class, class))
			return known[i].move;
	return NULL;
}

static jlong new_number(void) { return __atomic_add_fetch(&numbers, 1, __ATOMIC_RELAXED); }

void JNICALL item_put(JNIEnv *jni, jclass c, jobject item) {
	jlong tag = 0;
	(void)c;
	if (!item || !calls_record(jni))
		return;
	pthread_mutex_lock(&moving);
	if (!(*mover)->GetTag(mover, item, &tag)) {
		jlong number = new_number();
		if (!(*mover)->SetTag(mover, item, number) && !tag)
			tiv_put(NULL, number, 1);
	}
	pthread_mutex_unlock(&moving);
}

/* around returns the place of the job for which the calling thread works, or -1. */
static int around(void) {
	int i = depth - 1;
	while (i >= 0 && !running[i].job)
		i--;
	return i;
}

/* put_aside puts what the calling thread works for aside, if that is a job, and ends that. */
static jlong put_aside(void) {
	jlong number;
	int i = around();
	if (i < 0)
		return 0;
	tiv_put(NULL, number = new_number(), 1);
	tiv_take(NULL, running[i].job, 0);
	return number;
}

/* begin begins a job of the calling thread. From a queue it is one that somebody has put, whether
 * that is known or not. */
static void begin(JNIEnv *jni, jobject item, int queued, int of_worker) {
	jlong tag = 0, rest = 0;
	if (item && depth < DEEPEST && calls_record(jni)) {
		pthread_mutex_lock(&moving);
		if (!(*mover)->GetTag(mover, item, &tag) && (tag || queued)) {
			rest = put_aside();
			if (tag)
				(*mover)->SetTag(mover, item, 0);
			else
				tag = new_number();
			tiv_take(NULL, tag, 1);
		}
		pthread_mutex_unlock(&moving);
	}
	if (depth < DEEPEST)
		running[depth].job = tag, running[depth].aside = rest, running[depth].of_worker = of_worker;
	depth++;
}

/* from_queue reports whether the calling thread has found a job of a fork-join pool in a queue: its
 * method doExec is called neither by those that run what they are given, nor is it another one. */
static int from_queue(void) {
	static const char *const direct[] = {"invoke", "doInvoke", "quietlyInvoke", "invokeAll"};
	jvmtiFrameInfo frames[3]; /* Calls.begin, the method of the job, what has called that */
	char *name = NULL;
	jint n = 0;
	size_t i;
	int found;
	if ((*mover)->GetStackTrace(mover, NULL, 0, 3, frames, &n) || n < 3 || (*mover)->GetMethodName(mover, frames[1].method, &name, NULL, NULL))
		return 0;
	found = !strcmp(name, "doExec");
	(*mover)->Deallocate(mover, (unsigned char *)name);
	if (!found || (*mover)->GetMethodName(mover, frames[2].method, &name, NULL, NULL))
		return 0;
	for (i = 0; i < sizeof direct / sizeof *direct; i++)
		found &= strcmp(name, direct[i]) != 0;
	(*mover)->Deallocate(mover, (unsigned char *)name);
	return found;
}

void JNICALL item_begin(JNIEnv *jni, jclass c, jobject item) {
	jlong tag;
	/* Only in a program that ran before the recording can there be jobs that were put before. */
	int queued = late && item && calls_record(jni) && !(*mover)->GetTag(mover, item, &tag) && !tag && from_queue();
	(void)c;
	begin(jni, item, queued, 0);
}

void JNICALL item_done(JNIEnv *jni, jclass c) {
	(void)c;
	if (depth == 0 || --depth >= DEEPEST || !running[depth].job || !calls_record(jni))
		return;
	tiv_take(NULL, running[depth].job, 0);
	if (running[depth].aside) {
		tiv_take(NULL, running[depth].aside, 1);
		running[around()].job = running[depth].aside;
	}
}

/* item_asks ends the job of a pool's thread: it asks for the next one. */
void JNICALL item_asks(JNIEnv *jni, jclass c) {
	if (depth > 0 && depth <= DEEPEST && running[depth - 1].of_worker)
		item_done(jni, c);
}

void JNICALL item_got(JNIEnv *jni, jclass c, jobject item) {
	(void)c;
	if (item)
		begin(jni, item, 1, 1);
}

/* item_first begins the job with which a worker of a pool begins, if it has one. */
void JNICALL item_first(JNIEnv *jni, jclass c, jobject worker) {
	jclass type = (*jni)->GetObjectClass(jni, worker); /* of the JDK, or of Tomcat */
	jfieldID id = (*jni)->GetFieldID(jni, type, "firstTask", "Ljava/lang/Runnable;");
	(*jni)->ExceptionClear(jni);
	if (id) {
		jobject item = (*jni)->GetObjectField(jni, worker, id);
		item_got(jni, c, item);
		(*jni)->DeleteLocalRef(jni, item);
	}
	(*jni)->DeleteLocalRef(jni, type);
}
