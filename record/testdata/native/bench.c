/* bench LOAD N prints nanoseconds of an operation: of the clock, and of all processors.
 * uncontended: one thread locks and unlocks a mutex N times. rwlock: the same as a
 * reader. held: four threads lock a mutex N times in all and hold it for 20 µs.
 * hand-over: two threads wake each other through a condition N times in all. */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static long turn, count;

static int64_t clock_of(clockid_t id) {
	struct timespec t;
	clock_gettime(id, &t);
	return t.tv_sec * 1000000000LL + t.tv_nsec;
}

static void *held(void *arg) {
	for (long i = 0; i < count / 4; i++) {
		pthread_mutex_lock(&mutex);
		int64_t until = clock_of(CLOCK_MONOTONIC) + 20000;
		while (clock_of(CLOCK_MONOTONIC) < until)
			;
		pthread_mutex_unlock(&mutex);
	}
	return arg;
}

static void *hand_over(void *arg) {
	long me = (long)(intptr_t)arg;
	pthread_mutex_lock(&mutex);
	while (turn < count) {
		if (turn % 2 != me) {
			pthread_cond_wait(&changed, &mutex);
			continue;
		}
		turn++;
		pthread_cond_signal(&changed);
	}
	pthread_mutex_unlock(&mutex);
	return NULL;
}

static void run(int threads, void *(*work)(void *)) {
	pthread_t all[4];
	for (int i = 0; i < threads; i++)
		pthread_create(&all[i], NULL, work, (void *)(intptr_t)i);
	for (int i = 0; i < threads; i++)
		pthread_join(all[i], NULL);
}

int main(int argc, char **argv) {
	if (argc != 3)
		return 2;
	count = atol(argv[2]);
	int64_t wall = clock_of(CLOCK_MONOTONIC), cpu = clock_of(CLOCK_PROCESS_CPUTIME_ID);
	if (!strcmp(argv[1], "uncontended")) {
		for (long i = 0; i < count; i++)
			pthread_mutex_lock(&mutex), pthread_mutex_unlock(&mutex);
	} else if (!strcmp(argv[1], "rwlock")) {
		for (long i = 0; i < count; i++)
			pthread_rwlock_rdlock(&rwlock), pthread_rwlock_unlock(&rwlock);
	} else if (!strcmp(argv[1], "held")) {
		run(4, held);
	} else if (!strcmp(argv[1], "hand-over")) {
		run(2, hand_over);
	} else {
		return 2;
	}
	wall = clock_of(CLOCK_MONOTONIC) - wall, cpu = clock_of(CLOCK_PROCESS_CPUTIME_ID) - cpu;
	printf("%.2f %.2f\n", (double)wall / (double)count, (double)cpu / (double)count);
	return 0;
}
