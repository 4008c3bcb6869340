//go:build ignore

/* Call stacks, each stored once and for ever. Readers take no lock: the lists of a bucket
 * only grow at their head. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agent.h"

enum { DEPTH = 48, BUCKETS = 1 << 13 };

struct frame_node {
	struct tiv_frame frame; /* must be first */
	jvmtiFrameInfo key;
	const char *place; /* "Store.put:20", or NULL within Java's library */
	int joins, reads, sleeps, polls;
	struct frame_node *next;
};

struct stack_node {
	struct stack stack;
	uint64_t hash;
	struct stack_node *next;
	jvmtiFrameInfo key[]; /* the frames are after them */
};

static struct frame_node *frames[BUCKETS];
static struct stack_node *stacks[BUCKETS];
static pthread_mutex_t adding = PTHREAD_MUTEX_INITIALIZER;

static uint64_t mix(uint64_t hash, const jvmtiFrameInfo *f) {
	hash = (hash ^ (uintptr_t)f->method) * 0x9e3779b97f4a7c15u;
	hash = (hash ^ (uint64_t)f->location) * 0xff51afd7ed558ccdu;
	return hash ^ hash >> 32;
}

static int same(const jvmtiFrameInfo *a, const jvmtiFrameInfo *b) {
	return a->method == b->method && a->location == b->location;
}

static struct frame_node *find_frame(const jvmtiFrameInfo *f) {
	struct frame_node *n = __atomic_load_n(&frames[mix(0, f) % BUCKETS], __ATOMIC_ACQUIRE);
	while (n && !same(&n->key, f))
		n = n->next;
	return n;
}

static struct stack_node *find_stack(uint64_t hash, const jvmtiFrameInfo *f, jint count) {
	struct stack_node *n = __atomic_load_n(&stacks[hash % BUCKETS], __ATOMIC_ACQUIRE);
	for (; n; n = n->next) {
		jint i = 0;
		if (n->hash != hash || n->stack.calls.count != (uint32_t)count)
			continue;
		while (i < count && same(&n->key[i], &f[i]))
			i++;
		if (i == count)
			return n;
	}
	return NULL;
}

char *class_name(jclass c) {
	char *signature = NULL, *name, *p;
	if (!c || (*jvmti)->GetClassSignature(jvmti, c, &signature, NULL) || !signature)
		return NULL;
	name = strdup(signature[0] == 'L' ? signature + 1 : signature);
	(*jvmti)->Deallocate(jvmti, (unsigned char *)signature);
	if (!name)
		return NULL;
	for (p = name; *p; p++)
		*p = *p == '/' ? '.' : *p == ';' ? 0 : *p;
	/* The numbers of a lambda differ in each run. */
	if ((p = strstr(name, "$$Lambda")) != NULL)
		p[strlen("$$Lambda")] = 0;
	return name;
}

/* line_of returns the line of a location: that of the code in front of the first line, as
 * in a method that was changed to report its calls, is the first line. */
static uint32_t line_of(jmethodID method, jlocation at) {
	jvmtiLineNumberEntry *table = NULL;
	jint count = 0, i, line = 0;
	if (at < 0 || (*jvmti)->GetLineNumberTable(jvmti, method, &count, &table))
		return 0;
	for (i = 0; i < count; i++)
		if (i == 0 || table[i].start_location <= at)
			line = table[i].line_number;
	(*jvmti)->Deallocate(jvmti, (unsigned char *)table);
	return line > 0 ? (uint32_t)line : 0;
}

static char *print(const char *format, const char *a, const char *b, uint32_t line) {
	char *text = NULL;
	return asprintf(&text, format, a, b, line) < 0 ? NULL : text;
}

/* name_frame fills the names of a frame. */
static void name_frame(JNIEnv *jni, struct frame_node *n) {
	jclass c = NULL;
	char *method = NULL, *file = NULL, *class = NULL;
	n->frame.function = "?", n->frame.file = "";
	if (!(*jvmti)->GetMethodDeclaringClass(jvmti, n->key.method, &c))
		class = class_name(c);
	(*jvmti)->GetMethodName(jvmti, n->key.method, &method, NULL, NULL);
	if (class && method) {
		const char *dot = strrchr(class, '.');
		char *function = print("%s.%s", class, method, 0);
		if (function)
			n->frame.function = function;
		n->frame.line = line_of(n->key.method, n->key.location);
		if (strncmp(class, "java.", 5) && strncmp(class, "jdk.", 4) && strncmp(class, "sun.", 4))
			n->place = print("%s.%s:%u", dot ? dot + 1 : class, method, n->frame.line);
		n->joins = !strcmp(n->frame.function, "java.lang.Thread.join");
		n->reads = !strcmp(n->frame.function, "java.util.concurrent.locks.ReentrantReadWriteLock$ReadLock.lock") ||
		           !strcmp(n->frame.function, "java.util.concurrent.locks.ReentrantReadWriteLock$ReadLock.lockInterruptibly") ||
		           !strcmp(n->frame.function, "java.util.concurrent.locks.StampedLock.readLock");
		n->polls = !strcmp(class, "sun.nio.ch.Poller");
		n->sleeps = !strcmp(class, "java.lang.VirtualThread") && !strncmp(method, "sleep", strlen("sleep"));
	}
	if (c && !(*jvmti)->GetSourceFileName(jvmti, c, &file) && file) {
		char *copy = strdup(file);
		if (copy)
			n->frame.file = copy;
	}
	if (c)
		(*jni)->DeleteLocalRef(jni, c);
	free(class);
	(*jvmti)->Deallocate(jvmti, (unsigned char *)method);
	(*jvmti)->Deallocate(jvmti, (unsigned char *)file);
}

static struct frame_node *add_frame(JNIEnv *jni, const jvmtiFrameInfo *f) {
	struct frame_node *n = find_frame(f), **bucket = &frames[mix(0, f) % BUCKETS];
	if (n || !(n = calloc(1, sizeof *n)))
		return n;
	n->key = *f;
	name_frame(jni, n);
	n->next = *bucket;
	__atomic_store_n(bucket, n, __ATOMIC_RELEASE);
	return n;
}

static struct stack_node *add_stack(JNIEnv *jni, uint64_t hash, const jvmtiFrameInfo *f, jint count) {
	struct stack_node *n = find_stack(hash, f, count), **bucket = &stacks[hash % BUCKETS];
	const struct tiv_frame **list;
	jint i;
	if (n || !(n = calloc(1, sizeof *n + (size_t)count * (sizeof *f + sizeof *list))))
		return n;
	list = (const struct tiv_frame **)(n->key + count);
	n->stack.place = "";
	for (i = 0; i < count; i++) {
		struct frame_node *frame = add_frame(jni, &f[i]);
		if (!frame) {
			free(n);
			return NULL;
		}
		list[i] = &frame->frame;
		n->stack.joins |= frame->joins, n->stack.reads |= frame->reads;
		n->stack.sleeps |= frame->sleeps, n->stack.polls |= frame->polls;
		if (!*n->stack.place && frame->place)
			n->stack.place = frame->place;
	}
	memcpy(n->key, f, (size_t)count * sizeof *f);
	n->hash = hash;
	n->stack.calls.count = (uint32_t)count, n->stack.calls.frames = list;
	n->next = *bucket;
	__atomic_store_n(bucket, n, __ATOMIC_RELEASE);
	return n;
}

const struct stack *stack_of(JNIEnv *jni, jthread thread) {
	jvmtiFrameInfo f[DEPTH];
	struct stack_node *n;
	uint64_t hash = 0;
	jint count = 0, i;
	if ((*jvmti)->GetStackTrace(jvmti, thread, 0, DEPTH, f, &count) || count <= 0)
		return NULL;
	for (i = 0; i < count; i++)
		hash = mix(hash, &f[i]);
	if (!(n = find_stack(hash, f, count))) {
		pthread_mutex_lock(&adding);
		n = add_stack(jni, hash, f, count);
		pthread_mutex_unlock(&adding);
	}
	return n ? &n->stack : NULL;
}
