/* A pool of threads with a condition. Its handlers are compress and checksum. */
#include <pthread.h>
#include "work.h"

struct job {
	void (*run)(struct job *);
	struct job *next;
	uint64_t result;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
static struct job *jobs;

static void compress(struct job *j) { j->result = work(120); }

static void checksum(struct job *j) { j->result = work(60); }

/* take takes a job, once there is one. */
static __attribute__((noinline)) struct job *take(void)
{
	pthread_mutex_lock(&lock);
	while (!jobs)
		pthread_cond_wait(&filled, &lock);
	struct job *j = jobs;
	jobs = j->next;
	pthread_mutex_unlock(&lock);
	return j;
}

static void *worker(void *context)
{
	for (;;) {
		struct job *j = take();
		j->run(j);
		free(j);
	}
	return NULL;
}

int main(void)
{
	pthread_t t;
	for (int i = 0; i < 3; i++)
		pthread_create(&t, NULL, worker, NULL);
	printf("listens\n");
	fflush(stdout);
	for (int n = 0;; n++) {
		struct job *j = malloc(sizeof *j);
		j->run = n % 2 ? compress : checksum;
		pthread_mutex_lock(&lock);
		j->next = jobs;
		jobs = j;
		pthread_cond_signal(&filled);
		pthread_mutex_unlock(&lock);
		usleep(4000);
	}
}
