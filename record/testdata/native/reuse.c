/* A mutex, and then a read-write lock in its memory. */
#include <pthread.h>

static union {
	pthread_mutex_t mutex;
	pthread_rwlock_t rwlock;
} memory;

static void *work(void *arg) {
	pthread_mutex_init(&memory.mutex, NULL);
	pthread_mutex_lock(&memory.mutex);
	pthread_mutex_unlock(&memory.mutex);
	pthread_mutex_destroy(&memory.mutex);
	pthread_rwlock_init(&memory.rwlock, NULL);
	pthread_rwlock_rdlock(&memory.rwlock);
	pthread_rwlock_unlock(&memory.rwlock);
	pthread_rwlock_destroy(&memory.rwlock);
	return arg;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, work, NULL);
	pthread_join(t, NULL);
	return 0;
}
