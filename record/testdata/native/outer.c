/* outer.c waits forever, each thread for something that need not be a thread of this
 * process: a timeout, another process, a signal. */
#define _GNU_SOURCE
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stddef.h>
#include <time.h>

static pthread_mutex_t mutexes[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static pthread_cond_t timed = PTHREAD_COND_INITIALIZER, shared;
static sem_t semaphore;
static pthread_barrier_t barrier;

static void *wait_for_time(void *p) {
	struct timespec end;
	clock_gettime(CLOCK_REALTIME, &end);
	end.tv_sec += 3600;
	pthread_mutex_lock(&mutexes[0]);
	pthread_cond_timedwait(&timed, &mutexes[0], &end);
	return p;
}

static void *wait_for_condition(void *p) {
	pthread_mutex_lock(&mutexes[1]);
	pthread_cond_wait(&shared, &mutexes[1]);
	return p;
}

static void *wait_for_semaphore(void *p) {
	sem_wait(&semaphore);
	return p;
}

static void *wait_for_barrier(void *p) {
	pthread_barrier_wait(&barrier);
	return p;
}

int main(void) {
	void *(*const waits[])(void *) = {wait_for_time, wait_for_condition, wait_for_semaphore, wait_for_barrier};
	pthread_condattr_t c;
	pthread_barrierattr_t b;
	pthread_t t;
	sigset_t set;
	size_t i;
	int got;
	pthread_condattr_init(&c);
	pthread_condattr_setpshared(&c, PTHREAD_PROCESS_SHARED);
	pthread_cond_init(&shared, &c);
	pthread_barrierattr_init(&b);
	pthread_barrierattr_setpshared(&b, PTHREAD_PROCESS_SHARED);
	pthread_barrier_init(&barrier, &b, 2);
	sem_init(&semaphore, 1, 0);
	for (i = 0; i < sizeof waits / sizeof *waits; i++)
		pthread_create(&t, NULL, waits[i], NULL);
	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	sigprocmask(SIG_BLOCK, &set, NULL);
	sigwait(&set, &got);
	return 0;
}
