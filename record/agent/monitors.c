//go:build ignore

/* Objects that threads wait for, and their owners. The recording has the owner of a
 * monitor only while threads are blocked by it: nothing tells when the last one
 * releases it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agent.h"

enum { MAX = 1 << 19, FIRST_CHECK = 50000000, LAST_CHECK = 1000000000 };

static struct monitor **monitors; /* by number less 1 */
static jlong count, room;
static pthread_mutex_t numbering = PTHREAD_MUTEX_INITIALIZER;

/* Monitors by the identity of their object, if the agent was loaded late; and how many of
 * them have no tag yet. */
enum { BUCKETS = 256 };
static struct monitor *hashes[BUCKETS];
static unsigned untagged;

static struct monitor **bucket_of(jint hash) { return &hashes[(uint32_t)hash % BUCKETS]; }

/* The classes and fields of locks; references are global. */
static jclass ownable;
static jfieldID owner_field, reader_field;
static jfieldID state_field, long_state_field; /* of a read-write lock: one of them, by release */

static const void *address(const struct monitor *m) { return (const void *)(uintptr_t)m->number; }

static jfieldID field(JNIEnv *jni, jclass c, const char *name, const char *type) {
	jfieldID id = c ? (*jni)->GetFieldID(jni, c, name, type) : NULL;
	(*jni)->ExceptionClear(jni);
	return id;
}

void monitors_begin(JNIEnv *jni) {
	jclass c = (*jni)->FindClass(jni, "java/util/concurrent/locks/AbstractOwnableSynchronizer");
	(*jni)->ExceptionClear(jni);
	if (c)
		ownable = (*jni)->NewGlobalRef(jni, c);
	owner_field = field(jni, c, "exclusiveOwnerThread", "Ljava/lang/Thread;");
	c = (*jni)->FindClass(jni, "java/util/concurrent/locks/ReentrantReadWriteLock$Sync");
	(*jni)->ExceptionClear(jni);
	reader_field = field(jni, c, "firstReader", "Ljava/lang/Thread;");
	state_field = field(jni, c, "state", "I");
	long_state_field = field(jni, c, "state", "J");
}

/* sort_of classifies a class by its name without the package, up to the first $. */
static enum sort sort_of(JNIEnv *jni, const char *name, jobject object) {
	static const struct {
		const char *name;
		enum sort sort;
	} known[] = {
		{"ReentrantLock", LOCK}, {"ReentrantReadWriteLock", READ_WRITE_LOCK}, {"StampedLock", OWNERLESS}, {"Semaphore", OWNERLESS},
		{"SynchronousQueue", CHANNEL}, {"LinkedTransferQueue", CHANNEL}, {"Exchanger", CHANNEL},
		{"FutureTask", FUTURE}, {"ForkJoinTask", FUTURE}, {"CompletableFuture", FUTURE},
		{"AbstractQueuedSynchronizer", PLAIN}, {"CountDownLatch", PLAIN}, {"ThreadPoolExecutor", PLAIN},
	};
	size_t n = strcspn(name, "$"), i;
	for (i = 0; i < sizeof known / sizeof *known; i++)
		if (strlen(known[i].name) == n && !strncmp(known[i].name, name, n))
			return known[i].sort;
	return ownable && owner_field && (*jni)->IsInstanceOf(jni, object, ownable) ? OWNABLE : PLAIN;
}

/* simple cuts a class's name to its last part, less the parts of locks. */
static const char *simple(char *name) {
	static const char *const parts[] = {"$Sync", "$FairSync", "$NonfairSync"};
	char *dot = strrchr(name, '.');
	size_t i, n, m;
	name = dot ? dot + 1 : name;
	for (i = 0; i < 3; i++) {
		n = strlen(name), m = strlen(parts[i]);
		if (n > m && !strcmp(name + n - m, parts[i]))
			name[n - m] = 0;
	}
	return name;
}

static void say_name(const struct monitor *m, const char *kind, const char *class, const char *place) {
	char *text = NULL;
	if (asprintf(&text, "0x%llx %s%s%s%s", (unsigned long long)m->number, kind, class, *place ? " " : "", place) >= 0)
		tiv_monitor_name(address(m), text);
	free(text);
}

/* name_monitor finds the sort and the name of an object: its number, class, and the
 * place of the first wait. */
static void name_monitor(JNIEnv *jni, struct monitor *m, jobject object, const char *place) {
	jclass c = (*jni)->GetObjectClass(jni, object);
	char *name = class_name(c);
	const char *kind = "", *class = "Object";
	if (name && !strcmp(name, "java.lang.Class")) {
		free(name);
		kind = "class ";
		name = class_name((jclass)object);
	}
	if (name)
		class = simple(name);
	m->sort = *kind ? PLAIN : sort_of(jni, class, object);
	say_name(m, kind, class, place);
	free(name);
	(*jni)->DeleteLocalRef(jni, c);
}

static struct monitor *by_number(jlong number) {
	struct monitor *m = NULL;
	pthread_mutex_lock(&lock);
	if (number > 0 && number <= count)
		m = monitors[number - 1];
	pthread_mutex_unlock(&lock);
	return m;
}

/* add makes a monitor with the next number. */
static struct monitor *add(void) {
	struct monitor *m = NULL;
	pthread_mutex_lock(&lock);
	if (count == room && room < MAX) {
		jlong more = room ? 2 * room : 256;
		struct monitor **list = realloc(monitors, (size_t)more * sizeof *list);
		if (list)
			monitors = list, room = more;
	}
	if (count < room && (m = calloc(1, sizeof *m)) != NULL) {
		m->number = count + 1;
		monitors[count++] = m;
	}
	pthread_mutex_unlock(&lock);
	return m;
}

/* with_hash finds a monitor by the identity of its object. The lock is held. */
static struct monitor *with_hash(jint hash) {
	struct monitor *m = *bucket_of(hash);
	while (m && m->hash != hash)
		m = m->same_hash;
	return m;
}

static void add_hash(struct monitor *m, jint hash) {
	pthread_mutex_lock(&lock);
	m->hash = hash;
	m->same_hash = *bucket_of(hash);
	*bucket_of(hash) = m;
	pthread_mutex_unlock(&lock);
}

/* by_hash returns the monitor of which only the object's identity is known so far. */
static struct monitor *by_hash(jobject object) {
	struct monitor *m;
	jint hash = 0;
	if (!__atomic_load_n(&untagged, __ATOMIC_ACQUIRE) || (*jvmti)->GetObjectHashCode(jvmti, object, &hash))
		return NULL;
	pthread_mutex_lock(&lock);
	if ((m = with_hash(hash)) != NULL && m->untagged) {
		m->untagged = 0;
		__atomic_fetch_sub(&untagged, 1, __ATOMIC_RELEASE);
	} else {
		m = NULL;
	}
	pthread_mutex_unlock(&lock);
	if (m)
		(*jvmti)->SetTag(jvmti, object, m->number);
	return m;
}

struct monitor *known_monitor(jobject object) {
	jlong number = 0;
	if (!object || (*jvmti)->GetTag(jvmti, object, &number))
		return NULL;
	return number ? by_number(number) : by_hash(object);
}

struct monitor *monitor_of_hash(jint hash, const char *class, const struct stack *s) {
	struct monitor *m;
	char *name = strdup(class);
	pthread_mutex_lock(&numbering);
	pthread_mutex_lock(&lock);
	m = with_hash(hash);
	pthread_mutex_unlock(&lock);
	if (!m && name && (m = add()) != NULL) {
		say_name(m, "", simple(name), s ? s->place : "");
		m->untagged = 1;
		add_hash(m, hash);
		__atomic_fetch_add(&untagged, 1, __ATOMIC_RELEASE);
	}
	pthread_mutex_unlock(&numbering);
	free(name);
	return m;
}

/* forget_objects removes all tags. */
void forget_objects(JNIEnv *jni) {
	jlong i;
	for (i = 1; i <= count; i++) {
		jobject *objects = NULL;
		jint found = 0;
		if ((*jvmti)->GetObjectsWithTags(jvmti, 1, &i, &found, &objects, NULL))
			continue;
		if (found > 0) {
			(*jvmti)->SetTag(jvmti, objects[0], 0);
			(*jni)->DeleteLocalRef(jni, objects[0]);
		}
		(*jvmti)->Deallocate(jvmti, (unsigned char *)objects);
	}
}

/* monitor_of returns the monitor of an object; NULL if there are too many. */
struct monitor *monitor_of(JNIEnv *jni, jobject object, const struct stack *s) {
	struct monitor *m = known_monitor(object);
	if (m || !object)
		return m;
	pthread_mutex_lock(&numbering);
	if (!(m = known_monitor(object)) && (m = add()) != NULL) {
		jint hash = 0;
		name_monitor(jni, m, object, s ? s->place : "");
		(*jvmti)->SetTag(jvmti, object, m->number);
		if (late && !(*jvmti)->GetObjectHashCode(jvmti, object, &hash))
			add_hash(m, hash);
	}
	pthread_mutex_unlock(&numbering);
	return m;
}

/* owner_tick returns the time of a change of owners. It is later than that of the change
 * before, under the lock as well, by which the calling thread may have got here: the clock
 * can have the same reading then, or that of another processor. */
static uint64_t owner_tick(void) {
	enum { STEP = 16 }; /* more than 2 ns */
	static uint64_t last;
	uint64_t tick = tiv__tick_after();
	if ((int64_t)(tick - last) < STEP)
		tick = last + STEP;
	return last = tick;
}

/* put_owner records that a thread acquires or releases a monitor. */
static void put_owner(uint64_t word, const struct monitor *m, const struct thread *t, const struct stack *s) {
	tiv__put2(owner_tick(), word | TIV__ABOUT, (uint64_t)m->number, (uintptr_t)(s ? &s->calls : NULL), t->id);
}

void set_owner(struct monitor *m, struct thread *owner, int shared) {
	struct monitor **p;
	if (m->owner == owner)
		return;
	if (m->owner) {
		for (p = &m->owner->owns; *p != m; p = &(*p)->next)
			;
		*p = m->next;
		put_owner(TIV__MONITOR_EXIT, m, m->owner, NULL);
	}
	m->owner = owner, m->changes++;
	if (owner) {
		m->next = owner->owns;
		owner->owns = m;
	}
	if (owner)
		put_owner(TIV__MONITOR_ENTER | (shared ? TIV__SHARED : 0), m, owner,
		          owner->entered == m && !owner->is_virtual ? owner->stack : NULL);
}

/* begin_blocked records that a thread waits for a monitor. */
void begin_blocked(struct thread *t, struct monitor *m, int shared, const struct stack *s) {
	m->changes++;
	if (m->blocked++ == 0) {
		m->since = now();
		m->check = m->since + FIRST_CHECK;
	}
	t->wants = m, t->stack = s;
	tiv_monitor_wait_of(t->id, address(m), shared, s ? &s->calls : NULL);
}

void wait_ends(const struct thread *t) {
	if (t->joined)
		tiv_wait_end();
	else
		tiv_wait_end_of(t->id);
}

void end_suspension(const struct thread *t) {
	if (t->is_virtual)
		wait_ends(t);
	else
		tiv_suspend_end();
}

/* end_blocked ends that wait; entered: the thread owns the monitor from now on. */
void end_blocked(struct thread *t, int entered) {
	struct monitor *m = t->wants;
	t->wants = NULL;
	if (!m)
		return;
	m->blocked--;
	m->changes++;
	if (m->blocked == 0)
		set_owner(m, NULL, 0);
	if (entered && m->blocked > 0) {
		t->entered = m;
		set_owner(m, t, 0);
		t->entered = NULL;
	}
	wait_ends(t); /* an acquisition does not end the wait of a thread that is ready */
}

/* end_inherited ends the wait of a thread that was seen from outside. */
void end_inherited(struct thread *t) {
	t->parked = t->inherited = 0;
	if (t->wants)
		end_blocked(t, 0);
	else
		wait_ends(t);
}

void begin_notified(struct thread *t, struct monitor *m, const struct stack *s) {
	t->queue = NULL, t->listens = 1, t->heard = m;
	if (m) {
		if (m->owner == t) /* it releases the monitor */
			set_owner(m, NULL, 0);
		if (m->last)
			m->last->queue = t;
		else
			m->first = t;
		m->last = t;
	}
	tiv_suspend_start_of(t->id, s && s->joins ? TIV_JOIN : TIV_WAIT, s ? &s->calls : NULL);
}

/* dequeue removes a thread from those that wait for a notification. */
static void dequeue(struct monitor *m, struct thread *t) {
	struct thread **p = &m->first, *before = NULL;
	while (*p && *p != t)
		before = *p, p = &before->queue;
	if (!*p)
		return;
	*p = t->queue;
	if (m->last == t)
		m->last = before;
}

/* The Java machine tells the end of its own waits, too, as for a class that another
 * thread initializes, but not their begin. */
void end_notified(struct thread *t) {
	if (!t->listens)
		return;
	pthread_mutex_lock(&lock);
	if (t->heard)
		dequeue(t->heard, t);
	t->listens = t->inherited = 0;
	end_suspension(t);
	pthread_mutex_unlock(&lock);
}

/* wake records that the calling thread wakes another. */
void wake(struct thread *t) {
	struct thread *by = acting(NULL);
	if (by)
		tiv_wake_by(t->id, by->id);
	else
		tiv_wake(t->id);
}

/* notify wakes the thread that has waited longest, as HotSpot does, or all. */
void notify(struct monitor *m, int all) {
	struct thread *t;
	pthread_mutex_lock(&lock);
	while ((t = m->first) != NULL) {
		dequeue(m, t);
		wake(t);
		if (!all)
			break;
	}
	pthread_mutex_unlock(&lock);
}

/* readers reports whether a read-write lock has readers. */
static int readers(JNIEnv *jni, jobject object) {
	if (state_field)
		return (*jni)->GetIntField(jni, object, state_field) >> 16 > 0;
	return long_state_field && (*jni)->GetLongField(jni, object, long_state_field) >> 32 > 0;
}

/* lock_owner returns the owner of a lock of java.util.concurrent: its writer, or its
 * first reader. */
jlong lock_owner(JNIEnv *jni, jobject object, const struct monitor *m, int *shared) {
	jobject owner;
	jlong number;
	*shared = 0;
	if (m->sort < LOCK || m->sort > OWNABLE || !owner_field || !(*jni)->IsInstanceOf(jni, object, ownable))
		return 0;
	owner = (*jni)->GetObjectField(jni, object, owner_field);
	if (!owner && m->sort == READ_WRITE_LOCK && reader_field && readers(jni, object)) {
		owner = (*jni)->GetObjectField(jni, object, reader_field);
		*shared = 1;
	}
	number = thread_number(jni, owner);
	if (owner)
		(*jni)->DeleteLocalRef(jni, owner);
	return number;
}

/* monitor_owner asks the Java machine for the owner of a monitor. It stops all threads
 * for that, so this is only for long waits. */
static jlong monitor_owner(JNIEnv *jni, jobject object) {
	jvmtiMonitorUsage usage;
	jlong number;
	jint i;
	memset(&usage, 0, sizeof usage);
	if ((*jvmti)->GetObjectMonitorUsage(jvmti, object, &usage))
		return 0;
	number = thread_number(jni, usage.owner);
	if (usage.owner)
		(*jni)->DeleteLocalRef(jni, usage.owner);
	for (i = 0; i < usage.waiter_count; i++)
		(*jni)->DeleteLocalRef(jni, usage.waiters[i]);
	for (i = 0; i < usage.notify_waiter_count; i++)
		(*jni)->DeleteLocalRef(jni, usage.notify_waiters[i]);
	(*jvmti)->Deallocate(jvmti, (unsigned char *)usage.waiters);
	(*jvmti)->Deallocate(jvmti, (unsigned char *)usage.notify_waiters);
	return number;
}

/* look finds the owner of a monitor with long waits. */
static void look(JNIEnv *jni, struct monitor *m, unsigned changes) {
	jobject *objects = NULL;
	jint found = 0;
	int shared = 0;
	jlong number;
	struct thread *owner;
	if ((*jvmti)->GetObjectsWithTags(jvmti, 1, &m->number, &found, &objects, NULL))
		return;
	if (found > 0) {
		number = m->sort == PLAIN ? monitor_owner(jni, objects[0]) : lock_owner(jni, objects[0], m, &shared);
		pthread_mutex_lock(&lock);
		owner = find_number(number);
		if (!owner && m->sort == PLAIN) /* the Java machine does not name virtual threads */
			owner = seen_owner(objects[0]);
		if (m->changes == changes && m->blocked > 0)
			set_owner(m, owner, shared);
		pthread_mutex_unlock(&lock);
		(*jni)->DeleteLocalRef(jni, objects[0]);
	}
	(*jvmti)->Deallocate(jvmti, (unsigned char *)objects);
}

/* look_at_owners finds the owners of some monitors that threads have waited for since
 * long. Each is looked at less and less often, down to once a second. */
void look_at_owners(JNIEnv *jni) {
	enum { SOME = 16 };
	struct monitor *list[SOME];
	unsigned changes[SOME];
	uint64_t at = now();
	jlong i, n = 0;
	pthread_mutex_lock(&lock);
	for (i = 0; i < count && n < SOME; i++) {
		struct monitor *m = monitors[i];
		uint64_t age = at - m->since;
		if (m->blocked == 0 || at < m->check)
			continue;
		m->check = at + (age < LAST_CHECK ? age : LAST_CHECK);
		changes[n] = m->changes;
		list[n++] = m;
	}
	pthread_mutex_unlock(&lock);
	for (i = 0; i < n; i++)
		look(jni, list[i], changes[i]);
}
