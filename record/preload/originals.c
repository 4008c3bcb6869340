//go:build ignore

/* The originals of functions of other libraries than the C library. A program can load such a
 * library later, or several ones for different modules, so that it matters which module
 * calls. */
#include "preload.h"

#include <link.h>
#include <string.h>

__thread void *module_hint;

/* The bounds of this library. */
extern char __ehdr_start[] __attribute__((visibility("hidden")));
extern char _end[] __attribute__((visibility("hidden")));
static int is_own(const void *p) { return (const char *)p >= __ehdr_start && (const char *)p < _end; }

/* The originals by the place of their call, and their name. */
enum { PLACES = 1 << 10 };
static struct {
	uintptr_t key;  /* atomic; 0: none */
	void *function; /* atomic */
} places[PLACES];
static uint32_t busy;

void forget_originals(void) {
	int i;
	for (i = 0; i < PLACES; i++)
		__atomic_store_n(&places[i].key, 0, __ATOMIC_RELEASE);
}

/* in_file returns the function that a loaded file finds in itself and in what it needs. */
static void *in_file(const char *name, const char *path) {
	void *module = dlopen(path, RTLD_LAZY | RTLD_NOLOAD), *f;
	if (module == NULL)
		return NULL;
	f = dlsym(module, name);
	REAL(dlclose)(module);
	return is_own(f) ? NULL : f;
}

static void *of_module(const char *name, void *place) {
	Dl_info info;
	if (place == NULL || is_own(place) || !dladdr(place, &info) || info.dli_fname == NULL)
		return NULL;
	return in_file(name, info.dli_fname);
}

/* The paths of loaded files. No library is opened while they are listed, which locks. */
struct files {
	const char *paths[256];
	size_t n;
};

static int list_file(struct dl_phdr_info *info, size_t n, void *p) {
	struct files *all = p;
	(void)n;
	if (info->dlpi_name && *info->dlpi_name)
		all->paths[all->n++] = info->dlpi_name;
	return all->n == sizeof all->paths / sizeof *all->paths;
}

/* of_any searches all loaded files. */
static void *of_any(const char *name) {
	struct files all = {.n = 0};
	void *f = NULL;
	size_t i;
	dl_iterate_phdr(list_file, &all);
	for (i = 0; i < all.n && f == NULL; i++)
		f = in_file(name, all.paths[i]);
	return f;
}

static void keep(int i, uintptr_t key, void *f) {
	if (__atomic_exchange_n(&busy, 1, __ATOMIC_ACQUIRE))
		return;
	__atomic_store_n(&places[i].key, 0, __ATOMIC_RELEASE);
	__atomic_store_n(&places[i].function, f, __ATOMIC_RELEASE);
	__atomic_store_n(&places[i].key, key, __ATOMIC_RELEASE);
	__atomic_store_n(&busy, 0, __ATOMIC_RELEASE);
}

static void *find_original(const char *name, void *place) {
	void *f;
	if ((f = dlsym(RTLD_NEXT, name)) != NULL || (f = of_module(name, place)) != NULL || (f = of_module(name, module_hint)) != NULL ||
	    (f = of_any(name)) != NULL)
		return f;
	dlerror(); /* the program is not to find this one */
	return NULL;
}

void *original_of(const char *name, void *caller) {
	void *place = is_own(caller) && module_hint ? module_hint : caller, *f;
	uintptr_t key = (uintptr_t)place + (uintptr_t)name * 0x9e3779b97f4a7c15u;
	int i = (int)(key * 0x9e3779b97f4a7c15u >> 54);
	if (LIKELY(__atomic_load_n(&places[i].key, __ATOMIC_ACQUIRE) == key)) {
		f = __atomic_load_n(&places[i].function, __ATOMIC_ACQUIRE);
		if (__atomic_load_n(&places[i].key, __ATOMIC_ACQUIRE) == key)
			return f;
	}
	if ((f = find_original(name, place)) != NULL)
		keep(i, key, f);
	return f;
}
