/* Two threads, one after the other, acquire two locks in both orders. One of them only
 * tries to get its second lock, which it may do for ever without a deadlock. */
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <string.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t ra = PTHREAD_RWLOCK_INITIALIZER, rb = PTHREAD_RWLOCK_INITIALIZER;
static sem_t turn;
static int tries;

static void *forwards(void *arg) {
	pthread_mutex_lock(&a);
	if ((tries ? pthread_mutex_trylock(&b) : pthread_mutex_lock(&b)) == 0)
		pthread_mutex_unlock(&b);
	pthread_mutex_unlock(&a);
	pthread_rwlock_wrlock(&ra);
	if ((tries ? pthread_rwlock_trywrlock(&rb) : pthread_rwlock_wrlock(&rb)) == 0)
		pthread_rwlock_unlock(&rb);
	pthread_rwlock_unlock(&ra);
	sem_post(&turn);
	return arg;
}

static void *backwards(void *arg) {
	sem_wait(&turn);
	pthread_mutex_lock(&b);
	pthread_mutex_lock(&a);
	pthread_mutex_unlock(&a);
	pthread_mutex_unlock(&b);
	pthread_rwlock_wrlock(&rb);
	if ((tries ? pthread_rwlock_tryrdlock(&ra) : pthread_rwlock_rdlock(&ra)) == 0)
		pthread_rwlock_unlock(&ra);
	pthread_rwlock_unlock(&rb);
	return arg;
}

int main(int argc, char **argv) {
	pthread_t first, second;
	sem_init(&turn, 0, 0);
	tries = argc > 1 && strcmp(argv[1], "try") == 0;
	pthread_create(&first, NULL, forwards, NULL);
	pthread_create(&second, NULL, backwards, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return puts("done") < 0;
}
