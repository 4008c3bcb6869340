/* later.c works for longer than a pass of the flusher takes, before it calls any function
 * that is recorded. Then it has three threads. */
#include <pthread.h>
#include <time.h>

static void *nothing(void *p) { return p; }

int main(void) {
	struct timespec start, now;
	pthread_t all[3];
	int i;
	clock_gettime(CLOCK_MONOTONIC, &start);
	do
		clock_gettime(CLOCK_MONOTONIC, &now);
	while ((now.tv_sec - start.tv_sec) * 1000 + (now.tv_nsec - start.tv_nsec) / 1000000 < 200);
	for (i = 0; i < 3; i++)
		pthread_create(&all[i], NULL, nothing, NULL);
	for (i = 0; i < 3; i++)
		pthread_join(all[i], NULL);
	return 0;
}
