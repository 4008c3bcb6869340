/* killed.c locks for a while, prints for how long at least, in ns, and kills itself. */
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static long long now(void) {
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000000LL + t.tv_nsec;
}

static void *work(void *kills) {
	long long start = now(), end;
	for (;;) {
		pthread_mutex_lock(&m);
		end = now();
		pthread_mutex_unlock(&m);
		if (kills && end - start > 400 * 1000000LL)
			break;
	}
	printf("%lld\n", end - start);
	fflush(stdout);
	kill(getpid(), SIGKILL);
	return kills;
}

int main(void) {
	pthread_t t[2];
	pthread_create(&t[0], NULL, work, &m);
	pthread_create(&t[1], NULL, work, NULL);
	pthread_join(t[0], NULL);
	return 1;
}
