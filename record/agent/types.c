//go:build ignore

/* The classes of the recorded calls and objects, by name. A class has its name as its tag in
 * an environment for these, so that each is named once, and the trace then gets its direct
 * supertypes. Names stay, because events refer to them. */
#include <stdlib.h>
#include <string.h>

#include "agent.h"

static jvmtiEnv *typer;

/* types_prepare returns whether the Java machine has what the functions here need. */
int types_prepare(JavaVM *vm) {
	jvmtiCapabilities tags;
	memset(&tags, 0, sizeof tags);
	tags.can_tag_objects = 1;
	return !(*vm)->GetEnv(vm, (void **)&typer, JVMTI_VERSION_9) && !(*typer)->AddCapabilities(typer, &tags);
}

void types_dispose(void) { (*typer)->DisposeEnvironment(typer); }

/* supertypes_of returns the superclass and the interfaces of a class, for drop_classes. */
jclass *supertypes_of(JNIEnv *jni, jclass c, jint *count) {
	jclass *interfaces = NULL, *all, super = (*jni)->GetSuperclass(jni, c);
	jint n = 0;
	*count = 0;
	if ((*typer)->GetImplementedInterfaces(typer, c, &n, &interfaces))
		n = 0;
	if ((all = malloc((size_t)(n + 1) * sizeof *all)) != NULL) {
		if (super)
			all[(*count)++] = super;
		if (n > 0)
			memcpy(all + *count, interfaces, (size_t)n * sizeof *all);
		*count += n;
	}
	(*typer)->Deallocate(typer, (unsigned char *)interfaces);
	return all;
}

void drop_classes(JNIEnv *jni, jclass *list, jint count) {
	while (count > 0)
		(*jni)->DeleteLocalRef(jni, list[--count]);
	free(list);
}

/* describe records the supertypes of a class, and of these. */
static void describe(JNIEnv *jni, jclass c, const char *name) {
	jint n, i;
	size_t count = 0;
	jclass *list = supertypes_of(jni, c, &n);
	const char **names = malloc((size_t)(n + 1) * sizeof *names);
	for (i = 0; names && i < n; i++)
		if ((names[count] = type_name(jni, list[i])) != NULL)
			count++;
	if (count > 0)
		tiv_type(name, names, count);
	free(names);
	drop_classes(jni, list, n);
}

const char *type_name(JNIEnv *jni, jclass c) {
	jlong tag = 0;
	const char *name;
	if ((*typer)->GetTag(typer, c, &tag) || tag)
		return (const char *)(uintptr_t)tag;
	if ((name = class_name(c)) != NULL) {
		(*typer)->SetTag(typer, c, (jlong)(uintptr_t)name);
		describe(jni, c, name);
	}
	return name;
}
