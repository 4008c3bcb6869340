//go:build ignore

#include "preload.h"

#include <dlfcn.h>
#include <string.h>

/* An allocator that is itself loaded with the program locks before and while the
 * originals are found, because finding them allocates. The C library exports these, in
 * some versions to shared libraries only; elsewhere they are NULL. */
#pragma weak __pthread_mutex_lock
#pragma weak __pthread_mutex_trylock
#pragma weak __pthread_mutex_unlock
int __pthread_mutex_lock(pthread_mutex_t *);
int __pthread_mutex_trylock(pthread_mutex_t *);
int __pthread_mutex_unlock(pthread_mutex_t *);

struct real real = {
	.pthread_mutex_lock = __pthread_mutex_lock,
	.pthread_mutex_trylock = __pthread_mutex_trylock,
	.pthread_mutex_unlock = __pthread_mutex_unlock,
};

/* find returns the original of a function. The C library has an older version of the
 * operations on conditions, for programs linked before 2003, which is not the one to
 * call. No other name is looked up with a version: a failure allocates a message, and
 * the caller may be the allocator. */
static void *find(const char *name) {
	void *f = dlsym(RTLD_NEXT, name), *newer = NULL;
	Dl_info first, second;
	if (strncmp(name, "pthread_cond_", 13) == 0 && strcmp(name, "pthread_cond_clockwait") != 0)
		newer = dlvsym(RTLD_NEXT, name, "GLIBC_2.3.2");
	if (f && newer && dladdr(f, &first) && dladdr(newer, &second) && first.dli_fbase == second.dli_fbase)
		return newer;
	return f;
}

void resolve(void) {
#define FIND(f) *(void **)&real.f = find(#f);
	REAL_FUNCTIONS(FIND)
#undef FIND
}
