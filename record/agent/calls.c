//go:build ignore

/* Calls of chosen methods, and objects of chosen classes. When the Java machine has
 * prepared a class with such methods, the agent makes it rewrite them (java/tiv), such
 * that they call the functions here. Classes that are there already are rewritten all at
 * once: each call that is open then is of the old methods, and no other is. This has an
 * environment of its own, whose tags number the objects. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agent.h"

enum { MAX_METHODS = 1 << 16, ALLOCATED = 1 };

jvmtiEnv *watcher;
static char *call_patterns, *object_patterns, *class_folder;

static const char *names[MAX_METHODS]; /* of the rewritten methods */
static int names_len;
static int first_number; /* of a method: an earlier agent in this Java machine had other numbers */
static jlong objects; /* numbered so far */

static jclass rewriter;
static jmethodID rewrite;
static jobject calls_module;
static jclass calls_class;
static __thread struct rewrites *rewriting; /* what the calling thread rewrites */
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

int calls_record(JNIEnv *jni) {
	return !busy && __atomic_load_n(&live, __ATOMIC_ACQUIRE) && thread_self(jni) && !virtual_carries();
}

static void JNICALL enter(JNIEnv *jni, jclass c, jobject self, jobject argument, jint method) {
	(void)c;
	method -= first_number;
	if (method >= 0 && method < MAX_METHODS && calls_record(jni))
		tiv_call_enter_on(names[method], tag_of(self) >> 1, tag_of(argument) >> 1);
}

static void JNICALL leave(JNIEnv *jni, jclass c, jint method) {
	(void)c;
	method -= first_number;
	if (method >= 0 && method < MAX_METHODS && calls_record(jni))
		tiv_call_exit(names[method]);
}

static void JNICALL made(JNIEnv *jni, jclass c, jobject self) {
	jlong tag, size = 0;
	(void)c;
	if (!calls_record(jni) || (tag = tag_of(self)) & ALLOCATED || (*watcher)->GetObjectSize(watcher, self, &size))
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

/* append adds a word to a text that is to be freed. */
static char *append(char *text, const char *name, const char *type, const char *what) {
	char *longer = NULL;
	int n = asprintf(&longer, "%s%s%s%s ", text ? text : "", name, type, what);
	free(text);
	return n < 0 ? NULL : longer;
}

/* choose_method adds the words for a method. */
static char *choose_method(char *words, const struct classes *list, const char *name, const char *type) {
	const char *move = item_move(list->names[0], name);
	char what[24];
	int number;
	if (matches(call_patterns, list, name, type) && (number = number_of(list->names[0], name)) >= 0) {
		snprintf(what, sizeof what, "=%d", first_number + number);
		words = append(words, name, type, what);
	}
	return move ? append(words, name, type, move) : words;
}

/* choose returns the chosen methods of a class in the words of Rewriter, or NULL. */
static char *choose(JNIEnv *jni, jclass c) {
	enum { ABSTRACT_OR_NATIVE = 0x500 };
	struct classes list = {NULL, 0, 0};
	jobject loader = NULL;
	jmethodID *methods = NULL;
	char *words = NULL;
	jint n = 0, i, modifiers;
	add_class(jni, &list, c);
	list.own = !(*watcher)->GetClassLoader(watcher, c, &loader) && loader;
	if (loader)
		(*jni)->DeleteLocalRef(jni, loader);
	if (list.count == 0 || !strncmp(list.names[0], "tiv.", 4) || (*watcher)->GetClassMethods(watcher, c, &n, &methods))
		n = 0;
	else if (matches(object_patterns, &list, "", ""))
		words = append(words, "new", "", "");
	for (i = 0; i < n; i++) {
		char *name = NULL, *type = NULL;
		if (!(*watcher)->GetMethodModifiers(watcher, methods[i], &modifiers) && !(modifiers & ABSTRACT_OR_NATIVE) &&
		    !(*watcher)->GetMethodName(watcher, methods[i], &name, &type, NULL) && strcmp(name, "<clinit>"))
			words = choose_method(words, &list, name, type);
		(*watcher)->Deallocate(watcher, (unsigned char *)name);
		(*watcher)->Deallocate(watcher, (unsigned char *)type);
	}
	(*watcher)->Deallocate(watcher, (unsigned char *)methods);
	while (list.count > 0)
		free(list.names[--list.count]);
	free(list.names);
	return words;
}

/* choose_class adds a class with chosen methods to a list. */
static void choose_class(JNIEnv *jni, struct rewrites *list, jclass c) {
	char *words = choose(jni, c);
	jobject module;
	if (!words)
		return;
	if (thread_self(jni))
		type_name(jni, c);
	module = (*jni)->GetModule(jni, c);
	(*watcher)->AddModuleReads(watcher, module, calls_module);
	(*jni)->DeleteLocalRef(jni, module);
	add_rewrite(list, (*jni)->NewGlobalRef(jni, c), words);
}

static void JNICALL class_prepared(jvmtiEnv *env, JNIEnv *jni, jthread thread, jclass c) {
	struct rewrites one = {0};
	(void)env, (void)thread;
	if (busy || !rewrites_begin())
		return;
	busy = 1;
	choose_class(jni, &one, c);
	if (!rewrites_later(&one)) {
		rewriting = &one;
		rewrite_all(jni, &one);
		rewriting = NULL;
	}
	busy = 0;
	rewrites_done();
}

/* class_file passes a class file through Rewriter. */
static void JNICALL class_file(jvmtiEnv *env, JNIEnv *jni, jclass old, jobject loader, const char *name, jobject domain,
                               jint len, const unsigned char *data, jint *new_len, unsigned char **new_data) {
	jbyteArray before, after = NULL;
	const char *chosen = rewriting && old ? words_of(jni, rewriting, old) : NULL;
	jstring words;
	(void)loader, (void)name, (void)domain;
	if (!chosen || (*jni)->PushLocalFrame(jni, 16))
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
			has_changed(jni, rewriting, old);
		}
	}
	(*jni)->PopLocalFrame(jni, NULL);
}

/* Loading. */

/* define defines a class of the folder with the classes of java/tiv, unless an earlier agent
 * has. */
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
	snprintf(path, sizeof path, "tiv/%s", name);
	if (!c && late)
		c = (*jni)->FindClass(jni, path);
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

/* number_methods lets the numbers of methods begin after those of earlier agents, whose calls
 * can still be open. */
static int number_methods(JNIEnv *jni, jclass calls) {
	jfieldID field = (*jni)->GetStaticFieldID(jni, calls, "agents", "I");
	jint before;
	(*jni)->ExceptionClear(jni);
	if (!field)
		return 0;
	before = (*jni)->GetStaticIntField(jni, calls, field);
	(*jni)->SetStaticIntField(jni, calls, field, before + 1);
	first_number = (before & 0x7fff) * MAX_METHODS;
	return 1;
}

/* start_rewriter defines the classes. */
static int start_rewriter(JNIEnv *jni) {
	static JNINativeMethod natives[] = {
		{"enter", "(Ljava/lang/Object;Ljava/lang/Object;I)V", (void *)enter},
		{"exit", "(I)V", (void *)leave},
		{"made", "(Ljava/lang/Object;)V", (void *)made},
		{"put", "(Ljava/lang/Object;)V", (void *)item_put},
		{"begin", "(Ljava/lang/Object;)V", (void *)item_begin},
		{"done", "()V", (void *)item_done},
		{"first", "(Ljava/lang/Object;)V", (void *)item_first},
		{"asks", "()V", (void *)item_asks},
		{"got", "(Ljava/lang/Object;)V", (void *)item_got},
	};
	jclass calls = define(jni, "Calls"), c;
	if (!calls || !number_methods(jni, calls) || (*jni)->RegisterNatives(jni, calls, natives, sizeof natives / sizeof *natives)) {
		(*jni)->ExceptionClear(jni);
		return 0;
	}
	calls_module = (*jni)->NewGlobalRef(jni, (*jni)->GetModule(jni, calls));
	calls_class = (*jni)->NewGlobalRef(jni, calls);
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

const char *calls_define(JNIEnv *jni) {
	if (!watcher || rewriter || start_rewriter(jni))
		return NULL;
	return "this Java machine lacks the library for class files of Java 9 to 23, or that of Java 24, or has classes of another TIV";
}

static void set_call_events(int on) {
	size_t e;
	for (e = 0; e < sizeof events / sizeof *events; e++)
		(*watcher)->SetEventNotificationMode(watcher, on ? JVMTI_ENABLE : JVMTI_DISABLE, events[e], NULL);
}

/* choose_loaded adds the classes that are there already to a list. */
static void choose_loaded(JNIEnv *jni, struct rewrites *list) {
	jclass *classes = NULL;
	jint n = 0, i, status;
	if ((*watcher)->GetLoadedClasses(watcher, &n, &classes))
		return;
	(*jni)->EnsureLocalCapacity(jni, n + 64);
	for (i = 0; i < n; i++) { /* what follows must not find thousands of local references */
		jclass c = classes[i];
		classes[i] = (*jni)->NewGlobalRef(jni, c);
		(*jni)->DeleteLocalRef(jni, c);
	}
	for (i = 0; i < n; i++) {
		if (!(*watcher)->GetClassStatus(watcher, classes[i], &status) && (status & JVMTI_CLASS_STATUS_PREPARED))
			choose_class(jni, list, classes[i]);
		(*jni)->DeleteGlobalRef(jni, classes[i]);
	}
	(*watcher)->Deallocate(watcher, (unsigned char *)classes);
}

/* calls_begin rewrites the classes that are there already, and all later ones. */
void calls_begin(JNIEnv *jni) {
	const char *failure = calls_define(jni);
	struct rewrites all = {0};
	if (failure)
		fprintf(stderr, "tiv: calls are not recorded: %s\n", failure);
	if (!watcher || failure)
		return;
	busy = 1;
	rewrites_gather();
	set_call_events(1);
	choose_loaded(jni, &all);
	rewriting = &all;
	while (rewrites_gathered(&all))
		rewrite_all(jni, &all);
	rewriting = NULL;
	busy = 0;
}

/* calls_undo makes all rewritten classes what they were, and forgets the objects. */
void calls_undo(JNIEnv *jni) {
	if (!watcher)
		return;
	(*watcher)->SetEventNotificationMode(watcher, JVMTI_DISABLE, JVMTI_EVENT_CLASS_PREPARE, NULL);
	(*watcher)->SetEventNotificationMode(watcher, JVMTI_DISABLE, JVMTI_EVENT_OBJECT_FREE, NULL);
	if (!undo_rewrites(jni, calls_class))
		return; /* who is still within the functions here needs the environments */
	(*watcher)->DisposeEnvironment(watcher);
	types_dispose();
	items_dispose();
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
