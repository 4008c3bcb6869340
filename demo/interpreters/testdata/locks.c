#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int ends[2];
static void rest(int ms) { struct timespec t = {0, ms * 1000000L}; nanosleep(&t, NULL); }
static void *owner(void *p) {
	pthread_mutex_lock(&m);
	rest(200);
	pthread_mutex_unlock(&m);
	write(ends[1], "done", 4);
	return p;
}
static void *waiter(void *p) {
	rest(80);
	pthread_mutex_lock(&m);
	pthread_mutex_unlock(&m);
	return p;
}
static void *reader(void *p) {
	char b[16];
	read(ends[0], b, sizeof b);
	return p;
}
int main(void) {
	pthread_t t[3];
	socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
	pthread_create(t, NULL, owner, NULL);
	pthread_create(t + 1, NULL, waiter, NULL);
	pthread_create(t + 2, NULL, reader, NULL);
	for (int i = 0; i < 3; i++)
		pthread_join(t[i], NULL);
	if (fork() == 0) {
		rest(2);
		_exit(0);
	}
	wait(NULL);
	return 0;
}
