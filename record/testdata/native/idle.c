/* idle.c has programs all of whose threads wait. Those that something other than a thread
 * continues are healthy; their twins wait in the same way, for nothing. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t work = PTHREAD_COND_INITIALIZER;
static sem_t stop;
static int jobs;

static void *worker(void *p) {
	pthread_mutex_lock(&lock);
	while (jobs == 0)
		pthread_cond_wait(&work, &lock);
	pthread_mutex_unlock(&lock);
	return p;
}

static void give_work(void) {
	pthread_mutex_lock(&lock);
	jobs = 1;
	pthread_cond_broadcast(&work);
	pthread_mutex_unlock(&lock);
}

static void wait_for_stop(void) {
	while (sem_wait(&stop) != 0 && errno == EINTR)
		;
}

static void on_signal(int number) {
	(void)number;
	sem_post(&stop);
}

static void on_timer(union sigval value) {
	(void)value;
	give_work();
}

static void handler(void) {
	signal(SIGTERM, on_signal);
	wait_for_stop();
}

static void crash_handler(void) {
	signal(SIGSEGV, on_signal);
	signal(SIGUSR1, SIG_IGN);
	wait_for_stop();
}

static void timer(void) {
	struct sigevent event = {.sigev_notify = SIGEV_THREAD, .sigev_notify_function = on_timer};
	const struct itimerspec time = {.it_value = {100, 0}};
	timer_t id;
	timer_create(CLOCK_MONOTONIC, &event, &id);
	timer_settime(id, 0, &time, NULL);
	worker(NULL);
}

static void interval(void) {
	const struct itimerval time = {.it_value = {100, 0}};
	signal(SIGALRM, on_signal);
	setitimer(ITIMER_REAL, &time, NULL);
	wait_for_stop();
}

/* a lock in memory of two processes, which the other one has */
static void process(void) {
	pthread_mutex_t *m = mmap(NULL, sizeof *m, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	pthread_mutexattr_t attr;
	int ready[2];
	char c;
	pthread_mutexattr_init(&attr);
	pthread_mutexattr_setpshared(&attr, PTHREAD_PROCESS_SHARED);
	pthread_mutex_init(m, &attr);
	if (pipe(ready) != 0)
		return;
	if (fork() == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		pthread_mutex_lock(m);
		if (write(ready[1], "x", 1) == 1)
			sleep(100);
		pthread_mutex_unlock(m);
		_exit(0);
	}
	if (read(ready[0], &c, 1) == 1)
		pthread_mutex_lock(m);
}

static void *holder(void *p) {
	pthread_mutex_t *m = p;
	pthread_mutex_lock(m);
	sem_post(&stop);
	worker(NULL);
	return p;
}

static void timeout(void) {
	static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
	struct timespec until;
	pthread_t t;
	pthread_create(&t, NULL, holder, &m);
	wait_for_stop();
	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_sec += 100;
	pthread_mutex_timedlock(&m, &until);
}

/* The twins. */
static void no_handler(void) { wait_for_stop(); }
static void no_timer(void) { worker(NULL); }

static void no_timeout(void) {
	static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
	pthread_t t;
	pthread_create(&t, NULL, holder, &m);
	wait_for_stop();
	pthread_mutex_lock(&m);
}

/* a handler and a timer that were there for one wait */
static void removed(void) {
	const struct itimerval soon = {.it_value = {0, 300000}};
	signal(SIGALRM, on_signal);
	setitimer(ITIMER_REAL, &soon, NULL);
	wait_for_stop();
	signal(SIGALRM, SIG_DFL);
	wait_for_stop();
}

static const struct {
	const char *name;
	void (*run)(void);
} programs[] = {{"handler", handler}, {"timer", timer}, {"interval", interval}, {"process", process},
                 {"timeout", timeout}, {"crash-handler", crash_handler}, {"no-handler", no_handler},
                {"no-timer", no_timer}, {"no-timeout", no_timeout}, {"removed", removed}};

int main(int argc, char **argv) {
	pthread_t t;
	unsigned i;
	sem_init(&stop, 0, 0);
	pthread_create(&t, NULL, worker, NULL);
	for (i = 0; argc > 1 && i < sizeof programs / sizeof *programs; i++)
		if (!strcmp(argv[1], programs[i].name))
			programs[i].run();
	return 1;
}
