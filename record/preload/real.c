//go:build ignore

#include "preload.h"

#include <dlfcn.h>

struct real real;

/* find returns the original of a function. The oldest version of some is another
 * function, for programs linked before 2003. */
static void *find(const char *name) {
	void *f = NULL;
	if (name[0] == 'p' && name[8] == 'c' && name[9] == 'o' && name[10] == 'n')
		f = dlvsym(RTLD_NEXT, name, "GLIBC_2.3.2");
	return f ? f : dlsym(RTLD_NEXT, name);
}

void resolve(void) {
#define FIND(f) *(void **)&real.f = find(#f);
	REAL_FUNCTIONS(FIND)
#undef FIND
}
