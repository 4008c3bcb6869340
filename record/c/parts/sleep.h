/* Threads of this library, and waits for each other. */

/* tiv__sleep waits until *word is no longer value, or for some time; tiv__rouse
 * ends the waits of others for a word. They need no lock, so that a signal handler
 * or a forked child never finds one taken. */
static void tiv__sleep(uint32_t *word, uint32_t value, uint64_t ns) {
	struct timespec t;
#if defined(__linux__)
	t.tv_sec = (time_t)(ns / 1000000000u), t.tv_nsec = (long)(ns % 1000000000u);
	TIV__SYSCALL(SYS_futex, word, 128 /* FUTEX_WAIT_PRIVATE */, value, &t, NULL, 0);
#else
	(void)ns;
	t.tv_sec = 0, t.tv_nsec = 1000000;
	if (__atomic_load_n(word, __ATOMIC_ACQUIRE) == value)
		nanosleep(&t, NULL);
#endif
}

static void tiv__rouse(uint32_t *word) {
#if defined(__linux__)
	TIV__SYSCALL(SYS_futex, word, 129 /* FUTEX_WAKE_PRIVATE */, INT32_MAX, NULL, NULL, 0);
#else
	(void)word;
#endif
}

/* tiv__spawn starts a thread that nobody joins, with all signals blocked, and returns 0 or an
 * error number. */
static int tiv__spawn(void *(*run)(void *), void *arg) {
	pthread_attr_t attr;
	pthread_t thread;
	sigset_t all, before;
	int error = pthread_attr_init(&attr);
	if (error)
		return error;
	pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	error = TIV__THREAD(&thread, &attr, run, arg);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	pthread_attr_destroy(&attr);
	return error;
}
