/* callbench N calls two functions N times each, in batches, and prints the nanoseconds of a
 * call of each: of the processor. Compiled with -finstrument-functions. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#define PLAIN __attribute__((no_instrument_function))

__attribute__((noinline)) int chosen(int n) { return n ^ 5; }
__attribute__((noinline)) int other(int n) { return n ^ 6; }

PLAIN static int64_t now(void) {
	struct timespec t;
	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return t.tv_sec * 1000000000LL + t.tv_nsec;
}

/* cost waits after each batch, such that the recorder does not lose events. */
PLAIN static double cost(int (*f)(int), long n) {
	enum { BATCH = 100000 };
	int64_t spent = 0, since;
	volatile int sum = 0;
	long i, j;
	for (i = 0; i < n; i += BATCH) {
		since = now();
		for (j = 0; j < BATCH; j++)
			sum = f(sum);
		spent += now() - since;
		usleep(50000);
	}
	return (double)spent / (double)i;
}

PLAIN int main(int argc, char **argv) {
	long n = argc > 1 ? atol(argv[1]) : 0;
	chosen(1), other(1);
	printf("%.2f", cost(chosen, n));
	printf(" %.2f\n", cost(other, n));
}
