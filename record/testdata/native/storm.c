/* storm.c has threads that use all kinds of locks, and checks that each excludes the
 * others itself: storm THREADS ROUNDS. It prints the number of acquisitions. */
#define _GNU_SOURCE
#include <pthread.h>
#include <semaphore.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { LOCKS = 4 };
static pthread_mutex_t plain[LOCKS], recursive;
static pthread_rwlock_t rw[LOCKS];
static sem_t sem[LOCKS];
static pthread_cond_t turn;
static int inside_plain[LOCKS], inside_rw[LOCKS], inside_sem[LOCKS];
static long total;
static int rounds;

static void require(int ok) {
	if (!ok)
		abort();
}

static void pause_a_little(unsigned r) {
	if (r % 16 == 0)
		sched_yield();
	else if (r % 64 == 1) {
		struct timespec t = {0, 50000};
		nanosleep(&t, NULL);
	}
}

static int one(unsigned r) {
	int i = (int)(r / 8 % LOCKS);
	struct timespec until;
	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_nsec += 1000000;
	if (until.tv_nsec >= 1000000000)
		until.tv_sec++, until.tv_nsec -= 1000000000;
	switch (r % 8) {
	case 0:
		if (pthread_mutex_timedlock(&plain[i], &until) != 0)
			return 0;
		break;
	case 1:
		if (pthread_mutex_trylock(&plain[i]) != 0)
			return 0;
		break;
	case 2:
		pthread_rwlock_wrlock(&rw[i]);
		require(__atomic_fetch_add(&inside_rw[i], 1000, __ATOMIC_RELAXED) == 0);
		pause_a_little(r / 8);
		__atomic_fetch_sub(&inside_rw[i], 1000, __ATOMIC_RELAXED);
		pthread_rwlock_unlock(&rw[i]);
		return 1;
	case 3:
		pthread_rwlock_rdlock(&rw[i]);
		require(__atomic_fetch_add(&inside_rw[i], 1, __ATOMIC_RELAXED) < 1000);
		pause_a_little(r / 8);
		__atomic_fetch_sub(&inside_rw[i], 1, __ATOMIC_RELAXED);
		pthread_rwlock_unlock(&rw[i]);
		return 1;
	case 4:
		while (sem_wait(&sem[i]) != 0)
			;
		require(__atomic_fetch_add(&inside_sem[i], 1, __ATOMIC_RELAXED) == 0);
		pause_a_little(r / 8);
		__atomic_fetch_sub(&inside_sem[i], 1, __ATOMIC_RELAXED);
		sem_post(&sem[i]);
		return 1;
	case 5:
		pthread_mutex_lock(&recursive);
		pthread_mutex_lock(&recursive);
		pthread_mutex_unlock(&recursive);
		pthread_mutex_unlock(&recursive);
		return 1;
	case 6:
		pthread_mutex_lock(&plain[i]);
		pthread_cond_timedwait(&turn, &plain[i], &until);
		pthread_cond_signal(&turn);
		break;
	default:
		pthread_mutex_lock(&plain[i]);
	}
	require(__atomic_fetch_add(&inside_plain[i], 1, __ATOMIC_RELAXED) == 0);
	pause_a_little(r / 8);
	__atomic_fetch_sub(&inside_plain[i], 1, __ATOMIC_RELAXED);
	pthread_mutex_unlock(&plain[i]);
	return 1;
}

static void *work(void *arg) {
	unsigned r = (unsigned)(size_t)arg * 7919 + 1;
	long n = 0;
	int i;
	for (i = 0; i < rounds; i++) {
		r = r * 1103515245 + 12345;
		n += one(r >> 8);
	}
	__atomic_fetch_add(&total, n, __ATOMIC_RELAXED);
	return NULL;
}

int main(int argc, char **argv) {
	int threads = argc > 2 ? atoi(argv[1]) : 4, i;
	pthread_t *all = calloc((size_t)threads, sizeof *all);
	pthread_mutexattr_t attr;
	rounds = argc > 2 ? atoi(argv[2]) : 1000;
	pthread_mutexattr_init(&attr);
	pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_RECURSIVE);
	pthread_mutex_init(&recursive, &attr);
	for (i = 0; i < LOCKS; i++) {
		pthread_mutex_init(&plain[i], NULL);
		pthread_rwlock_init(&rw[i], NULL);
		sem_init(&sem[i], 0, 1);
	}
	for (i = 0; i < threads; i++)
		require(pthread_create(&all[i], NULL, work, (void *)(size_t)(i + 1)) == 0);
	for (i = 0; i < threads; i++)
		pthread_join(all[i], NULL);
	free(all);
	printf("%ld\n", total);
	return 0;
}
