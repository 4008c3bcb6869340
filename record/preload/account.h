/* account.h has what the recorder knows of a thread's use of processors: a part of its
 * feedlet. */
#ifndef ACCOUNT_H
#define ACCOUNT_H

#include <stdint.h>

/* A reading of the kernel's account of a thread. */
struct reading {
	uint64_t ran, queued; /* ns on processors, and waiting for one */
	uint32_t sleeps;      /* how often it has left its processor to wait */
	uint8_t asleep, on_processor;
	uint8_t whole; /* not only the first field is known */
};

/* An account compares the states of a thread since a reading with the next one. */
struct account {
	/* Of the thread itself, which writes the base before the flusher uses it. */
	uint64_t born, born_tick; /* in ns, and in ticks */
	uint64_t parked;          /* atomic: the tick of the last reading; 0 before */
	struct reading last;
	/* Of the flusher. */
	struct reading base;
	int64_t running; /* ns since the base for which the trace shows it as running */
	int64_t at;      /* the time of the last event of a block, or its begin */
	uint8_t open;    /* atomic: there is a base */
	uint8_t state;
	uint8_t settled; /* the base is that of the last pass */
};

#endif
