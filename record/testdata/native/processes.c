/* Processes that share memory: two mutexes and two semaphores. The children take both
 * mutexes; with the argument deadlock in different orders, and are killed then. */
#include <pthread.h>
#include <signal.h>
#include <semaphore.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

static struct shared {
	pthread_mutex_t a, b;
	sem_t ready, go;
} *s;

static void init(void) {
	pthread_mutexattr_t attr;
	s = mmap(NULL, sizeof *s, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	pthread_mutexattr_init(&attr);
	pthread_mutexattr_setpshared(&attr, PTHREAD_PROCESS_SHARED);
	pthread_mutex_init(&s->a, &attr);
	pthread_mutex_init(&s->b, &attr);
	sem_init(&s->ready, 1, 0);
	sem_init(&s->go, 1, 0);
}

/* work takes both mutexes. */
static int work(pthread_mutex_t *first, pthread_mutex_t *second) {
	pthread_mutex_lock(first);
	sem_post(&s->ready);
	sem_wait(&s->go);
	pthread_mutex_lock(second);
	pthread_mutex_unlock(second);
	pthread_mutex_unlock(first);
	return 0;
}

int main(int argc, char **argv) {
	pid_t children[2];
	int i, dead = argc > 1 && strcmp(argv[1], "deadlock") == 0;
	init();
	for (i = 0; i < 2; i++)
		if ((children[i] = fork()) == 0)
			_exit(i == 0 || !dead ? work(&s->a, &s->b) : work(&s->b, &s->a));
	for (i = 0; i < (dead ? 2 : 1); i++)
		sem_wait(&s->ready);
	usleep(50000);
	sem_post(&s->go);
	sem_post(&s->go);
	if (dead) {
		while (__atomic_load_n(&s->a.__data.__lock, __ATOMIC_RELAXED) != 2 || __atomic_load_n(&s->b.__data.__lock, __ATOMIC_RELAXED) != 2)
			usleep(1000);
		sleep(1);
		kill(children[0], SIGKILL);
		kill(children[1], SIGKILL);
	}
	while (wait(NULL) > 0)
		;
	puts("done");
	return 0;
}
