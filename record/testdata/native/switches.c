/* Two threads hand a token to each other, as often as the argument says. One of them holds a
 * lock meanwhile, and to the end, for which a third thread waits. */
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static sem_t to, from, held;
static long rounds;

static void *holds(void *arg) {
	pthread_mutex_lock(&lock);
	sem_post(&held);
	for (long i = 0; i < rounds; i++) {
		sem_post(&to);
		sem_wait(&from);
	}
	sem_post(&held);
	pause();
	return arg;
}

static void *answers(void *arg) {
	for (long i = 0; i < rounds; i++) {
		sem_wait(&to);
		sem_post(&from);
	}
	return arg;
}

static void *waits(void *arg) {
	pthread_mutex_lock(&lock);
	return arg;
}

int main(int argc, char **argv) {
	pthread_t threads[3];
	rounds = argc > 1 ? atol(argv[1]) : 1000;
	sem_init(&to, 0, 0);
	sem_init(&from, 0, 0);
	sem_init(&held, 0, 0);
	pthread_create(&threads[0], NULL, holds, NULL);
	sem_wait(&held);
	pthread_create(&threads[1], NULL, waits, NULL);
	pthread_create(&threads[2], NULL, answers, NULL);
	sem_wait(&held);
	usleep(50000);
	return 0;
}
