//go:build ignore

/* Rewriting of classes, all of a list at once, and its undoing at the end of a recording of a
 * program that goes on. Classes that are loaded while the first ones are chosen are rewritten
 * with these: a job that one of them puts must be seen where another one takes it. */
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agent.h"

enum { NAMED = 3 }; /* classes that a note names */

static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER; /* never held during a call into the Java machine */
static int gathering, ending, active; /* the last: threads that rewrite */
static struct rewrites gathered;
static jclass *rewritten; /* weak references */
static size_t rewritten_len;
static char *unchanged[NAMED]; /* the first names */
static int unchanged_len;

void add_rewrite(struct rewrites *list, jclass c, char *words) {
	struct rewrite *more = realloc(list->list, (list->count + 1) * sizeof *more);
	if (more) {
		list->list = more;
		more[list->count].class = c, more[list->count].words = words, more[list->count].changed = 0;
		list->count++;
	}
}

void rewrites_gather(void) { gathering = 1; }

/* append moves the classes of a list to another one. */
static void append(struct rewrites *to, struct rewrites *list) {
	size_t i;
	for (i = 0; i < list->count; i++)
		add_rewrite(to, list->list[i].class, list->list[i].words);
	free(list->list);
	memset(list, 0, sizeof *list);
}

int rewrites_later(struct rewrites *list) {
	int later;
	pthread_mutex_lock(&guard);
	if ((later = gathering) != 0)
		append(&gathered, list);
	pthread_mutex_unlock(&guard);
	return later;
}

int rewrites_gathered(struct rewrites *list) {
	pthread_mutex_lock(&guard);
	append(list, &gathered);
	if (list->count == 0)
		gathering = 0;
	pthread_mutex_unlock(&guard);
	return list->count > 0;
}

/* find returns the entry of a class, NULL if there is none. The Java machine asks for classes in
 * the order of the list. */
static struct rewrite *find(JNIEnv *jni, struct rewrites *list, jclass c) {
	size_t i;
	for (i = 0; i < list->count; i++) {
		size_t at = (list->at + i) % list->count;
		if ((*jni)->IsSameObject(jni, list->list[at].class, c)) {
			list->at = at;
			return &list->list[at];
		}
	}
	return NULL;
}

const char *words_of(JNIEnv *jni, struct rewrites *list, jclass c) {
	struct rewrite *r = find(jni, list, c);
	return r ? r->words : NULL;
}

void has_changed(JNIEnv *jni, struct rewrites *list, jclass c) {
	struct rewrite *r = find(jni, list, c);
	if (r)
		r->changed = 1;
}

int rewrites_begin(void) {
	int go_on;
	pthread_mutex_lock(&guard);
	if ((go_on = !ending) != 0)
		active++;
	pthread_mutex_unlock(&guard);
	return go_on;
}

void rewrites_done(void) {
	pthread_mutex_lock(&guard);
	active--;
	pthread_mutex_unlock(&guard);
}

/* retransform makes the Java machine load classes again. */
static int retransform(const jclass *classes, size_t n) {
	return !n || !(*watcher)->RetransformClasses(watcher, (jint)n, classes);
}

/* keep remembers a class that was rewritten, or could not be. It returns 0 if it is to be undone. */
static int keep(JNIEnv *jni, struct rewrite *r) {
	jclass kept = r->changed ? (*jni)->NewWeakGlobalRef(jni, r->class) : NULL, *more;
	char *name = r->changed ? NULL : class_name(r->class);
	int undo;
	pthread_mutex_lock(&guard);
	undo = ending && r->changed;
	if (kept && !undo && (more = realloc(rewritten, (rewritten_len + 1) * sizeof *more)) != NULL) {
		rewritten = more;
		rewritten[rewritten_len++] = kept, kept = NULL;
	}
	if (!r->changed && unchanged_len++ < NAMED)
		unchanged[unchanged_len - 1] = name, name = NULL;
	pthread_mutex_unlock(&guard);
	free(name);
	if (kept)
		(*jni)->DeleteWeakGlobalRef(jni, kept);
	return !undo;
}

void rewrite_all(JNIEnv *jni, struct rewrites *list) {
	jclass *classes = calloc(list->count + 1, sizeof *classes);
	size_t i, n = 0;
	jboolean can;
	for (i = 0; classes && i < list->count; i++)
		if (!(*watcher)->IsModifiableClass(watcher, list->list[i].class, &can) && can)
			classes[n++] = list->list[i].class;
	if (classes && !retransform(classes, n))
		for (i = 0; i < list->count; i++) /* one of them cannot be */
			list->list[i].changed = retransform(&list->list[i].class, 1) && list->list[i].changed;
	for (i = 0; i < list->count; i++) {
		struct rewrite *r = &list->list[i];
		free(r->words);
		r->words = NULL;
		if (late && !keep(jni, r))
			retransform(&r->class, 1);
		(*jni)->DeleteGlobalRef(jni, r->class);
	}
	free(classes);
	free(list->list);
	memset(list, 0, sizeof *list);
}

/* within reports whether any thread is within a method of a class, which calls no others. */
static int within(JNIEnv *jni, jclass calls) {
	jvmtiStackInfo *stacks = NULL;
	jint n = 0, i;
	int found = 0;
	(*jni)->PushLocalFrame(jni, 64);
	if ((*watcher)->GetAllStackTraces(watcher, 1, &stacks, &n))
		n = 0, found = 1;
	for (i = 0; i < n; i++) {
		jclass c = NULL;
		if (stacks[i].frame_count > 0 && !(*watcher)->GetMethodDeclaringClass(watcher, stacks[i].frame_buffer[0].method, &c))
			found |= (*jni)->IsSameObject(jni, c, calls);
		(*jni)->DeleteLocalRef(jni, c);
		(*jni)->DeleteLocalRef(jni, stacks[i].thread);
	}
	(*watcher)->Deallocate(watcher, (unsigned char *)stacks);
	(*jni)->PopLocalFrame(jni, NULL);
	return found;
}

int undo_rewrites(JNIEnv *jni, jclass calls) {
	enum { TRIES = 100, PAUSE_MS = 10 };
	jclass *classes;
	size_t i, n = 0;
	int tries, busy;
	pthread_mutex_lock(&guard);
	ending = 1;
	pthread_mutex_unlock(&guard);
	classes = calloc(rewritten_len + 1, sizeof *classes);
	for (i = 0; classes && i < rewritten_len; i++)
		if ((classes[n] = (*jni)->NewGlobalRef(jni, rewritten[i])) != NULL) /* else it was unloaded */
			n++;
	if (!retransform(classes, n))
		for (i = 0; i < n; i++)
			retransform(&classes[i], 1);
	for (i = 0; i < n; i++)
		(*jni)->DeleteGlobalRef(jni, classes[i]);
	for (i = 0; i < rewritten_len; i++)
		(*jni)->DeleteWeakGlobalRef(jni, rewritten[i]);
	free(classes);
	for (tries = 0; tries < TRIES; tries++) {
		pthread_mutex_lock(&guard);
		busy = active;
		pthread_mutex_unlock(&guard);
		if (!busy && !within(jni, calls))
			return 1;
		poll(NULL, 0, PAUSE_MS);
	}
	return 0;
}

char *unchanged_note(void) {
	char names[1024] = "", *text = NULL;
	int i, n, count;
	pthread_mutex_lock(&guard);
	count = unchanged_len;
	for (i = 0; i < count && i < NAMED; i++) {
		n = (int)strlen(names);
		snprintf(names + n, sizeof names - (size_t)n, "%s%s", i ? ", " : "", unchanged[i] ? unchanged[i] : "?");
		free(unchanged[i]);
		unchanged[i] = NULL;
	}
	unchanged_len = 0;
	pthread_mutex_unlock(&guard);
	n = count ? asprintf(&text, "note %d %s that definitions name cannot be changed in a running program, so that calls of their "
	                            "methods are missing: %s%s\n",
	                     count, count == 1 ? "class" : "classes", names, count > NAMED ? " …" : "") : -1;
	return n < 0 ? NULL : text;
}
