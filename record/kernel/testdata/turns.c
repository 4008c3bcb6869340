/* Two groups of two threads, each on a lock of its own. A thread leaves the lock once the other
   one of its group sleeps for it, so that each leaving but the last ones wakes it, on any machine. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static struct member {
	pthread_mutex_t *lock;
	struct member *other;
	const char *name;
	atomic_int id, wants, left;
} members[4];

/* sleeps is whether a thread is not runnable. */
static int sleeps(int id) {
	char path[64], line[512];
	snprintf(path, sizeof path, "/proc/self/task/%d/stat", id);
	int file = open(path, O_RDONLY); /* not fopen, which has locks of its own */
	long n = file < 0 ? 0 : read(file, line, sizeof line - 1);
	close(file);
	line[n < 0 ? 0 : n] = 0;
	const char *state = strrchr(line, ')'); /* a name may have brackets */
	return state && state[1] == ' ' && state[2] == 'S';
}

static void *take_turns(void *arg) {
	struct member *m = arg, *other = m->other;
	pthread_setname_np(pthread_self(), m->name);
	m->id = gettid();
	for (int i = 0; i < 10; i++) {
		m->wants = 1;
		pthread_mutex_lock(m->lock);
		m->wants = 0;
		while (!other->left && !(other->wants && sleeps(other->id))) sched_yield();
		pthread_mutex_unlock(m->lock);
	}
	m->left = 1;
	return NULL;
}

int main(void) {
	static pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
	static const char *names[] = {"group a", "group (b)"};
	pthread_t threads[4];
	for (int i = 0; i < 4; i++) {
		members[i].lock = &locks[i / 2];
		members[i].other = &members[i ^ 1];
		members[i].name = names[i / 2];
	}
	for (int i = 0; i < 4; i++) pthread_create(&threads[i], NULL, take_turns, &members[i]);
	for (int i = 0; i < 4; i++) pthread_join(threads[i], NULL);
	return 0;
}
