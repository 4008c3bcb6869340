//go:build ignore

/* The functions in which threads begin, for threads without a name of their own:
 * "start function /path/module+0xaddress". tiv record gives them the function's name.
 *
 * A thread of C++ begins in a function of the library, which calls a virtual function of
 * its argument. The class of this object has the type of the callable in its name. That,
 * and the places of the code that the object points to, follow. */
#include "preload.h"

#include <string.h>
#include <sys/syscall.h>

/* Memory of other objects is read as it is, in spite of sanitizers. */
#define RAW __attribute__((no_sanitize("address", "thread", "undefined")))

/* A text that grows, on a stack that may be small. */
struct text {
	size_t n;
	char all[2048];
};
enum { WORDS = 8 };

/* add returns whether there is room. */
static int add(struct text *to, const char *s) {
	size_t n = strlen(s);
	if (to->n + n + 1 > sizeof to->all)
		return 0;
	memcpy(to->all + to->n, s, n + 1);
	to->n += n;
	return 1;
}

/* readable reports whether a word can be read. The system reads it as a set of signals, and
 * then finds that nothing is to be done with it. All programs may make this call, also in a
 * sandbox. */
static int readable(uintptr_t address) {
	int before = errno, is;
	is = REAL(syscall)(SYS_rt_sigprocmask, -1L, address & ~(uintptr_t)7, NULL, 8L) == 0 || errno == EINVAL;
	errno = before;
	return is;
}

/* copy reads memory of the process that may not be there. It returns the number of bytes
 * before the first page that is not. */
RAW static size_t copy(void *to, uintptr_t from, size_t n) {
	enum { PAGE = 4096 };
	size_t done;
	for (done = 0; done < n; done++) {
		if ((done == 0 || (from + done) % PAGE == 0) && !readable(from + done))
			break;
		((char *)to)[done] = ((const volatile char *)from)[done];
	}
	return done;
}

/* add_place adds the module and the address of code, if there is a module. */
static int add_place(struct text *to, uintptr_t address) {
	const struct tiv_frame *f = frame_at(address);
	size_t before = to->n;
	if (f && add(to, " ") && add(to, f->file) && add(to, strrchr(f->function, '+')))
		return 1;
	to->all[to->n = before] = 0;
	return 0;
}

/* class_of returns the name of the class of an object, or NULL. Before the table of virtual
 * functions is the class, of which the second word is the name; all three are in modules. */
static const char *class_of(uintptr_t table) {
	uintptr_t class, words[2];
	if (!in_module(table) || copy(&class, table - sizeof class, sizeof class) != sizeof class || !in_module(class) ||
	    copy(words, class, sizeof words) != sizeof words || !in_module(words[1]))
		return NULL;
	return (const char *)words[1];
}

/* add_callable adds the class of a thread's object, and its places of code. */
static void add_callable(struct text *to, uintptr_t object) {
	enum { LOW = 1 << 12 };
	static const char *const classes[] = {"NSt6thread11_State_impl", "NSt6thread5_Impl"};
	uintptr_t words[1 + WORDS];
	size_t n, before = to->n, i;
	const char *class, *name;
	if (object < LOW || object % sizeof object != 0 || (n = copy(words, object, sizeof words) / sizeof *words) == 0 ||
	    (class = class_of(words[0])) == NULL || !add(to, " "))
		return;
	name = to->all + to->n;
	to->n += strnlen(name, copy(to->all + to->n, (uintptr_t)class, sizeof to->all - to->n));
	name += *name == '*'; /* of a class that is local to a file */
	if (to->n == sizeof to->all || to->all[to->n] != 0 ||
	    (strncmp(name, classes[0], strlen(classes[0])) != 0 && strncmp(name, classes[1], strlen(classes[1])) != 0)) {
		to->all[to->n = before] = 0;
		return;
	}
	for (i = 1; i < n; i++)
		add_place(to, words[i]);
}

void name_after_start(struct thread *t, void *(*start)(void *), const void *arg) {
	struct text text;
	text.n = 0;
	if (!add(&text, "start function") || !add_place(&text, (uintptr_t)start))
		return;
	add_callable(&text, (uintptr_t)arg);
	name_thread(t->id, text.all);
}
