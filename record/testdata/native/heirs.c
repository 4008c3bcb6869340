/* A robust mutex passes from a thread that ends with it to the next one. Another thread
 * waits for the second owner later. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static pthread_mutex_t m;
static pthread_barrier_t held;

static void lock(void) {
	if (pthread_mutex_lock(&m) == EOWNERDEAD)
		pthread_mutex_consistent(&m);
}

static void *dies(void *arg) {
	pthread_setname_np(pthread_self(), "dies");
	lock();
	pthread_barrier_wait(&held);
	usleep(50000); /* the heir waits */
	return arg;
}

static void *inherits(void *arg) {
	pthread_setname_np(pthread_self(), "heir");
	pthread_barrier_wait(&held);
	lock();
	pthread_barrier_wait(&held);
	usleep(100000); /* the last one waits */
	pthread_mutex_unlock(&m);
	return arg;
}

static void *waits(void *arg) {
	pthread_setname_np(pthread_self(), "last");
	pthread_barrier_wait(&held);
	lock();
	pthread_mutex_unlock(&m);
	return arg;
}

int main(void) {
	pthread_mutexattr_t robust;
	pthread_t first, second, third;
	pthread_mutexattr_init(&robust);
	pthread_mutexattr_setrobust(&robust, PTHREAD_MUTEX_ROBUST);
	pthread_mutex_init(&m, &robust);
	pthread_barrier_init(&held, NULL, 2);
	pthread_create(&first, NULL, dies, NULL);
	pthread_create(&second, NULL, inherits, NULL);
	pthread_join(first, NULL);
	pthread_create(&third, NULL, waits, NULL);
	pthread_join(second, NULL);
	pthread_join(third, NULL);
	return puts("done") < 0;
}
