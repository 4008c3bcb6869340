/* A thread waits for a mutex that another process holds, for a time or, with an argument,
 * for ever. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

struct shared {
	pthread_mutex_t m;
	int held;
};

static struct shared *s;

static void *waits(void *arg) {
	pthread_setname_np(pthread_self(), "waits");
	pthread_mutex_lock(&s->m);
	pthread_mutex_unlock(&s->m);
	return arg;
}

static void hold(int ever) {
	pthread_mutex_lock(&s->m);
	__atomic_store_n(&s->held, 1, __ATOMIC_RELEASE);
	usleep(ever ? 600000000 : 200000);
	pthread_mutex_unlock(&s->m);
}

int main(int argc, char **argv) {
	pthread_mutexattr_t both;
	pthread_t waiter;
	pid_t child;
	int ever = argc > 1 && strcmp(argv[1], "ever") == 0;
	s = mmap(NULL, sizeof *s, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	pthread_mutexattr_init(&both);
	pthread_mutexattr_setpshared(&both, PTHREAD_PROCESS_SHARED);
	pthread_mutex_init(&s->m, &both);
	if ((child = fork()) == 0) {
		hold(ever);
		_exit(0);
	}
	while (!__atomic_load_n(&s->held, __ATOMIC_ACQUIRE))
		usleep(1000);
	pthread_create(&waiter, NULL, waits, NULL);
	if (ever) {
		usleep(500000);
		kill(child, 9);
		kill(getpid(), 9);
	}
	pthread_join(waiter, NULL);
	waitpid(child, NULL, 0);
	return puts("done") < 0;
}
