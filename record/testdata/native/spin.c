/* spin.c has four threads for each processor, which are busy for a while. */
#define _GNU_SOURCE
#include <pthread.h>
#include <time.h>
#include <unistd.h>

static void *spin(void *p) {
	struct timespec start, now;
	clock_gettime(CLOCK_MONOTONIC, &start);
	do
		clock_gettime(CLOCK_MONOTONIC, &now);
	while ((now.tv_sec - start.tv_sec) * 1000 + (now.tv_nsec - start.tv_nsec) / 1000000 < 300);
	return p;
}

int main(void) {
	enum { MOST = 1024 };
	pthread_t all[MOST];
	long i, n = 4 * sysconf(_SC_NPROCESSORS_ONLN);
	for (i = 0; i < n && i < MOST; i++)
		pthread_create(&all[i], NULL, spin, NULL);
	while (i-- > 0)
		pthread_join(all[i], NULL);
	return 0;
}
