__thread struct tiv__local tiv__local;
int tiv__tsc;
#ifdef TIV__HOOKS
struct tiv__all tiv__all;
struct tiv__out tiv__out;
#endif

uint64_t tiv__clock(void) {
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

/* The threads' side. */

/* tiv__take allocates a page from the pool, tiv__give frees one. */
static struct tiv__page *tiv__take(void) {
	uint64_t head = __atomic_load_n(&tiv__all.pool, __ATOMIC_ACQUIRE), next;
	uint32_t page;
	while ((page = (uint32_t)head) != 0) {
		next = ((head >> 32) + 1) << 32 | __atomic_load_n(&tiv__all.after[page - 1], __ATOMIC_RELAXED);
		if (__atomic_compare_exchange_n(&tiv__all.pool, &head, next, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
			return &tiv__all.pages[page - 1];
	}
	if (__atomic_load_n(&tiv__all.used, __ATOMIC_RELAXED) >= TIV__PAGES)
		return NULL;
	page = __atomic_fetch_add(&tiv__all.used, 1, __ATOMIC_RELAXED);
	return page < TIV__PAGES ? &tiv__all.pages[page] : NULL;
}

static void tiv__give(struct tiv__page *p) {
	uint32_t page = (uint32_t)(p - tiv__all.pages);
	uint64_t head = __atomic_load_n(&tiv__all.pool, __ATOMIC_ACQUIRE), next;
	do {
		__atomic_store_n(&tiv__all.after[page], (uint32_t)head, __ATOMIC_RELAXED);
		next = ((head >> 32) + 1) << 32 | (page + 1);
	} while (!__atomic_compare_exchange_n(&tiv__all.pool, &head, next, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE));
}

/* tiv__room makes room for some slots; it returns 0 if there is none. */
static int tiv__room(struct tiv__local *l, int slots) {
	struct tiv__feedlet *f = l->feedlet;
	struct tiv__page *page;
	if (f->tail) {
		l->end = f->tail->slots + 255;
		if (l->end - l->next >= slots)
			return 1;
	}
	page = tiv__take();
	if (!page) {
		l->end = l->next;
		return 0;
	}
	__atomic_store_n(&page->count, 0, __ATOMIC_RELAXED);
	__atomic_store_n(&page->next, 0, __ATOMIC_RELAXED);
	__atomic_store_n(f->tail ? &f->tail->next : &f->first, (uint32_t)(page - tiv__all.pages) + 1, __ATOMIC_RELEASE);
	f->tail = page;
	l->next = page->slots;
	l->end = page->slots + 255;
	return 1;
}

/* tiv__join gives the thread a feedlet; it returns 0 if there is none. */
static int tiv__join(struct tiv__local *l) {
	struct tiv__feedlet *f = l->feedlet;
	if (!__atomic_load_n(&tiv__all.on, __ATOMIC_ACQUIRE) || l->gone) {
		l->end = l->next;
		return 0;
	}
	if (f)
		return 1;
	f = (struct tiv__feedlet *)TIV__CALLOC(1, sizeof *f);
	if (!f)
		return 0;
	if (pthread_setspecific(tiv__all.key, f)) {
		TIV__FREE(f);
		return 0;
	}
#if defined(__linux__)
	f->os_thread = TIV__SYSCALL(SYS_gettid);
#endif
	f->thread = l->adopted ? l->adopted : tiv_thread_reserve();
	l->adopted = 0;
	f->link = __atomic_load_n(&tiv__all.fresh_feedlets, __ATOMIC_RELAXED);
	while (!__atomic_compare_exchange_n(&tiv__all.fresh_feedlets, &f->link, f, 1, __ATOMIC_RELEASE, __ATOMIC_RELAXED))
		;
	l->feedlet = f;
	return 1;
}

tiv_thread tiv_thread_reserve(void) {
	return __atomic_load_n(&tiv__all.on, __ATOMIC_ACQUIRE) ? __atomic_add_fetch(&tiv__all.threads, 1, __ATOMIC_RELAXED) : 0;
}

void tiv_thread_adopt(tiv_thread thread) {
	tiv__local.adopted = thread;
	tiv_self();
}

/* tiv__lose counts a lost event. A signal handler may interrupt it with the
 * same. */
static void tiv__lose(struct tiv__feedlet *f, uint64_t tick) {
	if (__atomic_load_n(&f->lost, __ATOMIC_RELAXED) == 0)
		__atomic_store_n(&f->lost_tick, tick, __ATOMIC_RELAXED);
	__atomic_fetch_add(&f->lost, 1, __ATOMIC_RELEASE);
}

/* tiv__nested counts a call within another one, in a signal handler. */
void tiv__nested(void) {
	struct tiv__local *l = &tiv__local;
	if (!l->feedlet)
		return;
	tiv__lose(l->feedlet, tiv__tick());
	l->end = l->next; /* so that the next call writes the count */
}

/* tiv__drop frees the string of an entry that is not an event. */
static void tiv__drop(struct tiv__slot first, struct tiv__slot second) {
	if ((first.word & 255) >= TIV__DESCRIBE_THREAD)
		TIV__FREE((void *)(uintptr_t)second.tick);
}

/* tiv__slow writes an event if the page is full, or if there is none. */
void tiv__slow(uint64_t tick, struct tiv__slot first, struct tiv__slot second) {
	struct tiv__local *l = &tiv__local;
	int slots = first.word & TIV__LONG ? 2 : 1;
	uint64_t lost;
	if (!tiv__join(l)) {
		tiv__drop(first, second);
		return;
	}
	lost = __atomic_load_n(&l->feedlet->lost, __ATOMIC_RELAXED);
	if (lost != 0 && tiv__room(l, 1)) {
		l->next->tick = __atomic_load_n(&l->feedlet->lost_tick, __ATOMIC_RELAXED);
		l->next->word = TIV__LOST | __atomic_exchange_n(&l->feedlet->lost, 0, __ATOMIC_RELAXED) << 16;
		tiv__publish(l, l->next);
		lost = 0;
	}
	if (lost != 0 || !tiv__room(l, slots)) {
		tiv__lose(l->feedlet, tick);
		tiv__drop(first, second);
		return;
	}
	l->next[0] = first;
	if (slots == 2)
		l->next[1] = second;
	tiv__publish(l, l->next + slots - 1);
}

tiv_thread tiv_self(void) {
	struct tiv__local *l = &tiv__local;
	tiv_thread self = 0;
	if (l->busy)
		return l->feedlet ? l->feedlet->thread : 0;
	l->busy = 1;
	__atomic_signal_fence(__ATOMIC_SEQ_CST);
	if (tiv__join(l))
		self = l->feedlet->thread;
	__atomic_signal_fence(__ATOMIC_SEQ_CST);
	l->busy = 0;
	return self;
}

/* tiv__say sends a copy of a text to the flusher. */
static void tiv__say(enum tiv__kind kind, const void *what, const char *text) {
	char *copy;
	if (!text || !__atomic_load_n(&tiv__all.on, __ATOMIC_ACQUIRE) || tiv__local.busy)
		return;
	copy = (char *)TIV__MALLOC(strlen(text) + 1);
	if (copy) {
		strcpy(copy, text);
		tiv__put2(tiv__tick(), kind, (uintptr_t)what, (uintptr_t)copy, 0);
	}
}

void tiv_thread_name(const char *text) { tiv__say(TIV__NAME_THREAD, NULL, text); }
void tiv_monitor_name(const void *monitor, const char *text) { tiv__say(TIV__NAME_MONITOR, monitor, text); }

void tiv_thread_describe(const char *id, const char *text, int system) { tiv_thread_describe_of(0, id, text, system); }

/* The text is the id, a zero byte and the name. */
void tiv_thread_describe_of(tiv_thread thread, const char *id, const char *text, int system) {
	size_t n = strlen(id) + 1, m = strlen(text) + 1;
	char *copy;
	if (!__atomic_load_n(&tiv__all.on, __ATOMIC_ACQUIRE) || tiv__local.busy)
		return;
	copy = (char *)TIV__MALLOC(n + m);
	if (copy) {
		memcpy(copy, id, n);
		memcpy(copy + n, text, m);
		tiv__put2(tiv__tick(), TIV__DESCRIBE_THREAD, (uint64_t)thread << 1 | (system != 0), (uintptr_t)copy, 0);
	}
}

/* The text is the names, each with a zero byte, and an empty one. */
void tiv_type(const char *text, const char *const *supertypes, size_t count) {
	size_t i, n = strlen(text) + 2;
	char *copy, *to;
	if (!*text || !__atomic_load_n(&tiv__all.on, __ATOMIC_ACQUIRE) || tiv__local.busy)
		return;
	for (i = 0; i < count; i++)
		n += strlen(supertypes[i]) + 1;
	if (!(copy = (char *)TIV__MALLOC(n)))
		return;
	strcpy(copy, text);
	for (to = copy, i = 0; i < count; i++)
		if (*supertypes[i])
			strcpy(to += strlen(to) + 1, supertypes[i]);
	to[strlen(to) + 1] = 0;
	tiv__put2(tiv__tick(), TIV__TYPE, 0, (uintptr_t)copy, 0);
}

void tiv_thread_start(const char *text, tiv_thread by) { tiv_thread_start_after(text, by, 0); }

void tiv_thread_start_after(const char *text, tiv_thread by, int64_t ns) {
	if (ns > 0)
		tiv__put2(tiv__tick(), TIV__THREAD_START, by, 0, (uint64_t)ns);
	else
		tiv__put(tiv__tick(), TIV__THREAD_START, by);
	if (tiv__local.feedlet)
		tiv__local.feedlet->said_end = 0;
	tiv__say(TIV__NAME_THREAD, NULL, text);
}

void tiv_thread_end(void) {
	tiv__put(tiv__tick(), TIV__THREAD_END, 0);
	if (tiv__local.feedlet)
		tiv__local.feedlet->said_end = 1;
}

/* tiv__leave is called when a thread ends: its pages are freed once they are
 * written. Later calls, in its destructors, are not recorded. */
static void tiv__leave(void *feedlet) {
	struct tiv__feedlet *f = (struct tiv__feedlet *)feedlet;
	struct tiv__local *l = &tiv__local;
	if (TIV__HOOK_LEAVE()) {
		pthread_setspecific(tiv__all.key, f);
		return;
	}
	if (!f->said_end)
		tiv_thread_end();
	l->busy = l->gone = 1;
	__atomic_signal_fence(__ATOMIC_SEQ_CST);
	l->feedlet = NULL;
	l->next = l->end = NULL;
	__atomic_store_n(&f->ended, 1, __ATOMIC_RELEASE);
	__atomic_signal_fence(__ATOMIC_SEQ_CST);
	l->busy = 0;
}

void tiv_thread_leave(void) {
	struct tiv__local *l = &tiv__local;
	if (!l->feedlet || l->busy)
		return;
	pthread_setspecific(tiv__all.key, NULL);
	tiv__leave(l->feedlet);
	l->gone = 0;
}
