/* Threads of OpenMP that compute for 30 ms each, and wait for a critical section, a lock and
 * each other. Prints the processor time of the process in ns. */
#include <omp.h>
#include <stdio.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

static void compute(void) {
	struct timespec t = {0, 0};
	while (t.tv_sec == 0 && t.tv_nsec < 30000000)
		clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
}

int main(void) {
	struct rusage used;
	omp_lock_t lock;
	omp_init_lock(&lock);
#pragma omp parallel num_threads(4)
	compute();
#pragma omp parallel num_threads(4)
	for (int i = 0; i < 10; i++) {
#pragma omp critical
		usleep(5000);
		omp_set_lock(&lock);
		usleep(5000);
		omp_unset_lock(&lock);
#pragma omp barrier
	}
	getrusage(RUSAGE_SELF, &used);
	printf("%lld\n", (used.ru_utime.tv_sec + used.ru_stime.tv_sec) * 1000000000LL + (used.ru_utime.tv_usec + used.ru_stime.tv_usec) * 1000LL);
	return 0;
}
