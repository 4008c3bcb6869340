/* A small program: two groups of threads, each on a lock of its own, a queue, a sleeper, a reader of a pipe and a disk writer. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t lock[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static pthread_mutex_t queue = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
static int items, done, ends[2];

static void pause_us(long us) { struct timespec t = {0, us * 1000}; nanosleep(&t, NULL); }

static void *locker(void *arg) {
	pthread_mutex_t *m = &lock[*(int *)arg];
	for (int i = 0; i < 20; i++) {
		pthread_mutex_lock(m);
		pause_us(500);
		pthread_mutex_unlock(m);
	}
	return NULL;
}

static void *consumer(void *arg) {
	pthread_mutex_lock(&queue);
	for (;;) {
		while (!items && !done) pthread_cond_wait(&filled, &queue);
		if (!items) break;
		items--;
	}
	pthread_mutex_unlock(&queue);
	return arg;
}

static void *producer(void *arg) {
	for (int i = 0; i < 20; i++) {
		pause_us(1000);
		pthread_mutex_lock(&queue);
		items++;
		pthread_cond_signal(&filled);
		pthread_mutex_unlock(&queue);
		(void)!write(ends[1], "x", 1);
	}
	close(ends[1]);
	return arg;
}

static void *reader(void *arg) {
	char c;
	while (read(ends[0], &c, 1) == 1) {}
	return arg;
}

static void *spinner(void *arg) {
	for (volatile long i = 0; i < 30000000; i++) {}
	return arg;
}

int main(void) {
	static int number[2] = {0, 1};
	static const char *name[] = {"group a", "group a", "group (b)", "group (b)", "consumer", "producer", "[reader] 1", "spin", "spin", "spin"};
	void *(*what[])(void *) = {locker, locker, locker, locker, consumer, producer, reader, spinner, spinner, spinner};
	pthread_t t[10];
	if (pipe(ends)) return 1;
	for (int i = 0; i < 10; i++) {
		pthread_create(&t[i], NULL, what[i], &number[i / 2 % 2]);
		pthread_setname_np(t[i], name[i]);
	}
	for (int i = 0; i < 10; i++) {
		if (i == 4) { pthread_join(t[5], NULL); pthread_mutex_lock(&queue); done = 1; pthread_cond_broadcast(&filled); pthread_mutex_unlock(&queue); }
		pthread_join(t[i], NULL);
	}
	return 0;
}
