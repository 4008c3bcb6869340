//go:build ignore

/* Calls of chosen methods, and objects of chosen classes. When the Java machine has
 * prepared a class with such methods, the agent makes it rewrite them (java/tiv), such
 * that they call the functions here. This has an environment of its own, whose tags number
 * the objects. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agent.h"

enum { MAX_METHODS = 1 << 16, ALLOCATED = 1 };

static jvmtiEnv *watcher;
static char *call_patterns, *object_patterns, *class_folder;

static const char *names[MAX_METHODS]; /* of the rewritten methods */
static int names_len;
static jlong objects; /* numbered so far */

static jclass rewriter;
static jmethodID rewrite;
static jobject calls_module;
static __thread const char *chosen; /* what the calling thread rewrites */
static __thread int busy;

/* A tag is the number of an object, and whether the recording has its allocation. */
static jlong tag_of(jobject object) {
	jlong tag = 0, number;
	if (!object || (*watcher)->GetTag(watcher, object, &tag) || tag)
		return tag;
	number = __atomic_add_fetch(&objects, 1, __ATOMIC_RELAXED) << 1;
	(*watcher)->SetTag(watcher, object, number);
	/* Another thread may have been faster, or slower. */
	return (*watcher)->GetTag(watcher, object, &tag) ? 0 : tag;
}

/* type_of returns the name of an object's class. */
static const char *type_of(JNIEnv *jni, jobject object) {
	jclass c = (*jni)->GetObjectClass(jni, object);
	const char *name = type_name(jni, c);
	(*jni)->DeleteLocalRef(jni, c);
	return name;
}

/* The functions that rewritten methods call. */

static int records(JNIEnv *jni) {
	return !busy && __atomic_load_n(&live, __ATOMIC_ACQUIRE) && thread_self(jni) && !virtual_carries();
}

static void JNICALL enter(JNIEnv *jni, jclass c, jobject self, jobject argument, jint method) {
	(void)c;
	if (method >= 0 && method < MAX_METHODS && records(jni))
		tiv_call_enter_on(names[method], tag_of(self) >> 1, tag_of(argument) >> 1);
}

static void JNICALL leave(JNIEnv *jni, jclass c, jint method) {
	(void)c;
	if (method >= 0 && method < MAX_METHODS && records(jni))
		tiv_call_exit(names[method]);
}

static void JNICALL made(JNIEnv *jni, jclass c, jobject self) {
	jlong tag, size = 0;
	(void)c;
	if (!records(jni) || (tag = tag_of(self)) & ALLOCATED || (*watcher)->GetObjectSize(watcher, self, &size))
		return;
	(*watcher)->SetTag(watcher, self, tag | ALLOCATED);
	tiv_alloc_of(type_of(jni, self), (const void *)(uintptr_t)(tag >> 1), (size_t)size);
}

/* object_freed runs in any thread, and may not call the Java machine. */
static void JNICALL object_freed(jvmtiEnv *env, jlong tag) {
	static __thread int described;
	(void)env;
	if (!(tag & ALLOCATED) || !__atomic_load_n(&live, __ATOMIC_ACQUIRE))
		return;
	if (!described && !thread_joined())
		tiv_thread_describe("objects", "Service Thread", 1);
	described = 1;
	tiv_free((const void *)(uintptr_t)(tag >> 1));
}

/* Choosing methods. */

struct classes {
	char **names;
	size_t count;
};

static void add_class(JNIEnv *jni, struct classes *list, jclass c) {
	char *name = class_name(c), **more;
	jclass *supertypes;
	jint n, i;
	if (!name || !(more = realloc(list->names, (list->count + 1) * sizeof *more))) {
		free(name);
		return;
	}
	list->names = more;
	list->names[list->count++] = name;
	if (!strchr(call_patterns, '+') && !strchr(object_patterns, '+'))
		return;
	supertypes = supertypes_of(jni, c, &n);
	for (i = 0; i < n; i++)
		add_class(jni, list, supertypes[i]);
	drop_classes(jni, supertypes, n);
}

/* number_of returns the number of a new method, or -1. */
static int number_of(const char *class, const char *method) {
	char *name = join_name(class, method);
	int number = name ? __atomic_fetch_add(&names_len, 1, __ATOMIC_RELAXED) : MAX_METHODS;
	if (number >= MAX_METHODS) {
		free(name);
		return -1;
	}
	names[number] = name;
	return number;
}

/* append adds words to a text that is to be freed. */
static char *append(char *text, const char *word, const char *type, int number) {
	char *longer = NULL;
	int n = number < 0 ? asprintf(&longer, "%s%s ", text ? text : "", word)
	                   : asprintf(&longer, "%s%s%s=%d ", text ? text : "", word, type, number);
	free(text);
	return n < 0 ? NULL : longer;
}

/* choose returns the chosen methods of a class in the words of Rewriter, or NULL. */
static char *choose(JNIEnv *jni, jclass c) {
	enum { ABSTRACT_OR_NATIVE = 0x500 };
	struct classes list = {NULL, 0};
	jmethodID *methods = NULL;
	char *words = NULL;
	jint n = 0, i, modifiers;
	add_class(jni, &list, c);
	if (list.count == 0 || !strncmp(list.names[0], "tiv.", 4) || (*watcher)->GetClassMethods(watcher, c, &n, &methods))
		n = 0;
	else if (matches(object_patterns, list.names, list.count, ""))
		words = append(words, "new", "", -1);
	for (i = 0; i < n; i++) {
		char *name = NULL, *type = NULL;
		int number;
		if (!(*watcher)->GetMethodModifiers(watcher, methods[i], &modifiers) && !(modifiers & ABSTRACT_OR_NATIVE) &&
		    !(*watcher)->GetMethodName(watcher, methods[i], &name, &type, NULL) && strcmp(name, "<clinit>") &&
		    matches(call_patterns, list.names, list.count, name) && (number = number_of(list.names[0], name)) >= 0)
			words = append(words, name, type, number);
		(*watcher)->Deallocate(watcher, (unsigned char *)name);
		(*watcher)->Deallocate(watcher, (unsigned char *)type);
	}
	(*watcher)->Deallocate(watcher, (unsigned char *)methods);
	while (list.count > 0)
		free(list.names[--list.count]);
	free(list.names);
	return words;
}

/* rewrite_class rewrites the chosen methods of a class. */
static void rewrite_class(JNIEnv *jni, jclass c) {
	char *words;
	jobject module;
	if (busy || !rewriter)
		return;
	busy = 1;
	if ((words = choose(jni, c)) != NULL) {
		if (thread_self(jni))
			type_name(jni, c);
		module = (*jni)->GetModule(jni, c);
		(*watcher)->AddModuleReads(watcher, module, calls_module);
		(*jni)->DeleteLocalRef(jni, module);
		chosen = words;
		(*watcher)->RetransformClasses(watcher, 1, &c);
		chosen = NULL;
		free(words);
	}
	busy = 0;
}

static void JNICALL class_prepared(jvmtiEnv *env, JNIEnv *jni, jthread thread, jclass c) {
	(void)env, (void)thread;
	rewrite_class(jni, c);
}

/* class_file passes a class file through Rewriter. */
static void JNICALL class_file(jvmtiEnv *env, JNIEnv *jni, jclass old, jobject loader, const char *name, jobject domain,
                               jint len, const unsigned char *data, jint *new_len, unsigned char **new_data) {
	jbyteArray before, after = NULL;
	jstring words;
	(void)loader, (void)name, (void)domain;
	if (!chosen || !old || (*jni)->PushLocalFrame(jni, 16))
		return;
	before = (*jni)->NewByteArray(jni, len);
	words = (*jni)->NewStringUTF(jni, chosen);
	if (before && words) {
		(*jni)->SetByteArrayRegion(jni, before, 0, len, (const jbyte *)data);
		after = (*jni)->CallStaticObjectMethod(jni, rewriter, rewrite, before, words);
	}
	if ((*jni)->ExceptionCheck(jni)) { /* the class stays as it is */
		(*jni)->ExceptionClear(jni);
	} else if (after) {
		jint n = (*jni)->GetArrayLength(jni, after);
		if (!(*env)->Allocate(env, n, new_data)) {
			(*jni)->GetByteArrayRegion(jni, after, 0, n, (jbyte *)*new_data);
			*new_len = n;
		}
	}
	(*jni)->PopLocalFrame(jni, NULL);
}

/* Loading. */

/* define defines a class of the folder with the classes of java/tiv. */
static jclass define(JNIEnv *jni, const char *name) {
	static jbyte code[1 << 16];
	char path[4096];
	jclass c = NULL;
	size_t n;
	FILE *f;
	snprintf(path, sizeof path, "%s/tiv/%s.class", class_folder, name);
	if (!(f = fopen(path, "rb")))
		return NULL;
	n = fread(code, 1, sizeof code, f);
	fclose(f);
	c = (*jni)->DefineClass(jni, NULL, NULL, code, (jsize)n);
	(*jni)->ExceptionClear(jni);
	return c;
}

/* export_library lets the classes use the library for class files within java.base, which
 * Java has up to 23. */
static void export_library(JNIEnv *jni) {
	static const char *const packages[] = {"jdk/internal/org/objectweb/asm", "jdk/internal/org/objectweb/asm/commons"};
	static const char *const dotted[] = {"jdk.internal.org.objectweb.asm", "jdk.internal.org.objectweb.asm.commons"};
	jobject module = NULL;
	int i;
	for (i = 0; i < 2; i++)
		if (!(*watcher)->GetNamedModule(watcher, NULL, packages[i], &module) && module)
			(*watcher)->AddModuleExports(watcher, module, dotted[i], calls_module);
	(void)jni;
}

/* start_rewriter defines the classes. */
static int start_rewriter(JNIEnv *jni) {
	static JNINativeMethod natives[] = {
		{"enter", "(Ljava/lang/Object;Ljava/lang/Object;I)V", (void *)enter},
		{"exit", "(I)V", (void *)leave},
		{"made", "(Ljava/lang/Object;)V", (void *)made},
	};
	jclass calls = define(jni, "Calls"), c;
	if (!calls || (*jni)->RegisterNatives(jni, calls, natives, 3))
		return 0;
	calls_module = (*jni)->NewGlobalRef(jni, (*jni)->GetModule(jni, calls));
	export_library(jni);
	c = define(jni, "Rewriter");
	if (!c || !define(jni, "Rewriter$Body"))
		return 0;
	rewrite = (*jni)->GetStaticMethodID(jni, c, "rewrite", "([BLjava/lang/String;)[B");
	rewriter = (*jni)->NewGlobalRef(jni, c);
	(*jni)->ExceptionClear(jni);
	return rewrite != NULL;
}

static const jvmtiEvent events[] = {JVMTI_EVENT_CLASS_PREPARE, JVMTI_EVENT_CLASS_FILE_LOAD_HOOK, JVMTI_EVENT_OBJECT_FREE};

/* calls_begin rewrites the classes that are there already, and all later ones. */
void calls_begin(JNIEnv *jni) {
	jclass *classes = NULL;
	jint n = 0, i, status;
	size_t e;
	if (!watcher)
		return;
	if (!start_rewriter(jni)) {
		fprintf(stderr, "tiv: calls are not recorded: this Java machine lacks the library for class files of Java 9 to 23, or that of Java 24\n");
		return;
	}
	for (e = 0; e < sizeof events / sizeof *events; e++)
		(*watcher)->SetEventNotificationMode(watcher, JVMTI_ENABLE, events[e], NULL);
	if ((*watcher)->GetLoadedClasses(watcher, &n, &classes))
		return;
	(*jni)->EnsureLocalCapacity(jni, n + 64);
	for (i = 0; i < n; i++) { /* rewriting must not find thousands of local references */
		jclass c = classes[i];
		classes[i] = (*jni)->NewGlobalRef(jni, c);
		(*jni)->DeleteLocalRef(jni, c);
	}
	for (i = 0; i < n; i++) {
		if (!(*watcher)->GetClassStatus(watcher, classes[i], &status) && (status & JVMTI_CLASS_STATUS_PREPARED))
			rewrite_class(jni, classes[i]);
		(*jni)->DeleteGlobalRef(jni, classes[i]);
	}
	(*watcher)->Deallocate(watcher, (unsigned char *)classes);
}

/* calls_end makes the Java machine report all objects that are freed. */
void calls_end(void) {
	if (watcher)
		(*watcher)->SetEventNotificationMode(watcher, JVMTI_DISABLE, JVMTI_EVENT_OBJECT_FREE, NULL);
}

/* calls_prepare takes the patterns, with | between them, and the folder of the classes. */
const char *calls_prepare(JavaVM *vm, const char *calls, const char *made_of, const char *folder) {
	jvmtiCapabilities need;
	jvmtiEventCallbacks on;
	if ((*vm)->GetEnv(vm, (void **)&watcher, JVMTI_VERSION_9))
		return "it refuses more environments";
	call_patterns = strdup(calls), object_patterns = strdup(made_of), class_folder = strdup(folder);
	memset(&need, 0, sizeof need);
	need.can_retransform_classes = need.can_tag_objects = need.can_generate_object_free_events = 1;
	memset(&on, 0, sizeof on);
	on.ClassPrepare = class_prepared, on.ClassFileLoadHook = class_file, on.ObjectFree = object_freed;
	if (!call_patterns || !object_patterns || !class_folder || (*watcher)->AddCapabilities(watcher, &need) || !types_prepare(vm) ||
	    (*watcher)->SetEventCallbacks(watcher, &on, sizeof on))
		return "it lacks capabilities of HotSpot";
	return NULL;
}
