//go:build ignore

/* example.c is a small program that records itself: three workers take four
 * jobs each from a queue, read a file, and add up results under a lock, which
 * each of them holds while it sleeps. Usage: example TRACE */
#define TIV_IMPLEMENTATION
#include "tiv.h"

#include <pthread.h>
#include <stdio.h>
#include <time.h>

#define WORKERS 3
#define JOBS 12

/* lock and unlock record the operations on a mutex. */
static void lock(pthread_mutex_t *m) {
	if (pthread_mutex_trylock(m) != 0) {
		tiv_monitor_wait(m);
		pthread_mutex_lock(m);
	}
	tiv_monitor_enter(m);
}

static void unlock(pthread_mutex_t *m) {
	tiv_monitor_exit(m);
	pthread_mutex_unlock(m);
}

/* wait_for waits for a condition, and releases the mutex meanwhile. */
static void wait_for(pthread_cond_t *c, pthread_mutex_t *m) {
	tiv_monitor_exit(m);
	tiv_suspend_start(TIV_WAIT);
	pthread_cond_wait(c, m);
	tiv_suspend_end();
	tiv_monitor_enter(m);
}

static void sleep_ms(long ms) {
	struct timespec t;
	t.tv_sec = 0;
	t.tv_nsec = ms * 1000000;
	tiv_suspend_start(TIV_SLEEP);
	nanosleep(&t, NULL);
	tiv_suspend_end();
}

static pthread_mutex_t queue = PTHREAD_MUTEX_INITIALIZER, results = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t more = PTHREAD_COND_INITIALIZER;
static int put, taken;           /* under queue */
static tiv_thread idle[WORKERS]; /* under queue: workers that wait for more */
static int idlers;
static long sum; /* under results */
static tiv_thread starter;

/* give adds a job to the queue and wakes all idle workers. */
static void give(void) {
	lock(&queue);
	put++;
	while (idlers > 0)
		tiv_wake(idle[--idlers]);
	pthread_cond_broadcast(&more);
	unlock(&queue);
}

/* take removes a job from the queue and returns its number. */
static int take(void) {
	int job;
	lock(&queue);
	while (taken == put) {
		idle[idlers++] = tiv_self();
		wait_for(&more, &queue);
	}
	job = ++taken;
	tiv_counter("jobs in the queue", put - taken);
	unlock(&queue);
	return job;
}

/* all_idle reports whether all workers wait for jobs. */
static int all_idle(void) {
	int all;
	lock(&queue);
	all = idlers == WORKERS;
	unlock(&queue);
	return all;
}

static long read_file(void) {
	char buf[512];
	long n = 0;
	size_t got;
	FILE *f;
	tiv_io_start(TIV_DISK);
	f = fopen("/proc/self/status", "r");
	while (f && (got = fread(buf, 1, sizeof buf, f)) > 0)
		n += (long)got;
	if (f)
		fclose(f);
	tiv_io_end();
	return n;
}

static void work(int job) {
	long n;
	tiv_task_start("job", job, 0);
	tiv_region_start("read", job);
	n = read_file();
	tiv_region_end("read", job);
	lock(&results);
	sum += n;
	sleep_ms(4);
	unlock(&results);
	tiv_task_end(job);
}

static void *worker(void *name) {
	int i;
	tiv_thread_start((const char *)name, starter);
	for (i = 0; i < JOBS / WORKERS; i++)
		work(take());
	tiv_thread_end();
	return NULL;
}

int main(int argc, char **argv) {
	static char names[WORKERS][16];
	pthread_t threads[WORKERS];
	int i;
	if (argc != 2 || tiv_start(argv[1], 0) != 0) {
		fprintf(stderr, "usage: example TRACE\n");
		return 2;
	}
	tiv_thread_name("main");
	tiv_monitor_name(&queue, "queue");
	tiv_monitor_name(&results, "results");
	starter = tiv_self();
	for (i = 0; i < WORKERS; i++) {
		sprintf(names[i], "worker %d", i + 1);
		if (pthread_create(&threads[i], NULL, worker, names[i]))
			return 1;
	}
	while (!all_idle())
		sleep_ms(1);
	for (i = 0; i < JOBS; i++) {
		give();
		sleep_ms(2);
	}
	tiv_suspend_start(TIV_JOIN);
	for (i = 0; i < WORKERS; i++)
		pthread_join(threads[i], NULL);
	tiv_suspend_end();
	printf("%ld\n", sum);
	return tiv_stop() != 0;
}
