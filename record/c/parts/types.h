/* A thread of this program, as tiv_self returns it; 0 is none. */
typedef uint32_t tiv_thread;

/* A call stack, innermost call first. The recording keeps the pointer: a stack and
 * its frames must never change. */
struct tiv_frame {
	const char *function, *file;
	uint32_t line; /* 0: unknown */
};
struct tiv_stack {
	uint32_t count;
	const struct tiv_frame *const *frames;
};

/* The reason for a suspension, or the device that a thread waits for. */
enum tiv_cause {
	TIV_OTHER,
	TIV_SLEEP,   /* suspended for a time */
	TIV_WAIT,    /* for a notification: a condition */
	TIV_JOIN,    /* for other threads to finish */
	TIV_PARK,    /* parked by a library */
	TIV_CHANNEL, /* for a channel's other end */
	TIV_COLLECTOR,
	TIV_DISK, /* IO */
	TIV_NET
};

/* TIV_SCHED promises that tiv_ready and tiv_run are called for every thread: a
 * thread whose wait has ended is then runnable until its tiv_run. */
enum tiv_flags { TIV_SCHED = 1 };
