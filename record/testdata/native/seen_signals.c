/* Waits for signals, and for initialization by another thread. */
#include "seen.h"

static void handler(int n) { (void)n; }

static sigset_t usr1(int how) {
	sigset_t set;
	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	signal(SIGUSR1, handler);
	pthread_sigmask(how, &set, NULL);
	return set;
}

static void end_signal(void) { REQUIRE(pthread_kill(waiter, SIGUSR1) == 0); }

static void in_sigwait(void) {
	sigset_t set = usr1(SIG_BLOCK);
	int got;
	announce();
	REQUIRE(sigwait(&set, &got) == 0 && got == SIGUSR1);
}

static void in_sigwaitinfo(void) {
	sigset_t set = usr1(SIG_BLOCK);
	announce();
	REQUIRE(sigwaitinfo(&set, NULL) == SIGUSR1);
}

static void in_sigtimedwait(void) {
	sigset_t set = usr1(SIG_BLOCK);
	struct timespec hour = {3600, 0};
	announce();
	REQUIRE(sigtimedwait(&set, NULL, &hour) == SIGUSR1);
}

static void in_sigsuspend(void) {
	sigset_t none;
	usr1(SIG_BLOCK);
	sigemptyset(&none);
	announce();
	REQUIRE(sigsuspend(&none) == -1 && errno == EINTR);
}

static void in_pause(void) {
	usr1(SIG_UNBLOCK);
	announce();
	REQUIRE(pause() == -1 && errno == EINTR);
}

/* The first thread initializes until it reads from the pipe. */
static pthread_once_t control;
static int made;

static void make(void) {
	char text[8];
	made++;
	REQUIRE(read(ends[0], text, 8) == 8);
}

static void *maker(void *p) {
	pthread_setname_np(pthread_self(), "maker");
	pthread_once(&control, make);
	return p;
}

static void in_pthread_once(void) {
	pthread_t t;
	control = PTHREAD_ONCE_INIT;
	make_pipe();
	REQUIRE(pthread_create(&t, NULL, maker, NULL) == 0);
	while (!__atomic_load_n(&made, __ATOMIC_RELAXED))
		usleep(1000);
	announce();
	REQUIRE(pthread_once(&control, make) == 0 && made == 1 && pthread_join(t, NULL) == 0);
}

const struct wait signals[] = {
	{"sigwait", "suspended", in_sigwait, end_signal, NULL},
	{"sigwaitinfo", "suspended", in_sigwaitinfo, end_signal, NULL},
	{"sigtimedwait", "suspended", in_sigtimedwait, end_signal, NULL},
	{"sigsuspend", "suspended", in_sigsuspend, end_signal, NULL},
	{"pause", "suspended", in_pause, end_signal, NULL},
	{"pthread_once", "blocking", in_pthread_once, feed, NULL},
	{.name = NULL},
};
