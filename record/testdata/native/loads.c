/* loads FILE calls the function main of a library, which no other module sees. */
#include <dlfcn.h>
#include <stdio.h>

int main(int argc, char **argv) {
	void *library = argc > 1 ? dlopen(argv[1], RTLD_NOW | RTLD_LOCAL) : NULL;
	int (*run)(void);
	if (library == NULL) {
		fprintf(stderr, "%s\n", dlerror());
		return 1;
	}
	*(void **)&run = dlsym(library, "main");
	if (dlerror() != NULL || run == NULL || run() != 0)
		return 1;
	return dlerror() != NULL;
}
