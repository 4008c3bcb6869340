/* semaphores.c uses semaphores as tokens, as a pool, and as locks. */
#define _GNU_SOURCE
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static sem_t units, begun;

static void pause_for(long ms) {
	const struct timespec time = {ms / 1000, ms % 1000 * 1000000};
	nanosleep(&time, NULL);
}

static pthread_t start(void *(*run)(void *), const char *name) {
	pthread_t t;
	pthread_create(&t, NULL, run, NULL);
	pthread_setname_np(t, name);
	return t;
}

/* A thread takes a unit and ends: it is no holder. */
static void *request(void *p) {
	sem_wait(&units);
	return p;
}

/* A thread takes a unit and goes on: no more is known of it. */
static void *session(void *p) {
	sem_wait(&units);
	sem_post(&begun);
	pause_for(100);
	return p;
}

static void tokens(void) {
	pthread_t s;
	sem_init(&units, 0, 2);
	pthread_join(start(request, "request"), NULL);
	s = start(session, "session");
	sem_wait(&begun);
	pthread_t waiter = start(request, "waiter");
	pause_for(50);
	sem_post(&units);
	pthread_join(waiter, NULL);
	pthread_join(s, NULL);
}

/* Each thread posts what it has taken: a lock of two units. */
static void *visit(void *p) {
	int i;
	for (i = 0; i < 2; i++) {
		sem_wait(&units);
		sem_post(&begun);
		pause_for(100);
		sem_post(&units);
		pause_for(20);
	}
	return p;
}

static void pool(void) {
	pthread_t all[3];
	int i;
	sem_init(&units, 0, 2);
	for (i = 0; i < 3; i++)
		all[i] = start(visit, "visitor");
	for (i = 0; i < 3; i++)
		pthread_join(all[i], NULL);
}

/* A lock of one unit, whose last holder ends with it. */
static void *keep(void *p) {
	sem_wait(&units);
	sem_post(&units);
	sem_wait(&units);
	sem_post(&begun);
	pause_for(100);
	return p;
}

static void kept(void) {
	pthread_t keeper, waiter;
	sem_init(&units, 0, 1);
	keeper = start(keep, "keeper");
	sem_wait(&begun);
	waiter = start(request, "waiter");
	pthread_join(keeper, NULL);
	pause_for(100);
	sem_post(&units);
	pthread_join(waiter, NULL);
}

static const struct {
	const char *name;
	void (*run)(void);
} programs[] = {{"tokens", tokens}, {"pool", pool}, {"kept", kept}};

int main(int argc, char **argv) {
	unsigned i;
	sem_init(&begun, 0, 0);
	for (i = 0; argc > 1 && i < sizeof programs / sizeof *programs; i++)
		if (!strcmp(argv[1], programs[i].name)) {
			programs[i].run();
			return 0;
		}
	return 2;
}
