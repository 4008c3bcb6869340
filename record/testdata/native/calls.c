/* Calls a function as often as the argument says, in two threads. */
#include <pthread.h>
#include <stdlib.h>

static volatile long sum;

__attribute__((noinline)) static void step(long n) { sum += n; }

static void *work(void *arg) {
	for (long i = 0; i < (long)arg; i++)
		step(i);
	return NULL;
}

int main(int argc, char **argv) {
	pthread_t thread;
	long half = argc > 1 ? atol(argv[1]) / 2 : 1;
	pthread_create(&thread, NULL, work, (void *)half);
	work((void *)half);
	pthread_join(thread, NULL);
	return 0;
}
