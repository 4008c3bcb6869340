//go:build ignore

/* Native methods that the Java machine bound before the agent was loaded. They are bound
 * again, to wrappers:
 *
 *  1. The functions of Unsafe and Thread are private to the Java machine. The classes
 *     register them again when asked to, through a table of functions that agents may
 *     change: the agent listens in, and registers nothing. Those of other classes are
 *     symbols of libraries.
 *  2. The Java machine warns about a registration unless a method of its own library
 *     calls it. So that is done in the event of a wait within Thread.join. */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agent.h"

struct function {
	char *name, *signature;
	void *address;
	struct function *next;
};

static __thread struct function **heard; /* what the calling thread registers goes here */
static __thread int due;                 /* rebind_natives waits in order to bind */
static jint(JNICALL *registers)(JNIEnv *, jclass, const JNINativeMethod *, jint);
static void *libraries[3];

static void hear(const JNINativeMethod *method) {
	struct function *f = calloc(1, sizeof *f);
	if (!f)
		return;
	f->name = strdup(method->name), f->signature = strdup(method->signature);
	f->address = method->fnPtr;
	f->next = *heard;
	*heard = f;
}

static jint JNICALL listen_in(JNIEnv *jni, jclass c, const JNINativeMethod *methods, jint n) {
	jint i;
	if (!heard)
		return registers(jni, c, methods, n);
	for (i = 0; i < n; i++)
		hear(&methods[i]);
	return 0;
}

/* registered returns the functions that a class registers by itself. */
static struct function *registered(JNIEnv *jni, jclass c) {
	jniNativeInterface *table = NULL;
	struct function *list = NULL;
	jmethodID method = (*jni)->GetStaticMethodID(jni, c, "registerNatives", "()V");
	(*jni)->ExceptionClear(jni);
	if (!method || (*jvmti)->GetJNIFunctionTable(jvmti, &table))
		return NULL;
	registers = table->RegisterNatives;
	table->RegisterNatives = listen_in;
	if (!(*jvmti)->SetJNIFunctionTable(jvmti, table)) {
		heard = &list;
		(*jni)->CallStaticVoidMethod(jni, c, method);
		heard = NULL;
		(*jni)->ExceptionClear(jni);
		table->RegisterNatives = registers;
		(*jvmti)->SetJNIFunctionTable(jvmti, table);
	}
	(*jvmti)->Deallocate(jvmti, (unsigned char *)table);
	return list;
}

static void free_functions(struct function *f) {
	struct function *next;
	for (; f; f = next) {
		next = f->next;
		free(f->name);
		free(f->signature);
		free(f);
	}
}

/* open_libraries finds the libraries of the Java machine that it has loaded. */
static void open_libraries(void) {
	static const char *const names[] = {"java", "nio", "net"};
	void *known = dlsym(RTLD_DEFAULT, "JVM_MonitorNotify");
	Dl_info at;
	char path[4096];
	int i, cut;
	if (!known || !dladdr(known, &at) || strlen(at.dli_fname) > sizeof path - 32)
		return;
	for (i = 0; i < 3; i++) {
		char *slash = path;
		strcpy(path, at.dli_fname);
		for (cut = 0; slash && cut < 2; cut++)
			if ((slash = strrchr(path, '/')) != NULL)
				*slash = 0;
		sprintf(path + strlen(path), "/lib%s.so", names[i]);
		libraries[i] = dlopen(path, RTLD_LAZY | RTLD_NOLOAD);
	}
}

/* symbol returns the function of a native method. */
static void *symbol(const char *class, const char *method) {
	char name[512] = "Java_", *p;
	void *found = NULL;
	int i;
	if (strlen(class) + strlen(method) + 16 > sizeof name || strpbrk(class, "_$") || strpbrk(method, "_$"))
		return NULL;
	sprintf(name + 5, "%s", class + 1);
	for (p = name; *p && *p != ';'; p++)
		if (*p == '/')
			*p = '_';
	sprintf(p, "_%s", method);
	for (i = 0; i < 3 && !found; i++)
		found = libraries[i] ? dlsym(libraries[i], name) : NULL;
	return found;
}

static void *function_of(const struct function *list, const char *class, const char *method, const char *signature) {
	for (; list; list = list->next)
		if (list->name && list->signature && !strcmp(list->name, method) && !strcmp(list->signature, signature))
			return list->address;
	return symbol(class, method);
}

static void rebind_method(JNIEnv *jni, jclass c, const char *class, jmethodID method, const struct function *list) {
	enum { NATIVE = 0x100 };
	JNINativeMethod bound = {NULL, NULL, NULL};
	jint modifiers = 0;
	if ((*jvmti)->GetMethodModifiers(jvmti, method, &modifiers) || !(modifiers & NATIVE) ||
	    (*jvmti)->GetMethodName(jvmti, method, &bound.name, &bound.signature, NULL))
		return;
	if ((bound.fnPtr = function_of(list, class, bound.name, bound.signature)) != NULL)
		bound.fnPtr = native_wrapper(class, bound.name, bound.fnPtr);
	if (bound.fnPtr)
		(*jni)->RegisterNatives(jni, c, &bound, 1);
	(*jni)->ExceptionClear(jni);
	(*jvmti)->Deallocate(jvmti, (unsigned char *)bound.name);
	(*jvmti)->Deallocate(jvmti, (unsigned char *)bound.signature);
}

static void rebind_class(JNIEnv *jni, jclass c) {
	char *class = NULL;
	jmethodID *methods = NULL;
	jint status = 0, n = 0, i;
	if ((*jvmti)->GetClassStatus(jvmti, c, &status) || !(status & JVMTI_CLASS_STATUS_INITIALIZED) ||
	    (*jvmti)->GetClassSignature(jvmti, c, &class, NULL))
		return;
	if (native_class(class) && !(*jvmti)->GetClassMethods(jvmti, c, &n, &methods)) {
		struct function *list = registered(jni, c);
		for (i = 0; i < n; i++)
			rebind_method(jni, c, class, methods[i], list);
		free_functions(list);
	}
	(*jvmti)->Deallocate(jvmti, (unsigned char *)class);
	(*jvmti)->Deallocate(jvmti, (unsigned char *)methods);
}

static void rebind_all(JNIEnv *jni) {
	jclass *classes = NULL;
	jint n = 0, i;
	open_libraries();
	if ((*jvmti)->GetClassLoaderClasses(jvmti, NULL, &n, &classes))
		return;
	(*jni)->EnsureLocalCapacity(jni, n + 64);
	for (i = 0; i < n; i++) {
		rebind_class(jni, classes[i]);
		(*jni)->DeleteLocalRef(jni, classes[i]);
	}
	(*jvmti)->Deallocate(jvmti, (unsigned char *)classes);
	replace_notify(jni);
}

int rebind_waits(JNIEnv *jni) {
	if (!due)
		return 0;
	due = 0;
	rebind_all(jni);
	return 1;
}

void rebind_natives(JNIEnv *jni) {
	jclass c = (*jni)->FindClass(jni, "java/lang/Thread");
	jmethodID join = c ? (*jni)->GetMethodID(jni, c, "join", "(J)V") : NULL;
	jthread thread = NULL;
	if (join && !(*jvmti)->GetCurrentThread(jvmti, &thread) && thread) {
		due = 1;
		(*jni)->CallVoidMethod(jni, thread, join, (jlong)1);
		due = 0;
	}
	(*jni)->ExceptionClear(jni);
}
