/* One thread copies memory by means of a file that has no disk, another one waits for a
 * pipe. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

enum { SIZE = 1 << 20, TIMES = 100 };
static char data[SIZE];
static int ends[2];

static void *copies(void *arg) {
	int file = memfd_create("copy", 0), i;
	pthread_setname_np(pthread_self(), "copier");
	for (i = 0; i < TIMES; i++)
		if (pwrite(file, data, SIZE, 0) != SIZE || pread(file, data, SIZE, 0) != SIZE)
			return NULL;
	return arg;
}

static void *waits(void *arg) {
	char c;
	pthread_setname_np(pthread_self(), "waits");
	return read(ends[0], &c, 1) == 1 ? arg : NULL;
}

int main(void) {
	pthread_t copier, waiter;
	if (pipe(ends) != 0)
		return 1;
	pthread_create(&waiter, NULL, waits, NULL);
	pthread_create(&copier, NULL, copies, NULL);
	pthread_join(copier, NULL);
	usleep(100000);
	if (write(ends[1], "x", 1) != 1)
		return 1;
	pthread_join(waiter, NULL);
	return puts("done") < 0;
}
