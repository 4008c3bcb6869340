/* deadlocks.c has programs that hang, and their corrected twins, which end. */
#define _GNU_SOURCE
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t rw;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static pthread_barrier_t both;
static sem_t sa, sb;
static int fixed, ready;

static void name(const char *n) { pthread_setname_np(pthread_self(), n); }

/* Two locks in opposite orders. */
static void *ab(void *p) {
	name("ab");
	pthread_mutex_lock(&a);
	if (!fixed)
		pthread_barrier_wait(&both);
	pthread_mutex_lock(&b);
	pthread_mutex_unlock(&b);
	pthread_mutex_unlock(&a);
	return p;
}

static void *ba(void *p) {
	name("ba");
	if (fixed)
		return ab(p);
	pthread_mutex_lock(&b);
	pthread_barrier_wait(&both);
	pthread_mutex_lock(&a);
	return p;
}

/* The same with semaphores. */
static void *sab(void *p) {
	name("ab");
	sem_wait(&sa);
	if (!fixed)
		pthread_barrier_wait(&both);
	sem_wait(&sb);
	sem_post(&sb);
	sem_post(&sa);
	return p;
}

static void *sba(void *p) {
	name("ba");
	if (fixed)
		return sab(p);
	sem_wait(&sb);
	pthread_barrier_wait(&both);
	sem_wait(&sa);
	return p;
}

/* A lock acquired twice; the twin has one that allows it. */
static void *twice(void *p) {
	pthread_mutexattr_t attr;
	pthread_mutex_t m;
	name("twice");
	pthread_mutexattr_init(&attr);
	if (fixed)
		pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_RECURSIVE);
	pthread_mutex_init(&m, &attr);
	pthread_mutex_lock(&m);
	pthread_mutex_lock(&m);
	pthread_mutex_unlock(&m);
	pthread_mutex_unlock(&m);
	return p;
}

/* A reader that reads again behind a writer; the twin's lock prefers readers. */
static void *reader(void *p) {
	name("reader");
	pthread_rwlock_rdlock(&rw);
	pthread_barrier_wait(&both);
	while (!fixed && pthread_rwlock_tryrdlock(&rw) == 0) { /* until the writer waits */
		pthread_rwlock_unlock(&rw);
		usleep(1000);
	}
	pthread_rwlock_rdlock(&rw);
	pthread_rwlock_unlock(&rw);
	pthread_rwlock_unlock(&rw);
	return p;
}

static void *writer(void *p) {
	name("writer");
	pthread_barrier_wait(&both);
	pthread_rwlock_wrlock(&rw);
	pthread_rwlock_unlock(&rw);
	return p;
}

/* A signal before its waiter waits; the twin has a condition. */
static void *sleeper(void *p) {
	name("sleeper");
	pthread_barrier_wait(&both);
	pthread_mutex_lock(&a);
	while (!(fixed && ready))
		pthread_cond_wait(&changed, &a);
	pthread_mutex_unlock(&a);
	return p;
}

static void *waker(void *p) {
	name("waker");
	pthread_mutex_lock(&a);
	ready = 1;
	pthread_cond_signal(&changed);
	pthread_mutex_unlock(&a);
	pthread_barrier_wait(&both);
	return p;
}

static const struct {
	const char *name;
	void *(*first)(void *), *(*second)(void *);
} programs[] = {{"ab-ba", ab, ba}, {"semaphores", sab, sba}, {"self", twice, NULL}, {"reader-writer-reader", reader, writer}, {"lost-wakeup", sleeper, waker}};

int main(int argc, char **argv) {
	pthread_rwlockattr_t attr;
	pthread_t x, y;
	unsigned i;
	fixed = argc > 2;
	pthread_rwlockattr_init(&attr);
	if (!fixed)
		pthread_rwlockattr_setkind_np(&attr, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
	pthread_rwlock_init(&rw, &attr);
	pthread_barrier_init(&both, NULL, 2);
	sem_init(&sa, 0, 1);
	sem_init(&sb, 0, 1);
	for (i = 0; i < sizeof programs / sizeof *programs; i++)
		if (!strcmp(argv[1], programs[i].name)) {
			pthread_create(&x, NULL, programs[i].first, NULL);
			if (programs[i].second) {
				pthread_create(&y, NULL, programs[i].second, NULL);
				pthread_join(y, NULL);
			}
			pthread_join(x, NULL);
			puts("done");
			return 0;
		}
	return 2;
}
