//go:build ignore

#include "preload.h"

#include <dlfcn.h>

struct real real;

/* find returns the original of a function. The C library has an older version of some,
 * for programs linked before 2003, which is not the one to call. */
static void *find(const char *name) {
	void *f = dlsym(RTLD_NEXT, name), *newer = dlvsym(RTLD_NEXT, name, "GLIBC_2.3.2");
	Dl_info first, second;
	if (f && newer && dladdr(f, &first) && dladdr(newer, &second) && first.dli_fbase == second.dli_fbase)
		return newer;
	return f;
}

void resolve(void) {
#define FIND(f) *(void **)&real.f = find(#f);
	REAL_FUNCTIONS(FIND)
#undef FIND
}
