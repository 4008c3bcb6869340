/* Waits in system calls by syscall(). */
#include "seen.h"

#include <sys/syscall.h>

static char text[8];

static void in_sys_read(void) { make_pipe(), announce(), REQUIRE(syscall(SYS_read, ends[0], text, 8) == 8); }
static void in_sys_write(void) { make_pipe(), fill(ends[1]), announce(), REQUIRE(syscall(SYS_write, ends[1], text, 8) == 8); }

static void in_sys_recvfrom(void) {
	make_sockets(SOCK_DGRAM), announce();
	REQUIRE(syscall(SYS_recvfrom, ends[0], text, 8, 0, NULL, NULL) == 8);
}

static void in_sys_ppoll(void) {
	make_pipe(), announce();
	REQUIRE(syscall(SYS_ppoll, &(struct pollfd){ends[0], POLLIN, 0}, 1, NULL, NULL, 8) == 1);
}

static void in_sys_nanosleep(void) {
	struct timespec t = {0, NAP * 1000000};
	announce();
	REQUIRE(syscall(SYS_nanosleep, &t, NULL) == 0);
}

static pid_t child;

static void in_sys_wait4(void) {
	child = fork();
	REQUIRE(child >= 0);
	if (child == 0)
		for (;;)
			pause();
	announce();
	REQUIRE(syscall(SYS_wait4, child, NULL, 0, NULL) == child);
}

static void end_child(void) { REQUIRE(kill(child, SIGKILL) == 0); }

static int holder, mine;

static void begin_flock(void) {
	mine = open(path_of("raw"), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	holder = open(path_of("raw"), O_RDWR | O_CLOEXEC);
	REQUIRE(mine >= 0 && syscall(SYS_flock, holder, LOCK_EX) == 0);
}

static void in_sys_flock(void) {
	announce();
	REQUIRE(syscall(SYS_flock, mine, LOCK_EX) == 0 && close(mine) == 0);
}

static void end_flock(void) { REQUIRE(syscall(SYS_flock, holder, LOCK_UN) == 0 && close(holder) == 0); }

#define ENTRY(name, state, end, begin) {#name, state, in_##name, end, begin},
const struct wait raw[] = {
	ENTRY(sys_read, "io", feed, NULL)
	ENTRY(sys_write, "io", empty, NULL)
	ENTRY(sys_recvfrom, "io", feed, NULL)
	ENTRY(sys_ppoll, "io", feed, NULL)
	ENTRY(sys_nanosleep, "suspended", NULL, NULL)
	ENTRY(sys_wait4, "suspended", end_child, NULL)
	ENTRY(sys_flock, "blocking", end_flock, begin_flock)
	{.name = NULL},
};
