//go:build ignore

/* The recorder's thread. It ends for a while, and starts again: calls that change the rights
 * of all threads, or that the system grants only to processes with one thread, must not find
 * it. Meanwhile, events stay in memory; a thread that ends the process or
 * replaces the program writes them. */
#include "trace.h"
#include "file.h"

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>

static struct {
	uint32_t busy, count; /* of calls that are going on */
	long thread;          /* atomic: the id of the recorder's thread */
	int described;        /* the trace has its properties */
} recorder;

/* describe_origin writes the number of the parent, and the command line, of which at most
 * 1000 bytes: bytes that end an argument become blanks. */
static void describe_origin(void) {
	char text[1001];
	ssize_t n, i;
	int fd;
	snprintf(text, sizeof text, "%d", (int)getppid());
	tiv__property("parent", text);
	if (alone.born) {
		snprintf(text, sizeof text, "%llu", (unsigned long long)alone.born);
		tiv__property("born", text);
	}
	if ((fd = open("/proc/self/cmdline", O_RDONLY | O_CLOEXEC)) < 0)
		return;
	n = REAL(read)(fd, text, sizeof text - 1);
	REAL(close)(fd);
	for (i = 0; i < n; i++)
		if ((unsigned char)text[i] < ' ')
			text[i] = ' ';
	while (n > 0 && text[n - 1] == ' ')
		n--;
	if (n <= 0)
		return;
	text[n] = 0;
	tiv__property("command", text);
}

void forget_recorder(void) { memset(&recorder, 0, sizeof recorder); }

long recorder_thread(void) { return __atomic_load_n(&recorder.thread, __ATOMIC_ACQUIRE); }

void describe(void) {
	if (recorder.described)
		return;
	recorder.described = 1;
	tiv__property("recorder", "preload");
	tiv__property("process", file.name);
	describe_origin();
}

void begin_flusher(void) {
	local.off = 1;
	__atomic_store_n(&recorder.thread, REAL(syscall)(SYS_gettid), __ATOMIC_RELEASE);
	REAL(prctl)(PR_SET_NAME, "tiv-recorder", 0, 0, 0);
	describe();
	if (alone.began)
		tiv__property("writer", "recorder");
}

/* stop_recorder returns when the recorder's thread is no thread of the process any more. The
 * thread may have ended before, and its id may be that of another one. */
static void stop_recorder(void) {
	enum { TRIES = 100000 };
	long thread;
	int i;
	__atomic_store_n(&tiv__all.rest, 1, __ATOMIC_RELEASE);
	tiv_flush();
	while (__atomic_load_n(&tiv__all.flusher, __ATOMIC_ACQUIRE))
		sched_yield();
	thread = __atomic_exchange_n(&recorder.thread, 0, __ATOMIC_ACQ_REL);
	for (i = 0; thread && i < TRIES && REAL(syscall)(SYS_tgkill, getpid(), thread, 0) == 0; i++)
		sched_yield();
}

/* start_recorder starts it again, unless the process writes its trace itself. The system may
 * not allow it, for example in a process whose children get an own space of process ids: then
 * it is tried at the next occasion. */
static void start_recorder(void) {
	__atomic_store_n(&tiv__all.rest, 0, __ATOMIC_RELEASE);
	while (!is_alone() && __atomic_load_n(&tiv__all.on, __ATOMIC_ACQUIRE) && tiv__launch() == EBUSY && !recorder_thread())
		sched_yield();
}

/* count_rests changes the number of calls that need the recorder's thread away. A signal
 * handler may make such a call, too. */
static void count_rests(int by) {
	struct local saved = local;
	sigset_t all, before;
	int error = errno;
	local.on = NULL, local.off = 1;
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	while (__atomic_exchange_n(&recorder.busy, 1, __ATOMIC_ACQUIRE))
		sched_yield();
	if (by > 0 && recorder.count == 0)
		stop_recorder();
	recorder.count += (uint32_t)by;
	if (by <= 0 && recorder.count == 0)
		start_recorder();
	__atomic_store_n(&recorder.busy, 0, __ATOMIC_RELEASE);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	local = saved;
	errno = error;
}

int rest_recorder(void) {
	if (!records_now() || local.off)
		return 0;
	count_rests(1);
	return 1;
}

void wake_recorder(int rested) {
	if (rested && records_now())
		count_rests(-1);
}

void revive_recorder(void) {
	if (UNLIKELY(!__atomic_load_n(&tiv__all.flusher, __ATOMIC_RELAXED)) && !is_alone() && records_now())
		count_rests(0);
}
