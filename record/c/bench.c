//go:build ignore

/* bench.c measures the cost of a call of tiv.h: bench TRACE CALL THREADS EVENTS
 * runs THREADS threads with EVENTS events each and prints the nanoseconds per
 * event and thread. The trace contains the number of lost events. CALL is
 * monitor, counter, or none for the loop alone.
 *
 * After every 100000 events a thread waits for the flusher, outside the measured
 * time: the result is the cost of a call, not of a machine that does nothing but
 * record. */
#define TIV_IMPLEMENTATION
#include "tiv.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define BATCH 100000

static enum { NONE, MONITOR, COUNTER } call;
static long events;

/* now returns the CPU time of the thread, so that other work of the machine does
 * not count. */
static uint64_t now(void) {
	struct timespec t;
	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static void batch(int n) {
	static int monitor;
	int i;
	for (i = 0; i < n; i += 2) {
		switch (call) {
		case NONE:
			__asm__ volatile("" ::: "memory");
			break;
		case MONITOR:
			tiv_monitor_enter(&monitor);
			tiv_monitor_exit(&monitor);
			break;
		case COUNTER:
			tiv_counter("depth", i);
			tiv_counter("depth", -i);
			break;
		}
	}
}

static void *work(void *spent) {
	long left = events;
	for (; left > 0; left -= BATCH) {
		uint64_t start = now();
		batch(left < BATCH ? (int)left : BATCH);
		*(uint64_t *)spent += now() - start;
		tiv_flush();
	}
	return NULL;
}

int main(int argc, char **argv) {
	uint64_t spent[1024] = {0}, sum = 0;
	pthread_t threads[1024];
	int i, n;
	if (argc != 5 || (n = atoi(argv[3])) < 1 || n > 1024) {
		fprintf(stderr, "usage: bench TRACE monitor|counter|none THREADS EVENTS\n");
		return 2;
	}
	call = argv[2][0] == 'm' ? MONITOR : argv[2][0] == 'c' ? COUNTER : NONE;
	events = atol(argv[4]);
	if (tiv_start(argv[1], 0))
		return 1;
	for (i = 0; i < n; i++)
		if (pthread_create(&threads[i], NULL, work, &spent[i]))
			return 1;
	for (i = 0; i < n; i++) {
		pthread_join(threads[i], NULL);
		sum += spent[i];
	}
	printf("%.2f\n", (double)sum / n / (double)events);
	return tiv_stop() != 0;
}
