/* Threads that wait in system calls which no library sees. Each prints its name, and for
 * how long it has lived, been on a processor, and waited for one, in ns. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { MS = 1000000 };

static int64_t now(clockid_t clock) {
	struct timespec t;
	clock_gettime(clock, &t);
	return (int64_t)t.tv_sec * 1000 * MS + t.tv_nsec;
}

/* wait_unseen sleeps by a system call of its own. */
static void wait_unseen(long ms) {
	struct timespec t = {ms / 1000, ms % 1000 * MS};
#if defined(__x86_64__)
	long result;
	__asm__ volatile("syscall" : "=a"(result) : "0"((long)SYS_nanosleep), "D"(&t), "S"((long)0) : "rcx", "r11", "memory");
#elif defined(__aarch64__)
	register long number __asm__("x8") = SYS_nanosleep, a __asm__("x0") = (long)&t, b __asm__("x1") = 0;
	__asm__ volatile("svc 0" : "+r"(a) : "r"(number), "r"(b) : "memory");
#else
#error "no system call for this processor"
#endif
}

static void compute(long ms) {
	int64_t until = now(CLOCK_THREAD_CPUTIME_ID) + ms * MS;
	while (now(CLOCK_THREAD_CPUTIME_ID) < until)
		;
}

static void waits(void) { wait_unseen(300); }
static void computes(void) { compute(300); }

static void both(void) {
	int i;
	for (i = 0; i < 10; i++) {
		wait_unseen(25);
		compute(3);
		usleep(3000);
	}
}

static void brief(void) { wait_unseen(8); }

/* locks takes a lock very often. */
static void locks(void) {
	static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
	int i, round;
	for (round = 0; round < 6; round++) {
		for (i = 0; i < 30000; i++) {
			pthread_mutex_lock(&m);
			pthread_mutex_unlock(&m);
		}
		usleep(20000);
	}
}

static struct part {
	const char *name;
	void (*run)(void);
} parts[] = {{"waits", waits}, {"computes", computes}, {"both", both}, {"brief", brief}, {"locks", locks}};

enum { PARTS = sizeof parts / sizeof *parts };

static void *run(void *arg) {
	const struct part *p = arg;
	int64_t born = now(CLOCK_MONOTONIC), ran;
	char text[128] = "", *queued;
	int fd;
	pthread_setname_np(pthread_self(), p->name);
	p->run();
	ran = now(CLOCK_THREAD_CPUTIME_ID);
	snprintf(text, sizeof text, "/proc/self/task/%ld/schedstat", (long)syscall(SYS_gettid));
	if ((fd = open(text, O_RDONLY)) < 0 || read(fd, text, sizeof text - 1) <= 0)
		return NULL;
	close(fd);
	strtoull(text, &queued, 10);
	printf("%s %lld %lld %llu\n", p->name, (long long)(now(CLOCK_MONOTONIC) - born), (long long)ran, strtoull(queued, NULL, 10));
	return NULL;
}

int main(int argc, char **argv) {
	(void)argv;
	pthread_t threads[PARTS];
	int i;
	setvbuf(stdout, NULL, _IOLBF, 0);
	for (i = 0; i < PARTS; i++)
		if (pthread_create(&threads[i], NULL, run, &parts[i]))
			return 1;
	for (i = 0; i < PARTS; i++)
		pthread_join(threads[i], NULL);
	if (argc > 1) { /* any argument: killed while it waits */
		wait_unseen(1000);
		raise(SIGKILL);
	}
	return 0;
}
