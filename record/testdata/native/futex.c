/* futex.c waits by system calls, as libraries do that build locks and conditions
 * themselves. With RUST it looks like a program in Rust. */
#define _GNU_SOURCE
#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#ifdef RUST
__asm__(".ident \"rustc version 1.0.0 (a test)\"");
enum { WAIT = FUTEX_WAIT_BITSET | FUTEX_PRIVATE_FLAG };
#else
enum { WAIT = FUTEX_WAIT | FUTEX_PRIVATE_FLAG };
#endif

static uint32_t locks[2], counter, late, untold, timed, priority, unused;
static int goes; /* the thread that waits */

static long wait_for(uint32_t *word, uint32_t value, const struct timespec *time) {
	__atomic_store_n(&goes, (int)gettid(), __ATOMIC_RELEASE);
	return syscall(SYS_futex, word, WAIT, value, time, NULL, FUTEX_BITSET_MATCH_ANY);
}

static long wake(uint32_t *word, int n) { return syscall(SYS_futex, word, FUTEX_WAKE | FUTEX_PRIVATE_FLAG, n); }

/* sleeps returns when the thread that goes sleeps in the kernel. */
static void sleeps(void) {
	char path[64], text[256];
	int asleep = 0, tid;
	while (!asleep) {
		FILE *stat;
		sched_yield();
		if ((tid = __atomic_load_n(&goes, __ATOMIC_ACQUIRE)) == 0)
			continue;
		snprintf(path, sizeof path, "/proc/self/task/%d/stat", tid);
		if ((stat = fopen(path, "r")) == NULL)
			abort();
		asleep = fgets(text, sizeof text, stat) != NULL && sscanf(text, "%*d (%*[^)]) %c", text) == 1 && *text == 'S';
		fclose(stat);
	}
}

/* start starts a thread, and returns when it sleeps. */
static pthread_t start(const char *name, void *(*f)(void *)) {
	pthread_t t;
	__atomic_store_n(&goes, 0, __ATOMIC_RELEASE);
	if (pthread_create(&t, NULL, f, NULL) != 0)
		abort();
	pthread_setname_np(t, name);
	sleeps();
	return t;
}

/* A lock of three states. */
static void acquire(uint32_t *lock) {
	uint32_t free = 0;
	if (__atomic_compare_exchange_n(lock, &free, 1, 0, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
		return;
	while (__atomic_exchange_n(lock, 2, __ATOMIC_ACQUIRE) != 0)
		wait_for(lock, 2, NULL);
}

static void release(uint32_t *lock) {
	if (__atomic_exchange_n(lock, 0, __ATOMIC_RELEASE) == 2)
		wake(lock, 1);
}

static void *locked(void *p) {
	acquire(locks);
	release(locks);
	return p;
}

/* Two threads, and the locks in opposite orders. */
static pthread_barrier_t both;

static void *crossed(void *p) {
	long i = (long)p;
	acquire(&locks[i]);
	pthread_barrier_wait(&both);
	acquire(&locks[1 - i]);
	return p;
}

static void ab_ba(void) {
	pthread_t t[2];
	long i;
	pthread_barrier_init(&both, NULL, 2);
	for (i = 0; i < 2; i++) {
		pthread_create(&t[i], NULL, crossed, (void *)i);
		pthread_setname_np(t[i], i ? "ba" : "ab");
	}
	pthread_join(t[0], NULL);
}

/* A condition: a counter of its notifications. */
static void *counted(void *p) {
	uint32_t i;
	for (i = 0; i < 4; i++) {
		while (__atomic_load_n(&counter, __ATOMIC_ACQUIRE) == i)
			wait_for(&counter, i, NULL);
	}
	return p;
}

static void notify(uint32_t *word) {
	__atomic_add_fetch(word, 1, __ATOMIC_RELEASE);
	wake(word, 1);
}

static void *notified(void *p) {
	wait_for(&late, 2, NULL);
	return p;
}

/* A wait that ends without a wake. */
static void *times_out(void *p) {
	struct timespec time = {0, 50 * 1000 * 1000};
	pthread_setname_np(pthread_self(), "timed");
#ifdef RUST
	clock_gettime(CLOCK_MONOTONIC, &time);
	time.tv_sec += 1;
#endif
	if (wait_for(&timed, 0, &time) == 0 || errno != ETIMEDOUT)
		abort();
	return p;
}

/* A wait of one kind of waiters. */
static void *not_told(void *p) {
	__atomic_store_n(&goes, (int)gettid(), __ATOMIC_RELEASE);
	syscall(SYS_futex, &untold, FUTEX_WAIT_BITSET | FUTEX_PRIVATE_FLAG, 0, NULL, NULL, 1);
	return p;
}

static void *prioritized(void *p) {
	__atomic_store_n(&goes, (int)gettid(), __ATOMIC_RELEASE);
	syscall(SYS_futex, &priority, FUTEX_LOCK_PI | FUTEX_PRIVATE_FLAG, 0, NULL);
	syscall(SYS_futex, &priority, FUTEX_UNLOCK_PI | FUTEX_PRIVATE_FLAG);
	return p;
}

int main(int argc, char **argv) {
	static const char *const names[] = {"first", "second", "third"};
	pthread_t t;
	int i;
	(void)argv;
	if (argc > 1)
		ab_ba();
	for (i = 0; i < 3; i++) {
		acquire(locks);
		t = start(names[i], locked);
		release(locks);
		pthread_join(t, NULL);
	}
	t = start("counted", counted);
	for (i = 0; i < 4; i++) {
		if (i > 0)
			sleeps();
		__atomic_store_n(&goes, 0, __ATOMIC_RELEASE);
		notify(&counter);
	}
	pthread_join(t, NULL);
	notify(&late);
	notify(&late);
	t = start("late", notified);
	notify(&late);
	pthread_join(t, NULL);
	if (pthread_create(&t, NULL, times_out, NULL) != 0)
		abort();
	pthread_join(t, NULL);
	/* A wake for waiters of another kind, and then one by a call that the recorder ignores. */
	t = start("untold", not_told);
	if (syscall(SYS_futex, &untold, FUTEX_WAKE_BITSET | FUTEX_PRIVATE_FLAG, 1, NULL, NULL, 2) != 0)
		abort();
	syscall(SYS_futex, &untold, FUTEX_WAKE_OP | FUTEX_PRIVATE_FLAG, 1, 0, &unused, FUTEX_OP(FUTEX_OP_ADD, 1, FUTEX_OP_CMP_EQ, 99));
	pthread_join(t, NULL);
	priority = (uint32_t)gettid();
	t = start("priority", prioritized);
	syscall(SYS_futex, &priority, FUTEX_UNLOCK_PI | FUTEX_PRIVATE_FLAG);
	pthread_join(t, NULL);
	return 0;
}
