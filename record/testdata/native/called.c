/* called.c is compiled with -finstrument-functions. It prints functions with the numbers of
 * their calls, which they count, and of those without an end. */
#include <errno.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { RECURSION = 300 };

static int fibs, inlined, deep, jumps, aborted, handled, ended, held, other;
static jmp_buf back;
static sigjmp_buf out;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int fib(int n) {
	fibs++;
	return n < 2 ? n : fib(n - 1) + fib(n - 2);
}

static inline __attribute__((always_inline)) int twice(int n) {
	inlined++;
	return 2 * n;
}

static int descend(int n) {
	deep++;
	return n == 0 ? 0 : 1 + descend(n - 1);
}

static void (*volatile leap)(jmp_buf, int) = longjmp;

/* jump leaves two calls by a jump. */
static void jump(int n) {
	jumps++;
	if (n == 0)
		leap(back, 1);
	else
		jump(n - 1);
}

static int try_jump(volatile int n) {
	volatile int got = 0;
	while (n-- > 0)
		if (setjmp(back) == 0)
			jump(1);
		else
			got = twice(got);
	return got;
}

/* handle handles signals in any function, those of the recorder included. */
static void handle(int number) {
	int before = errno;
	(void)number;
	__atomic_add_fetch(&handled, 1, __ATOMIC_RELAXED);
	errno = before;
}

/* abort_wait leaves a wait, and the call around it, by a jump out of a handler. */
static void abort_wait(int number) {
	aborted++;
	siglongjmp(out, number);
}

static void wait_long(void) {
	alarm(1);
	while (1)
		pause();
}

/* end_thread ends its thread within two calls. */
static void end_thread(void *p) {
	ended++;
	pthread_exit(p);
}

static void *thread(void *p) {
	pthread_mutex_lock(&lock);
	held += twice(1) == 2;
	pthread_mutex_unlock(&lock);
	end_thread(p);
	return p;
}

/* spin is called while signals arrive. */
static int spin(int n) {
	other++;
	return n ^ 5;
}

static int sent; /* atomic */

static void *interrupt(void *p) {
	int i;
	for (i = 0; i < 2000; i++)
		pthread_kill(*(pthread_t *)p, SIGUSR1);
	__atomic_store_n(&sent, 1, __ATOMIC_RELEASE);
	return NULL;
}

static void storm(void) {
	pthread_t self = pthread_self(), t;
	int i;
	pthread_create(&t, NULL, interrupt, &self);
	for (i = 0; i < 200000 && !__atomic_load_n(&sent, __ATOMIC_ACQUIRE); i++)
		if (spin(i) == -1)
			abort();
	pthread_join(t, NULL);
}

int main(void) {
	pthread_t all[4];
	int i;
	signal(SIGUSR1, handle);
	signal(SIGALRM, abort_wait);
	if (fib(15) != 610 || descend(RECURSION) != RECURSION || try_jump(1000) != 0)
		return 1;
	if (sigsetjmp(out, 1) == 0)
		wait_long();
	for (i = 0; i < 4; i++)
		pthread_create(&all[i], NULL, thread, NULL);
	for (i = 0; i < 4; i++)
		pthread_join(all[i], NULL);
	storm();
	printf("fib %d 0\ntwice %d 0\ndescend %d 0\njump %d 0\ntry_jump 1 0\n", fibs, inlined, deep, jumps);
	printf("wait_long 1 0\nend_thread %d %d\nthread 4 4\nspin %d 0\nstorm 1 0\n", ended, ended, other);
	return held != 4 || aborted != 1 || handled == 0;
}
