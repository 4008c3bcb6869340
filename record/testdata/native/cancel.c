/* cancel prints what calls return that could be answered without a wait: in a thread that has
 * been cancelled before, and with an invalid time. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static sem_t semaphore;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_t ended;
static int file;

static struct timespec in_an_hour(clockid_t clock) {
	struct timespec t;
	clock_gettime(clock, &t);
	t.tv_sec += 3600;
	return t;
}

static int tid;

static void *nothing(void *p) {
	__atomic_store_n(&tid, (int)gettid(), __ATOMIC_RELEASE);
	return p;
}

/* end_thread returns when a thread has ended. */
static void end_thread(void) {
	char path[64];
	__atomic_store_n(&tid, 0, __ATOMIC_RELEASE);
	pthread_create(&ended, NULL, nothing, NULL);
	while (__atomic_load_n(&tid, __ATOMIC_ACQUIRE) == 0)
		usleep(100);
	snprintf(path, sizeof path, "/proc/self/task/%d", tid);
	while (access(path, F_OK) == 0)
		usleep(100);
}

static void in_sem_wait(void) { sem_wait(&semaphore); }

static void in_sem_timedwait(void) {
	struct timespec t = in_an_hour(CLOCK_REALTIME);
	sem_timedwait(&semaphore, &t);
}

static void in_sem_clockwait(void) {
	struct timespec t = in_an_hour(CLOCK_MONOTONIC);
	sem_clockwait(&semaphore, CLOCK_MONOTONIC, &t);
}

static void in_sem_trywait(void) { sem_trywait(&semaphore); }

static void in_fcntl(void) {
	struct flock l = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
	fcntl(file, F_SETLKW, &l);
}

static void in_getlk(void) {
	struct flock l = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
	fcntl(file, F_GETLK, &l);
}

static void in_lockf(void) { lockf(file, F_LOCK, 0); }
static void in_waitpid(void) { waitpid(-1, NULL, WNOHANG); }
static void in_join(void) { pthread_join(ended, NULL); }
static void in_lock(void) { pthread_mutex_lock(&mutex), pthread_mutex_unlock(&mutex); }
static void in_open(void) { close(open("/dev/null", O_RDONLY)); }

static const struct {
	const char *name;
	void (*call)(void);
} calls[] = {
	{"sem_wait", in_sem_wait}, {"sem_timedwait", in_sem_timedwait}, {"sem_clockwait", in_sem_clockwait}, {"sem_trywait", in_sem_trywait},
	{"fcntl F_SETLKW", in_fcntl}, {"fcntl F_GETLK", in_getlk}, {"lockf", in_lockf}, {"waitpid", in_waitpid},
	{"pthread_join", in_join}, {"pthread_mutex_lock", in_lock}, {"open", in_open},
};

static void *cancelled(void *p) {
	size_t i = (size_t)p;
	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);
	pthread_cancel(pthread_self());
	pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, NULL);
	calls[i].call();
	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);
	return NULL;
}

/* An endless loop of waits that never wait ends by a cancellation. */
static void *loop(void *p) {
	for (;;) {
		sem_wait(&semaphore);
		sem_post(&semaphore);
	}
	return p;
}

static void times(void) {
	static const clockid_t clocks[] = {CLOCK_REALTIME, CLOCK_MONOTONIC, CLOCK_PROCESS_CPUTIME_ID};
	static const long parts[] = {0, -1, 1000000000};
	size_t i, j;
	for (i = 0; i < 3; i++)
		for (j = 0; j < 3; j++) {
			struct timespec t = {1, parts[j]};
			int mutexed = pthread_mutex_clocklock(&mutex, clocks[i], &t), read, wrote;
			if (mutexed == 0)
				pthread_mutex_unlock(&mutex);
			if ((read = pthread_rwlock_clockrdlock(&rwlock, clocks[i], &t)) == 0)
				pthread_rwlock_unlock(&rwlock);
			if ((wrote = pthread_rwlock_clockwrlock(&rwlock, clocks[i], &t)) == 0)
				pthread_rwlock_unlock(&rwlock);
			printf("%zu %zu: %d %d %d\n", i, j, mutexed, read, wrote);
			printf("sem_clockwait %d\n", sem_clockwait(&semaphore, clocks[i], &t) == 0 ? sem_post(&semaphore) : -1);
			if (i > 0)
				continue;
			printf("sem_timedwait %d\n", sem_timedwait(&semaphore, &t) == 0 ? sem_post(&semaphore) : -1);
			if ((wrote = pthread_rwlock_timedwrlock(&rwlock, &t)) == 0)
				pthread_rwlock_unlock(&rwlock);
			if ((mutexed = pthread_mutex_timedlock(&mutex, &t)) == 0)
				pthread_mutex_unlock(&mutex);
			printf("timed %d %d\n", wrote, mutexed);
		}
}

int main(void) {
	pthread_t t;
	void *value;
	size_t i;
	char path[] = "/tmp/tiv-cancel-XXXXXX";
	file = mkstemp(path);
	unlink(path);
	sem_init(&semaphore, 0, 100);
	for (i = 0; i < sizeof calls / sizeof *calls; i++) {
		end_thread();
		pthread_create(&t, NULL, cancelled, (void *)i);
		pthread_join(t, &value);
		printf("%s: %s\n", calls[i].name, value == PTHREAD_CANCELED ? "cancelled" : "returned");
	}
	sem_init(&semaphore, 0, 1);
	pthread_create(&t, NULL, loop, NULL);
	usleep(20000);
	pthread_cancel(t);
	pthread_join(t, &value);
	printf("loop: %s\n", value == PTHREAD_CANCELED ? "cancelled" : "returned");
	times();
	return 0;
}
