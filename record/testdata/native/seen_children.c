/* Waits for child processes. */
#include "seen.h"

#include <sys/resource.h>

static pid_t child;

static void have_child(void) {
	child = fork();
	REQUIRE(child >= 0);
	if (child == 0)
		for (;;)
			pause();
	announce();
}

static void end_child(void) { REQUIRE(kill(child, SIGKILL) == 0); }

static void in_wait(void) { have_child(), REQUIRE(wait(NULL) == child); }
static void in_waitpid(void) { have_child(), REQUIRE(waitpid(child, NULL, 0) == child); }
static void in_wait3(void) { have_child(), REQUIRE(wait3(NULL, 0, NULL) == child); }
static void in_wait4(void) { have_child(), REQUIRE(wait4(child, NULL, 0, NULL) == child); }

static void in_waitid(void) {
	siginfo_t info;
	have_child();
	REQUIRE(waitid(P_PID, (id_t)child, &info, WEXITED) == 0);
}

/* A shell that reads a line from the pipe. */
static const char *reader(void) {
	static char command[64];
	make_pipe();
	REQUIRE(fcntl(ends[0], F_SETFD, 0) == 0);
	snprintf(command, sizeof command, "read line <&%d", ends[0]);
	return command;
}

static void in_system(void) {
	const char *command = reader();
	announce();
	REQUIRE(system(command) == 0);
}

static void in_pclose(void) {
	FILE *f = popen(reader(), "r");
	REQUIRE(f != NULL);
	announce();
	REQUIRE(pclose(f) == 0);
}

const struct wait children[] = {
	{"wait", "suspended", in_wait, end_child, NULL},
	{"waitpid", "suspended", in_waitpid, end_child, NULL},
	{"wait3", "suspended", in_wait3, end_child, NULL},
	{"wait4", "suspended", in_wait4, end_child, NULL},
	{"waitid", "suspended", in_waitid, end_child, NULL},
	{"system", "suspended", in_system, feed, NULL},
	{"pclose", "suspended", in_pclose, feed, NULL},
	{.name = NULL},
};
