//go:build ignore

/* The trace of a process that has only one thread, written without a second one: many
 * short programs start faster, and find themselves alone, as without the recorder. The
 * thread makes the passes of the flusher: when it is going to wait and the last pass was a
 * while ago, when it replaces the program, and when it ends. With its second thread, and
 * before its first wait for a lock, because it may never return from that, the process
 * gets a flusher. */
#include "trace.h"

struct alone alone;

void write_alone(void) {
	enum { WHILE = 25000000 };
	if (LIKELY(!is_alone()) || tiv__clock() - alone.last <= WHILE)
		return;
	struct local saved = local;
	int before = errno;
	local.on = NULL, local.off = 1;
	tiv_flush();
	alone.last = tiv__clock();
	local = saved;
	errno = before;
}

void accompany(void) {
	if (!is_alone())
		return;
	__atomic_store_n(&alone.on, 0, __ATOMIC_RELAXED);
	revive_recorder();
}

tiv_thread child_thread(pid_t child) { return alone.wanted && child > 0 ? foreign_thread(child) : 0; }
