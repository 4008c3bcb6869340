//go:build ignore

/* What can end waits besides the recorded threads (property "outside"):
 * handlers of signals, timers, other threads, and other processes. TIV calls a program in
 * which all threads wait stuck only if there is nothing of these.
 *
 * The flusher looks once each time that the program has become idle: no event for 100 ms,
 * and all threads wait for others without a timeout. So programs with a thread that works,
 * sleeps or does IO pay nothing. */
#include "trace.h"
#include "shared.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>

static struct {
	int64_t idle; /* the time of the last event, if that was written because of idleness */
	char text[256];
} outside;

/* The signals with a handler that do not count: those of the C library itself, and those of
 * faults, whose handlers end the program. */
enum { INTERNAL_SIGNALS = 2, FIRST_INTERNAL = 32 };
static int no_ender(int signal) {
	switch (signal) {
	case SIGSEGV:
	case SIGBUS:
	case SIGILL:
	case SIGFPE:
	case SIGTRAP:
	case SIGSYS:
	case SIGABRT:
		return 1;
	}
	return signal >= FIRST_INTERNAL && signal < FIRST_INTERNAL + INTERNAL_SIGNALS;
}

/* note_ender adds a word to the statement. It returns 0 if there is no room. */
static int note_ender(const char *word, int number) {
	size_t n = strlen(outside.text), room = sizeof outside.text - n;
	int m = number ? snprintf(outside.text + n, room, " %s%d", word, number) : snprintf(outside.text + n, room, " %s", word);
	return m > 0 && (size_t)m < room;
}

/* read_start reads the start of a file, as a string. It returns 0 if there is none. */
static size_t read_start(const char *path, char *to, size_t size) {
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t n = fd < 0 ? -1 : REAL(read)(fd, to, size - 1);
	if (fd >= 0)
		REAL(close)(fd);
	to[n > 0 ? n : 0] = 0;
	return n > 0 ? (size_t)n : 0;
}

/* note_signals adds the handlers of signals, and a debugger. */
static int note_signals(void) {
	static char text[8192];
	const char *line;
	unsigned long long caught;
	int i;
	if (!read_start("/proc/self/status", text, sizeof text))
		return 0;
	if ((line = strstr(text, "\nTracerPid:")) == NULL || (atol(line + 11) != 0 && !note_ender("debugger", 0)))
		return 0;
	if ((line = strstr(text, "\nSigCgt:")) == NULL)
		return 0;
	caught = strtoull(line + 8, NULL, 16);
	for (i = 1; i <= 64; i++)
		if (caught >> (i - 1) & 1 && !no_ender(i) && !note_ender("handler:", i))
			return 0;
	return 1;
}

/* note_timers adds the timers of the process. A descriptor of a timer is read by a thread,
 * which does not wait for others then. */
static int note_timers(void) {
	static const int all[] = {ITIMER_REAL, ITIMER_VIRTUAL, ITIMER_PROF};
	struct itimerval t;
	char text[16];
	int fd = open("/proc/self/timers", O_RDONLY | O_CLOEXEC), some;
	unsigned i;
	if (fd < 0)
		return 0;
	some = REAL(read)(fd, text, sizeof text) != 0;
	REAL(close)(fd);
	for (i = 0; i < sizeof all / sizeof *all; i++)
		some |= getitimer(all[i], &t) == 0 && (t.it_value.tv_sec != 0 || t.it_value.tv_usec != 0);
	return !some || note_ender("timer", 0);
}

/* ended reports whether a thread of this process has ended, which its first one can have
 * before the process. */
static int ended(long tid) {
	char path[64], text[128], *state;
	snprintf(path, sizeof path, "/proc/self/task/%ld/stat", tid);
	if (!read_start(path, text, sizeof text))
		return 1;
	state = strrchr(text, ')');
	return state != NULL && (state[2] == 'Z' || state[2] == 'X');
}

/* note_threads adds the threads that are not recorded. */
static int note_threads(void) {
	static char list[8192];
	int fd = open("/proc/self/task", O_RDONLY | O_DIRECTORY | O_CLOEXEC), others = 0;
	long n, i;
	if (fd < 0)
		return 0;
	while ((n = REAL(syscall)(SYS_getdents64, fd, list, sizeof list)) > 0)
		for (i = 0; i < n; i += ((const struct dirent64 *)(list + i))->d_reclen) {
			long tid = atol(((const struct dirent64 *)(list + i))->d_name);
			others |= tid != 0 && tid != recorder_thread() && !thread_of(tid) && !ended(tid);
		}
	REAL(close)(fd);
	return n == 0 && (!others || note_ender("thread", 0));
}

/* note_memory adds the memory that other processes can change, but for that of the recording
 * itself and files of the system, such as gconv-modules.cache, that are only read. A line of
 * the list of mappings is "start-end rwxs offset device inode path", in hexadecimal digits,
 * where the fourth letter is s for shared memory. */
static int note_memory(void) {
	static const char system[] = "/usr/";
	enum { PATH = 5, SYSTEM = sizeof system - 1 };
	static char text[8192];
	int fd = open("/proc/self/maps", O_RDONLY | O_CLOEXEC), found = 0, word = 0, letter = 0, writable = 0, only_read = 0, same = 0, low = 1;
	uintptr_t start = 0;
	ssize_t n, i;
	if (fd < 0)
		return 0;
	while ((n = REAL(read)(fd, text, sizeof text)) > 0)
		for (i = 0; i < n; i++) {
			char c = text[i];
			if (c == '\n') {
				found |= only_read && same < SYSTEM;
				word = 0, start = 0, low = 1, only_read = 0, same = 0;
			} else if (c == ' ') {
				word++, letter = 0;
			} else if (word == 0) {
				low &= c != '-';
				start = low ? start << 4 | (uintptr_t)(c <= '9' ? c - '0' : c - 'a' + 10) : start;
			} else if (word == 1) {
				writable = letter == 1 ? c == 'w' : writable;
				found |= letter == 3 && c == 's' && writable && start != (uintptr_t)shared;
				only_read |= letter == 3 && c == 's' && !writable;
				letter++;
			} else if (word >= PATH && same >= 0 && same < SYSTEM) {
				same = c == system[same] ? same + 1 : -1;
			}
		}
	REAL(close)(fd);
	return n == 0 && (!found || note_ender("memory", 0));
}

/* note_children adds child processes. */
static int note_children(void) {
	siginfo_t info;
	int result = waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT | __WALL);
	return result != 0 ? errno == ECHILD : note_ender("child", 0);
}

/* all_wait reports whether all recorded threads wait for others. */
static int all_wait(void) {
	uint32_t i;
	for (i = 0; i < threads_used(); i++)
		if (__atomic_load_n(&threads[i].tid, __ATOMIC_RELAXED) != 0 && !__atomic_load_n(&threads[i].waits, __ATOMIC_RELAXED))
			return 0;
	return 1;
}

void look_outside(int64_t now) {
	int64_t idle = outside.idle;
	outside.idle = now;
	if (tiv__out.wrote == idle || sandboxed || !all_wait())
		return;
	snprintf(outside.text, sizeof outside.text, "%lld", (long long)now);
	if (!note_signals() || !note_timers() || !note_threads() || !note_memory() || !note_children())
		return;
	if (strchr(outside.text, ' ') == NULL)
		note_ender("nothing", 0);
	tiv__property("outside", outside.text);
}
