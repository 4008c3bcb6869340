/* The declarations from here to the calls are private. */

enum tiv__kind {
	TIV__THREAD_START = 1, TIV__THREAD_END, TIV__IO_START, TIV__IO_END,
	TIV__MONITOR_WAIT, TIV__MONITOR_ENTER, TIV__MONITOR_EXIT,
	TIV__SUSPEND_START, TIV__SUSPEND_END, TIV__GC_START, TIV__GC_END,
	TIV__READY, TIV__RUN, TIV__WAKE, TIV__LOST, TIV__CALL_ENTER, TIV__CALL_EXIT,
	TIV__ALLOC, TIV__FREE, TIV__SAMPLE, TIV__TASK_START, TIV__TASK_END,
	TIV__REGION_START, TIV__REGION_END, TIV__COUNTER, TIV__UNKNOWN, TIV__PUT, TIV__TAKE,
	TIV__KINDS,
	/* Not events: the argument is a string to be freed. */
	TIV__DESCRIBE_THREAD = 252, TIV__NAME_THREAD, TIV__NAME_MONITOR, TIV__TYPE
};

/* An event takes one slot, or two if the word has TIV__LONG; the second has
 * the object and value. A word is the kind, the cause << 8, the flags, and an
 * argument of 48 bits: an address or a number. */
struct tiv__slot { uint64_t tick, word; };
#define TIV__SHARED ((uint64_t)1 << 12)
/* In place of the cause of an acquisition: by a try, which never waits. */
#define TIV__TRY ((uint64_t)9 << 8)
#define TIV__LONG ((uint64_t)1 << 13)
/* The upper half of the value is the other thread. */
#define TIV__NAMED ((uint64_t)1 << 15)
/* The object is a stack, and the value the thread of the event, 0 for the own one. */
#define TIV__ABOUT ((uint64_t)1 << 14)

/* A page has 4096 bytes and is aligned to that. count is the number of full
 * slots, next the number of the next page, from 1. */
struct tiv__page {
	uint32_t count, next;
	uint64_t unused;
	struct tiv__slot slots[255];
};

/* The state of a thread. next is the position of the next event, end the end
 * of the page, or an earlier position if other work precedes the next event. */
struct tiv__local {
	struct tiv__slot *next, *end;
	struct tiv__feedlet *feedlet;
	int busy, gone;
	tiv_thread adopted;
};

extern __thread struct tiv__local tiv__local;
extern int tiv__tsc;
uint64_t tiv__clock(void);
void tiv__slow(uint64_t tick, struct tiv__slot first, struct tiv__slot second);
void tiv__nested(void);

/* tiv__tick reads the clock: processor cycles if the kernel uses them as its
 * own clock, else nanoseconds. */
static inline uint64_t tiv__tick(void) {
#if defined(__x86_64__)
	if (__builtin_expect(tiv__tsc, 1))
		return __builtin_ia32_rdtsc();
#endif
	return tiv__clock();
}

/* tiv__tick_after reads the clock after all earlier loads of the thread.
 * Without the fence the processor may read the clock while it still waits for
 * a lock's memory, and the lock would seem to have two holders. */
static inline uint64_t tiv__tick_after(void) {
#if defined(__x86_64__)
	__builtin_ia32_lfence();
#endif
	return tiv__tick();
}

/* tiv__publish makes all slots up to and including the last visible to the
 * flusher. */
static inline void tiv__publish(struct tiv__local *l, struct tiv__slot *last) {
	struct tiv__page *page = (struct tiv__page *)((uintptr_t)last & ~(uintptr_t)4095);
	l->next = last + 1;
	__atomic_store_n(&page->count, (uint32_t)(((uintptr_t)last & 4095) / 16), __ATOMIC_RELEASE);
}

/* tiv__put2 writes an event of two slots, tiv__put an event of one. busy
 * excludes the calls of a signal handler. */
static inline void tiv__put2(uint64_t tick, uint64_t head, uint64_t arg, uint64_t object, uint64_t value) {
	struct tiv__local *l = &tiv__local;
	struct tiv__slot first, second;
	if (__builtin_expect(l->busy, 0)) {
		tiv__nested();
		return;
	}
	l->busy = 1;
	__atomic_signal_fence(__ATOMIC_SEQ_CST);
	first.tick = tick, first.word = head | TIV__LONG | arg << 16;
	second.tick = object, second.word = value;
	if (__builtin_expect(l->end - l->next >= 2, 1)) {
		l->next[0] = first, l->next[1] = second;
		tiv__publish(l, l->next + 1);
	} else {
		tiv__slow(tick, first, second);
	}
	__atomic_signal_fence(__ATOMIC_SEQ_CST);
	l->busy = 0;
}

static inline void tiv__put(uint64_t tick, uint64_t head, uint64_t arg) {
	struct tiv__local *l = &tiv__local;
	struct tiv__slot first;
	if (__builtin_expect(l->busy, 0)) {
		tiv__nested();
		return;
	}
	l->busy = 1;
	__atomic_signal_fence(__ATOMIC_SEQ_CST);
	first.tick = tick, first.word = head | arg << 16;
	if (__builtin_expect(l->next < l->end, 1)) {
		*l->next = first;
		tiv__publish(l, l->next);
	} else {
		tiv__slow(tick, first, first);
	}
	__atomic_signal_fence(__ATOMIC_SEQ_CST);
	l->busy = 0;
}
