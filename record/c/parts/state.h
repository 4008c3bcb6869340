/* TIV__PRIVATE is the linkage of what only this file uses. TIV's own libraries consist of
 * several files, which use it, too: TIV__HOOKS is the name of their file with the hooks. */
#ifdef TIV__HOOKS
#define TIV__PRIVATE __attribute__((visibility("hidden")))
extern TIV__PRIVATE struct tiv__all tiv__all;
extern TIV__PRIVATE struct tiv__out tiv__out;
#else
#define TIV__PRIVATE static
#endif

/* TIV__FEEDLET are more fields of a feedlet. */
#ifndef TIV__FEEDLET
#define TIV__FEEDLET
#endif

/* A feedlet's first fields belong to its thread, the rest to the flusher. */
struct tiv__feedlet {
	struct tiv__feedlet *link; /* next new feedlet */
	tiv_thread thread;
	struct tiv__page *tail;
	uint64_t lost, lost_tick;
	uint64_t told, to_told; /* of the lost events after the last one: those that are written */
	uint32_t first; /* page, from 1 */
	int said_end, ended;
	long os_thread;

	/* The position of the next event, now and after this block is made. */
	struct tiv__page *page, *to_page;
	uint32_t at, to_at;
	int64_t last, to_last; /* time of the last event */
	int over;              /* it has ended, and all events are gathered */
	TIV__FEEDLET
};

struct tiv__event {
	int64_t time;
	uint64_t word;
	int64_t object, value;
	tiv_thread thread, other;
};

struct tiv__events {
	struct tiv__event *list;
	size_t len, cap;
};

struct tiv__bytes {
	uint8_t *list;
	size_t len, cap;
};

/* A column of numbers as StreamVByte. */
struct tiv__column {
	struct tiv__bytes control, data;
	uint32_t count;
};

/* A map from nonzero keys to ids from 1. */
struct tiv__map {
	uint64_t *keys;
	uint32_t *ids;
	size_t cap;
	uint32_t count;
};

enum tiv__field {
	TIV__MONITOR = 1, TIV__SAME = 2, TIV__OTHER = 4, TIV__STACK = 8,
	TIV__CPU = 16, TIV__NAME = 32, TIV__OBJECT = 64, TIV__VALUE = 128
};
enum { TIV__COL_MONITOR, TIV__COL_OTHER, TIV__COL_STACK, TIV__COL_CPU, TIV__COL_NAME, TIV__COLS };
enum { TIV__META = 1, TIV__EVENTS = 2, TIV__INDEX = 4, TIV__END = 5 };

/* Data shared by threads and the flusher. */
struct tiv__all {
	int on;              /* atomic */
	uint32_t threads;    /* atomic: the last id */
	struct tiv__feedlet *fresh_feedlets; /* atomic */
	struct tiv__page *pages;
	uint32_t *after;     /* by page, atomic: the page after it in the pool */
	uint64_t pool;       /* atomic: first page from 1, and << 32 a version */
	uint32_t used;       /* atomic: pages ever used */
	pthread_key_t key;
	uint32_t asked, answered; /* atomic: requested and completed flushes */
	int stop, finished, error; /* atomic */
	uint32_t flusher;    /* atomic: whether a thread makes the passes */
	int rest;            /* atomic: the flusher's thread is to end, the recording goes on */
	int started;         /* atomic */
	pid_t process;
};

/* Data of the flusher only. */
struct tiv__out {
	int fd, error;
	uint64_t limit_size; /* of the file; 0: none */
	int full;
	size_t buffer;       /* the bytes that may wait for a listener; 0: the trace is a file */
	uint32_t sequence;
	uint64_t tick;           /* the last horizon */
	int64_t now, base;       /* the same in ns since the start; the clock at the start */
	uint64_t limit;          /* the horizon of the current block */
	double rate;             /* ns for each tick up to it */
	int64_t wrote;           /* time of the last block */
	off_t size;              /* of the file up to the last whole chunk */
	struct tiv__feedlet **feedlets; /* by thread */
	size_t feedlets_len, feedlets_cap;
	struct tiv__events own, foreign, said;
	struct tiv__map monitors, names, texts, types, frames, stacks;
	uint32_t *name_ids;      /* by number of address, in names */
	size_t name_ids_cap;
	uint8_t header[64];      /* of the file */
	struct tiv__bytes meta, table, codes, wide, object, value, record, chunk, index;
	struct tiv__column group_threads, group_counts, times, cols[TIV__COLS];
	uint32_t meta_count, code_count, wide_count, last_wide, object_count, value_count, work;
	uint8_t code_of[1 << 15]; /* by hash of a code's fields, from 1 */
};

#ifndef TIV__HOOKS
static struct tiv__all tiv__all;
static struct tiv__out tiv__out;
#endif

/* tiv__grow makes room for n elements of a size in a list, and returns whether there is. */
TIV__PRIVATE int tiv__grow(void *list, size_t *cap, size_t n, size_t size);

/* tiv__add_event returns a new event of a list, to be filled. */
TIV__PRIVATE struct tiv__event *tiv__add_event(struct tiv__events *e);

/* tiv__property adds a property to the trace. */
TIV__PRIVATE void tiv__property(const char *key, const char *value);

/* tiv__order compares events by thread, time and value. */
TIV__PRIVATE int tiv__order(const void *a, const void *b);

/* tiv__launch starts the flusher, with all signals blocked in it, if there is none: else its
 * result is EBUSY. */
TIV__PRIVATE int tiv__launch(void);

/* tiv__ns converts a tick up to the limit to nanoseconds since the start. */
static inline int64_t tiv__ns(uint64_t tick) {
	if ((int64_t)(tick - tiv__out.tick) <= 0)
		return tiv__out.now;
	return tiv__out.now + (int64_t)((double)(tick - tiv__out.tick) * tiv__out.rate);
}

/* tiv__time returns the time of an event. An acquisition counts 1 ns later than its
 * tick: clocks advance in steps, of 10 ns on some processors, so that its tick can be
 * that of the release before it, by another thread. */
static inline int64_t tiv__time(uint64_t tick, uint64_t word) {
	return tiv__ns(tick) + ((word & 255) == TIV__MONITOR_ENTER);
}
