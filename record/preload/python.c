//go:build ignore

/* Python: its global interpreter lock (GIL), and the ends of its threads.
 *
 * The GIL of CPython since 3.2 is a flag, a condition and a mutex, in this order, and after
 * them another such pair for forced switches. Since 3.7 they are a part of the variable
 * _PyRuntime, and calls tell what happens, whatever else is there: a thread signals the
 * second condition when it has taken the GIL, and the first when it has released it; it
 * waits for the first, again and again for 5 ms, until it takes the GIL. These are one wait.
 * Holds of the two mutexes are not recorded: they would be an order of locks that is none.
 *
 * Up to Python 3.12, a thread that is joined holds a semaphore for its whole life: the first
 * that it creates, which it takes at once and posts at its end. */
#include "preload.h"

#include <dlfcn.h>
#include <link.h>
#include <string.h>
#include <sys/syscall.h>

struct python python;

/* PAIR is the distance of the two conditions; the flag is FLAG before the first. */
enum { PAIR = sizeof(pthread_cond_t) + sizeof(pthread_mutex_t), FLAG = 16 };

static struct {
	uintptr_t cond; /* atomic; 0: no thread has taken the GIL; 1: it is not known */
	long owner;     /* atomic: the number of a thread, or 0 */
	int named;      /* atomic: bits of the names that are written */
} gil;

/* waiting is the wait of the calling thread for the GIL; since is 0 if it does not wait. */
static __thread struct wait waiting;

void begin_python(void) {
	Dl_info info;
	const ElfW(Sym) *symbol = NULL;
	void *runtime = dlsym(RTLD_DEFAULT, "_PyRuntime");
	if (runtime == NULL)
		dlerror(); /* of which the program must not know */
	if (runtime == NULL || dladdr1(runtime, &info, (void **)&symbol, RTLD_DL_SYMENT) == 0 || symbol == NULL || info.dli_saddr != runtime)
		return;
	python.runtime = (uintptr_t)runtime, python.size = symbol->st_size;
	python.module = info.dli_fbase;
}

/* is_python reports whether a place is in the interpreter. Compilers put its function that
 * makes locks into others. */
int is_python(uint64_t place) {
	Dl_info info;
	return python.size && dladdr((void *)(uintptr_t)place, &info) != 0 && info.dli_fbase == python.module;
}

void forget_python(void) {
	memset(&waiting, 0, sizeof waiting);
	gil.named = 0;
}

/* name_once names a monitor, of which the name has a bit. */
static void name_once(struct thread *t, const void *monitor, const char *name, int bit) {
	if (__atomic_fetch_or(&gil.named, bit, __ATOMIC_RELAXED) & bit)
		return;
	off();
	tiv_monitor_name(monitor, name);
	on(t);
}

void name_mutex(struct thread *t, const pthread_mutex_t *m) {
	enum { FIRST = 2, SECOND = 4 };
	uintptr_t before = (uintptr_t)m - sizeof(pthread_cond_t), cond = __atomic_load_n(&gil.cond, __ATOMIC_RELAXED);
	if (before == cond)
		name_once(t, m, "of the GIL", FIRST);
	else if (before == cond + PAIR)
		name_once(t, m, "of the GIL", SECOND);
}

static const void *lock(uintptr_t cond) { return (const void *)(cond - FLAG); }

/* own_tid returns the number of the calling thread. */
static long own_tid(void) { return local.self ? local.self->tid : (long)REAL(syscall)(SYS_gettid); }

/* cond_after returns the first condition if a thread has just taken the GIL for the first
 * time, and signals the second; otherwise 1. */
static uintptr_t cond_after(const pthread_cond_t *second) {
	uintptr_t cond = (uintptr_t)second - PAIR;
	return cond - FLAG >= python.runtime && cond < (uintptr_t)second && *(const int *)lock(cond) == 1 ? cond : 1;
}

static void take_gil(uintptr_t cond, uint64_t caller) {
	struct thread *t;
	__atomic_store_n(&gil.owner, own_tid(), __ATOMIC_RELAXED);
	if (waiting.since != 0) {
		struct wait w = waiting;
		waiting.since = 0;
		w.got = 1;
		end_lock_wait(&w);
	} else if ((t = recorded()) != NULL) {
		hold(t, lock(cond), 0, caller);
	}
}

void signal_python(const pthread_cond_t *c, uint64_t caller) {
	uintptr_t cond = __atomic_load_n(&gil.cond, __ATOMIC_RELAXED);
	struct thread *t;
	if (cond == 0)
		__atomic_store_n(&gil.cond, cond = cond_after(c), __ATOMIC_RELAXED);
	if ((uintptr_t)c == cond + PAIR) {
		take_gil(cond, caller);
	} else if ((uintptr_t)c == cond) {
		__atomic_store_n(&gil.owner, 0, __ATOMIC_RELAXED);
		if ((t = recorded()) != NULL)
			release(t, lock(cond));
	}
}

int wait_for_gil(struct thread *t, const pthread_cond_t *c, const pthread_mutex_t *m, uint64_t caller) {
	uintptr_t cond = __atomic_load_n(&gil.cond, __ATOMIC_RELAXED);
	if ((uintptr_t)c != cond)
		return 0;
	release(t, m);
	name_once(t, lock(cond), "GIL", 1);
	waiting = begin_lock_wait(t, lock(cond), 0, thread_of(__atomic_load_n(&gil.owner, __ATOMIC_RELAXED)), caller);
	return 1;
}

void begin_life(struct thread *t, const sem_t *s) {
	if (t && t->start && !t->semaphores++)
		t->life = s;
}

int is_life(struct thread *t, const sem_t *s) {
	int is = t->life == s && t->semaphores == 1;
	t->semaphores++;
	if (!is && t->life == s)
		t->life = NULL;
	return is;
}

void end_life(struct thread *t, const sem_t *s) {
	if (t && t->life == s)
		__atomic_store_n(&t->life, NULL, __ATOMIC_RELAXED);
}

tiv_thread life_of(struct thread *t, const sem_t *s) {
	uint32_t i;
	end_life(t, s); /* what waits for its own end waits for a signal */
	for (i = 0; i < threads_used(); i++)
		if (__atomic_load_n(&threads[i].life, __ATOMIC_RELAXED) == s)
			return __atomic_load_n(&threads[i].id, __ATOMIC_RELAXED);
	return 0;
}
