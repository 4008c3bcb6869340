/* stacks.c waits at known places. Each wait is for a lock that is never free, with a
 * timeout that has passed. "left" and "right" wait for a lock each, through the same
 * functions, with frames of all sizes. Prints the addresses of both locks. */
#define _GNU_SOURCE
#include <alloca.h>
#include <dlfcn.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

static pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER, r = PTHREAD_MUTEX_INITIALIZER;

#define APART __attribute__((noinline, noclone))
static __thread volatile int sink;

static APART void acquire(pthread_mutex_t *m) {
	struct timespec past = {1, 0};
	sink = pthread_mutex_timedlock(m, &past); /* waits here */
}

/* through has a frame of any size, below values of earlier ones. */
static APART void through(pthread_mutex_t *m, int n) {
	char *p = alloca((size_t)n * 16 + 16);
	p[0] = (char)n;
	acquire(m);
	sink += p[0];
}

static APART void deeper(pthread_mutex_t *m, int n, int depth) {
	if (depth > 0)
		deeper(m, n, depth - 1);
	else
		through(m, n);
	sink++;
}

static APART void left(int n) { deeper(&l, n % 7, n % 3), sink++; }
static APART void right(int n) { deeper(&r, n % 5, n % 4), sink++; }

static void *both(void *p) {
	int i;
	for (i = 0; i < 2000; i++)
		(i % 2 ? left : right)(i / 2);
	return p;
}

static void in_threads(const pthread_attr_t *attr) {
	pthread_t all[3];
	int i;
	for (i = 0; i < 3; i++)
		if (pthread_create(&all[i], attr, both, NULL) != 0)
			abort();
	for (i = 0; i < 3; i++)
		pthread_join(all[i], NULL);
}

/* On the smallest stacks. */
static void small(void) {
	pthread_attr_t attr;
	pthread_attr_init(&attr);
	pthread_attr_setstacksize(&attr, PTHREAD_STACK_MIN);
	in_threads(&attr);
}

/* On stacks of its own. */
static ucontext_t home, away;
static void visit(void) { both(NULL); }

static void *wander(void *p) {
	void *stack = malloc(1 << 16);
	getcontext(&away);
	away.uc_stack.ss_sp = stack, away.uc_stack.ss_size = 1 << 16, away.uc_link = &home;
	makecontext(&away, visit, 0);
	swapcontext(&home, &away);
	free(stack);
	return p;
}

static void contexts(void) {
	pthread_t t;
	wander(NULL);
	pthread_create(&t, NULL, wander, NULL);
	pthread_join(t, NULL);
}

/* In signal handlers, on the stack of the thread and on another one. */
static void handle(int number) { sink = number, both(NULL); }

static void signals(void) {
	static char stack[1 << 16];
	stack_t other = {.ss_sp = stack, .ss_size = sizeof stack};
	struct sigaction action = {.sa_handler = handle};
	sigaction(SIGUSR1, &action, NULL);
	raise(SIGUSR1);
	sigaltstack(&other, NULL);
	action.sa_flags = SA_ONSTACK;
	sigaction(SIGUSR2, &action, NULL);
	raise(SIGUSR2);
}

/* In libraries that are loaded at the same addresses, one after another. */
static void libraries(char **paths) {
	int i;
	for (i = 0; i < 50; i++) {
		void *library = dlopen(paths[i % 2], RTLD_NOW);
		void (*wait)(pthread_mutex_t *) = library ? (void (*)(pthread_mutex_t *))dlsym(library, "begin") : NULL;
		if (wait == NULL)
			abort();
		wait(i % 2 ? &r : &l);
		dlclose(library);
	}
}

static void *main_thread(void *argv) {
	const char *name = ((char **)argv)[1];
	if (!strcmp(name, "paths"))
		both(NULL), in_threads(NULL);
	else if (!strcmp(name, "small"))
		small();
	else if (!strcmp(name, "contexts"))
		contexts();
	else if (!strcmp(name, "signals"))
		signals();
	else
		libraries((char **)argv + 2);
	return NULL;
}

int main(int argc, char **argv) {
	pthread_t t;
	pthread_mutex_lock(&l);
	pthread_mutex_lock(&r);
	printf("%p %p\n", (void *)&l, (void *)&r);
	if (argc < 2)
		return 2;
	main_thread(argv);
	pthread_create(&t, NULL, main_thread, argv);
	pthread_join(t, NULL);
	return 7;
}
