/* Two groups of threads, each with a lock of its own; a reader of a pipe, a thread that
   waits for a condition, and two threads that lock two mutexes in opposite orders. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t red = PTHREAD_MUTEX_INITIALIZER, blue = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t bell = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t book = PTHREAD_RWLOCK_INITIALIZER;
static pthread_barrier_t both;
static int empty[2];

static void rest(int ms) {
	struct timespec t = {ms / 1000, ms % 1000 * 1000000L};
	nanosleep(&t, 0);
}

static void work(int ms) {
	struct timespec t;
	long until, now;
	clock_gettime(CLOCK_MONOTONIC, &t);
	until = t.tv_sec * 1000 + t.tv_nsec / 1000000 + ms;
	do {
		clock_gettime(CLOCK_MONOTONIC, &t);
		now = t.tv_sec * 1000 + t.tv_nsec / 1000000;
	} while (now < until);
}

static void *member(void *lock) {
	for (;;) {
		pthread_mutex_lock(lock);
		rest(30);
		pthread_mutex_unlock(lock);
	}
	return lock;
}

static void *worker(void *unused) {
	for (;;) {
		work(20);
		rest(20);
	}
	return unused;
}

static void *forward(void *unused) {
	pthread_mutex_lock(&a);
	pthread_barrier_wait(&both);
	pthread_mutex_lock(&b);
	return unused;
}

static void *backward(void *unused) {
	pthread_mutex_lock(&b);
	pthread_barrier_wait(&both);
	pthread_mutex_lock(&a);
	return unused;
}

static void *reader(void *unused) {
	char c;
	if (read(empty[0], &c, 1) < 0)
		perror("read");
	return unused;
}

static void *listener(void *unused) {
	pthread_mutex_lock(&gate);
	for (;;)
		pthread_cond_wait(&bell, &gate);
	return unused;
}

static void *writer(void *unused) {
	pthread_rwlock_wrlock(&book);
	for (;;)
		pause();
	return unused;
}

static void *student(void *unused) {
	rest(50);
	pthread_rwlock_rdlock(&book);
	return unused;
}

static void *brief(void *unused) {
	rest(100);
	return unused;
}

static pthread_t start(const char *name, void *(*f)(void *), void *argument) {
	pthread_t t;
	pthread_create(&t, 0, f, argument);
	pthread_setname_np(t, name);
	return t;
}

int main(void) {
	pthread_t last;
	if (pipe(empty) != 0)
		return 1;
	pthread_barrier_init(&both, 0, 2);
	start("red-1", member, &red);
	start("red-2", member, &red);
	start("red-3", member, &red);
	start("blue-1", member, &blue);
	start("blue-2", member, &blue);
	start("worker", worker, 0);
	start("ab", forward, 0);
	start("ba", backward, 0);
	start("reader", reader, 0);
	start("listener", listener, 0);
	start("writer", writer, 0);
	start("student", student, 0);
	last = start("last", (void *(*)(void *))listener, 0);
	puts("ready");
	fflush(stdout);
	for (int i = 0; i < 5; i++)
		pthread_join(start("brief", brief, 0), 0);
	pthread_join(last, 0);
	return 0;
}
