/* Start, and events of a process. */

static void tiv__at_exit(void) { tiv_stop(); }

/* tiv__in_child stops the recording in a forked child: the file belongs to the
 * parent. The child loses the events that the flusher held. */
static void tiv__in_child(void) {
	pthread_key_t key = tiv__all.key;
	if (tiv__all.on && tiv__out.fd >= 0)
		TIV__CLOSE(tiv__out.fd);
	tiv__forget_feed();
	TIV__FREE(tiv__all.pages);
	TIV__FREE(tiv__all.after);
	memset(&tiv__all, 0, sizeof tiv__all);
	memset(&tiv__out, 0, sizeof tiv__out);
	memset(&tiv__local, 0, sizeof tiv__local);
	tiv__all.key = key;
	pthread_setspecific(key, NULL);
}

/* tiv__trust_tsc reports whether the cycle counter runs at one rate on all
 * processors. The kernel monitors that, and uses the counter for
 * CLOCK_MONOTONIC only as long as it holds. */
static int tiv__trust_tsc(void) {
#if defined(__x86_64__) && defined(__linux__)
	unsigned a, b, c, d;
	char source[8] = "";
	int fd = TIV__OPEN("/sys/devices/system/clocksource/clocksource0/current_clocksource", O_RDONLY | O_CLOEXEC);
	ssize_t n = fd < 0 ? 0 : read(fd, source, sizeof source);
	if (fd >= 0)
		TIV__CLOSE(fd);
	return n == 4 && memcmp(source, "tsc\n", 4) == 0 && __get_cpuid(0x80000007, &a, &b, &c, &d) && (d & 1 << 8);
#else
	return 0;
#endif
}

/* tiv__once does the work of the first start in a process and its children. */
static int tiv__once(void) {
	static int done;
	int error;
	if (done)
		return 0;
	tiv__tsc = tiv__trust_tsc();
	if ((error = pthread_key_create(&tiv__all.key, tiv__leave)) != 0)
		return error;
	if ((error = pthread_atfork(NULL, NULL, tiv__in_child)) != 0)
		return error;
	done = 1;
	return atexit(tiv__at_exit) ? ENOMEM : 0;
}

TIV__PRIVATE int tiv__launch(void) {
	uint32_t none = 0;
	int error;
	if (!__atomic_compare_exchange_n(&tiv__all.flusher, &none, 1, 0, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED))
		return EBUSY;
	if ((error = tiv__spawn(tiv__flusher, NULL)) != 0)
		__atomic_store_n(&tiv__all.flusher, 0, __ATOMIC_RELEASE);
	return error;
}

/* tiv__open creates the file, unless path is NULL or the address of a listener, and the pool. */
static int tiv__open(const char *path, int fd) {
	void *pages = NULL;
	int error;
	tiv__out.fd = fd;
	if ((error = tiv__once()) != 0)
		return error;
	if (path && tiv__is_address(path)) {
		if ((error = tiv__open_feed(path)) != 0)
			return error;
	} else {
		if (path)
			tiv__out.fd = TIV__OPEN(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
		if (tiv__out.fd < 0)
			return errno;
	}
	tiv__all.after = (uint32_t *)TIV__CALLOC(TIV__PAGES, sizeof *tiv__all.after);
	error = TIV__ALIGNED(&pages, sizeof *tiv__all.pages, TIV__PAGES * sizeof *tiv__all.pages);
	tiv__all.pages = (struct tiv__page *)pages;
	return tiv__all.after ? error : ENOMEM;
}

static int tiv__begin(const char *path, int fd, unsigned flags) {
	int error, started = 0;
	char start[24];
	if (!__atomic_compare_exchange_n(&tiv__all.started, &started, 1, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
		if (fd >= 0)
			TIV__CLOSE(fd);
		return EBUSY;
	}
	tiv__out.error = tiv__out.full = 0;
	tiv__all.process = getpid();
	error = tiv__open(path, fd);
	if (error == 0) {
		tiv__read_clocks(&tiv__out.tick, &tiv__out.base);
		tiv__write_file_header(flags);
		if (tiv__out.buffer)
			tiv__begin_feed();
		tiv__property("recorder", "tiv.h 1");
		tiv__property("clock", tiv__tsc ? "tsc" : "monotonic");
		sprintf(start, "%llu", (unsigned long long)tiv__out.base);
		tiv__property("clock-start", start);
		error = tiv__out.error || TIV__HOOK_ALONE() ? tiv__out.error : tiv__launch();
	}
	if (error) {
		if (tiv__out.fd >= 0)
			TIV__CLOSE(tiv__out.fd);
		tiv__forget_feed();
		TIV__FREE(tiv__all.pages);
		TIV__FREE(tiv__all.after);
		__atomic_store_n(&tiv__all.started, 0, __ATOMIC_RELEASE);
		return error;
	}
	__atomic_store_n(&tiv__all.on, 1, __ATOMIC_RELEASE);
	tiv_thread_start(NULL, 0);
	return 0;
}

int tiv_start(const char *path, unsigned flags) {
#ifndef TIV__HOOKS
	const char *to = getenv("TIV_TRACE");
	if (to && tiv__is_address(to))
		path = to;
#endif
	return tiv__begin(path, -1, flags);
}
int tiv_start_fd(int fd, unsigned flags) { return tiv__begin(NULL, fd, flags); }
void tiv_limit(uint64_t bytes) { tiv__out.limit_size = bytes; }
