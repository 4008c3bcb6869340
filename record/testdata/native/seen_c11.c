/* Waits of C11 threads. */
#include "seen.h"

#include <threads.h>

static mtx_t mutex;
static cnd_t condition;
static thrd_t thread;
static int set;

static int holder(void *p) {
	char text[8];
	pthread_setname_np(pthread_self(), "holder");
	mtx_lock(&mutex);
	__atomic_store_n(&set, 1, __ATOMIC_RELEASE);
	REQUIRE(read(ends[0], text, 8) == 8);
	mtx_unlock(&mutex);
	return p == NULL ? 7 : 0;
}

/* held starts a thread that holds the mutex until it reads from the pipe. */
static void held(int type) {
	set = 0;
	make_pipe();
	REQUIRE(mtx_init(&mutex, type) == thrd_success && thrd_create(&thread, holder, NULL) == thrd_success);
	while (!__atomic_load_n(&set, __ATOMIC_ACQUIRE))
		usleep(1000);
	announce();
}

static void joined(void) {
	int value = 0;
	REQUIRE(thrd_join(thread, &value) == thrd_success && value == 7);
}

static void in_mtx_lock(void) { held(mtx_plain), REQUIRE(mtx_lock(&mutex) == thrd_success), mtx_unlock(&mutex), joined(); }

static struct timespec in_an_hour(void) {
	struct timespec t;
	timespec_get(&t, TIME_UTC);
	t.tv_sec += 3600;
	return t;
}

static void in_mtx_timedlock(void) {
	struct timespec t = in_an_hour();
	held(mtx_timed);
	REQUIRE(mtx_trylock(&mutex) == thrd_busy && mtx_timedlock(&mutex, &t) == thrd_success);
	mtx_unlock(&mutex);
	joined();
}

static void in_thrd_join(void) { held(mtx_plain), joined(); }

static void in_thrd_sleep(void) {
	struct timespec t = {0, NAP * 1000000};
	announce();
	REQUIRE(thrd_sleep(&t, NULL) == 0);
}

static void in_cnd_wait(void) {
	set = 0;
	REQUIRE(mtx_init(&mutex, mtx_plain) == thrd_success && cnd_init(&condition) == thrd_success);
	mtx_lock(&mutex);
	announce();
	while (!set)
		cnd_wait(&condition, &mutex);
	mtx_unlock(&mutex);
}

static void in_cnd_timedwait(void) {
	struct timespec t = in_an_hour();
	set = 0;
	REQUIRE(mtx_init(&mutex, mtx_plain) == thrd_success && cnd_init(&condition) == thrd_success);
	mtx_lock(&mutex);
	announce();
	while (!set)
		REQUIRE(cnd_timedwait(&condition, &mutex, &t) == thrd_success);
	mtx_unlock(&mutex);
}

static void end_wait(void) {
	mtx_lock(&mutex);
	set = 1;
	cnd_signal(&condition);
	mtx_unlock(&mutex);
}

static once_flag flag = ONCE_FLAG_INIT;

static void make(void) {
	char text[8];
	__atomic_store_n(&set, 1, __ATOMIC_RELEASE);
	REQUIRE(read(ends[0], text, 8) == 8);
}

static int maker(void *p) {
	pthread_setname_np(pthread_self(), "c11 maker");
	call_once(&flag, make);
	return p == NULL ? 7 : 0;
}

static void in_call_once(void) {
	set = 0;
	make_pipe();
	REQUIRE(thrd_create(&thread, maker, NULL) == thrd_success);
	while (!__atomic_load_n(&set, __ATOMIC_ACQUIRE))
		usleep(1000);
	announce();
	call_once(&flag, make);
	joined();
}

const struct wait c11[] = {
	{"mtx_lock", "blocking", in_mtx_lock, feed, NULL},
	{"mtx_timedlock", "blocking", in_mtx_timedlock, feed, NULL},
	{"thrd_join", "suspended", in_thrd_join, feed, NULL},
	{"thrd_sleep", "suspended", in_thrd_sleep, NULL, NULL},
	{"cnd_wait", "suspended", in_cnd_wait, end_wait, NULL},
	{"cnd_timedwait", "suspended", in_cnd_timedwait, end_wait, NULL},
	{"call_once", "blocking", in_call_once, feed, NULL},
	{.name = NULL},
};
