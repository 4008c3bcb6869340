/* deadlock11 has a deadlock of two mutexes of C11, corrected with an argument. */
#define _GNU_SOURCE
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <threads.h>

static mtx_t mutexes[2];
static sem_t locked[2];
static int corrected;

static int both(int first, const char *name) {
	pthread_setname_np(pthread_self(), name);
	mtx_lock(&mutexes[first]);
	sem_post(&locked[first]);
	if (!corrected)
		sem_wait(&locked[1 - first]);
	mtx_lock(&mutexes[1 - first]);
	mtx_unlock(&mutexes[1 - first]);
	mtx_unlock(&mutexes[first]);
	return 0;
}

static int ab(void *p) { return (void)p, both(0, "ab"); }
static int ba(void *p) { return (void)p, both(corrected ? 0 : 1, "ba"); }

int main(int argc, char **argv) {
	thrd_t threads[2];
	int i;
	(void)argv;
	corrected = argc > 1;
	for (i = 0; i < 2; i++)
		if (mtx_init(&mutexes[i], mtx_plain) != thrd_success || sem_init(&locked[i], 0, 0) != 0)
			return 1;
	if (thrd_create(&threads[0], ab, NULL) != thrd_success || thrd_create(&threads[1], ba, NULL) != thrd_success)
		return 1;
	for (i = 0; i < 2; i++)
		thrd_join(threads[i], NULL);
	puts("done");
	return 0;
}
