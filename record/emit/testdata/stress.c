/* stress.c is what the tests do with tiv.h: stress TRACE MODE [NUMBER NUMBER] */
#define TIV_IMPLEMENTATION
#include "../../c/tiv.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static int64_t now(void) {
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

static void rest(long us) {
	struct timespec t = {0, us * 1000};
	nanosleep(&t, NULL);
}

static int events;

/* count tells of every number from 1 to events. */
static void *count(void *arg) {
	int i;
	for (i = 1; i <= events; i++) {
		if (i % 7 == 0)
			tiv_counter("n", i);
		else
			tiv_run((unsigned)i);
	}
	return arg;
}

static void *starts(void *arg) {
	tiv_thread_start(NULL, 0);
	return count(arg);
}

/* threads starts a number of threads, 64 at a time, none of which says that it
 * ends. */
static void threads(int n) {
	pthread_t ids[64];
	int i, wave;
	for (; n > 0; n -= wave) {
		wave = n < 64 ? n : 64;
		for (i = 0; i < wave; i++)
			if (pthread_create(&ids[i], NULL, starts, NULL))
				abort();
		for (i = 0; i < wave; i++)
			pthread_join(ids[i], NULL);
	}
}

/* sleepers are many threads at once. */
static pthread_barrier_t together;
static void *sleeper(void *arg) {
	tiv_self(); /* all of them have a feedlet */
	pthread_barrier_wait(&together);
	starts(arg);
	pthread_barrier_wait(&together);
	return arg;
}

static void at_once(int n) {
	pthread_t *ids = (pthread_t *)malloc((size_t)n * sizeof *ids);
	pthread_attr_t attr;
	int i;
	pthread_attr_init(&attr);
	pthread_attr_setstacksize(&attr, 64 << 10);
	pthread_barrier_init(&together, NULL, (unsigned)n);
	for (i = 0; i < n; i++)
		if (pthread_create(&ids[i], &attr, sleeper, NULL))
			abort();
	for (i = 0; i < n; i++)
		pthread_join(ids[i], NULL);
	free(ids);
}

/* clocks tells what the clock said before an event, and then what it said after
 * it. */
static void *clocks(void *arg) {
	int i;
	for (i = 0; i < events; i++) {
		tiv_counter("before", now());
		tiv_counter("after", now());
		if (i % 16 == 0)
			rest(200);
	}
	return arg;
}

/* tick tells the time for ever, and prints what it has told. */
static void tick(void) {
	for (;;) {
		int64_t t = now();
		tiv_counter("time", t);
		printf("%lld\n", (long long)t);
		fflush(stdout);
		rest(500);
	}
}

static volatile int handled;

static void handler(int sig) {
	(void)sig;
	tiv_counter("handled", ++handled);
}

/* signals interrupts a thread that tells of numbers as often as it can. */
static void signals(void) {
	struct timespec every = {0, 20000};
	struct itimerspec it = {every, every};
	struct sigevent ev;
	timer_t timer;
	int i;
	memset(&ev, 0, sizeof ev);
	ev.sigev_notify = SIGEV_SIGNAL;
	ev.sigev_signo = SIGUSR1;
	signal(SIGUSR1, handler);
	if (timer_create(CLOCK_MONOTONIC, &ev, &timer) || timer_settime(timer, 0, &it, NULL))
		abort();
	for (i = 1; i <= events; i++)
		tiv_counter("n", i);
	timer_delete(timer);
	signal(SIGUSR1, SIG_IGN);
	printf("%d\n", handled);
}

/* forks records in a child, too. */
static void forks(const char *path) {
	char other[4096];
	int status;
	pid_t child;
	tiv_counter("n", 1);
	child = fork();
	if (child == 0) {
		tiv_counter("n", 100);
		snprintf(other, sizeof other, "%s.child", path);
		if (tiv_start(other, 0))
			_exit(1);
		tiv_counter("n", 101);
		exit(0);
	}
	tiv_counter("n", 2);
	if (child < 0 || waitpid(child, &status, 0) != child || status != 0)
		abort();
	tiv_counter("n", 3);
}

static void *other(void *arg) {
	*(tiv_thread *)arg = tiv_self();
	return arg;
}

/* calls makes every call once. */
static void calls(void) {
	static const char *const supertypes[] = {"Base", "", "Face"};
	static int monitor;
	pthread_t id;
	tiv_thread thread;
	if (pthread_create(&id, NULL, other, &thread))
		abort();
	pthread_join(id, NULL);
	tiv_monitor_name(&monitor, "M");
	tiv_thread_name("T");
	tiv_thread_start(NULL, thread);
	tiv_io_start(TIV_NET);
	tiv_io_end();
	tiv_monitor_wait(&monitor);
	tiv_monitor_enter(&monitor);
	tiv_monitor_exit(&monitor);
	tiv_monitor_wait_shared(&monitor);
	tiv_monitor_enter_shared(&monitor);
	tiv_suspend_start(TIV_JOIN);
	tiv_suspend_end();
	tiv_gc_start();
	tiv_gc_end();
	tiv_ready(tiv_self());
	tiv_run(3);
	tiv_ready(thread);
	tiv_wake(thread);
	tiv_counter("C", -5);
	tiv_task_start("K", 7, -8);
	tiv_region_start("R", 7);
	tiv_region_end("R", 7);
	tiv_task_end(7);
	tiv_call_enter("F");
	tiv_call_exit("F");
	tiv_alloc((void *)4096, 100);
	tiv_free((void *)4096);
	tiv_alloc_of("Y", (void *)4096, 200);
	tiv_alloc((void *)4096, 300);
	tiv_type("Base", NULL, 0);
	tiv_type("Y", supertypes, 3);
	tiv_type("Y", supertypes, 3);
	tiv_type("", supertypes, 3);
	tiv_thread_end();
}

/* late is a thread that loses its processor within a call, for as long as the
 * flusher takes to pass by. */
static void late(void) {
	uint64_t tick;
	tiv_counter("early", 1);
	tick = tiv__tick();
	rest(1000);
	tiv_flush();
	tiv__put(tick, TIV__RUN, 1);
	tiv_counter("later", 1);
}

/* hang tells that it waits, and waits. */
static void hang(void) {
	tiv_suspend_start(TIV_WAIT);
	for (;;)
		pause();
}

int main(int argc, char **argv) {
	const char *mode = argc > 2 ? argv[2] : "";
	int n = argc > 3 ? atoi(argv[3]) : 0;
	events = argc > 4 ? atoi(argv[4]) : n;
	tiv_counter("n", -1); /* is not recorded yet */
	if (argc < 3 || tiv_start(argv[1], 0))
		return 2;
	if (tiv_start(argv[1], 0) != EBUSY)
		return 3;
	if (!strcmp(mode, "threads"))
		threads(n);
	else if (!strcmp(mode, "at-once"))
		at_once(n);
	else if (!strcmp(mode, "clocks")) {
		pthread_t a;
		if (pthread_create(&a, NULL, clocks, NULL))
			return 1;
		clocks(NULL);
		pthread_join(a, NULL);
	} else if (!strcmp(mode, "tick"))
		tick();
	else if (!strcmp(mode, "signals"))
		signals();
	else if (!strcmp(mode, "calls"))
		calls();
	else if (!strcmp(mode, "late"))
		late();
	else if (!strcmp(mode, "hang"))
		hang();
	else if (!strcmp(mode, "forks"))
		forks(argv[1]);
	else if (!strcmp(mode, "count"))
		count(NULL); /* and exit tells the rest */
	else if (!strcmp(mode, "exec")) {
		count(NULL);
		if (tiv_flush() == 0)
			execlp("true", "true", (char *)NULL);
		return 1;
	} else if (!strcmp(mode, "full-disk")) {
		tiv_flush();
		count(NULL);
		printf("%s\n", strerror(tiv_stop()));
	}
	return 0;
}
