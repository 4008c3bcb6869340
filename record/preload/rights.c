//go:build ignore

/* Calls that change the rights of a process, or need them. Those for all threads are made by the C library
 * in each thread, and it ends the program if one of them has other rights than the rest; the
 * system refuses others in a process with several threads. So they are made without the
 * recorder's thread. */
#include "preload.h"

#include <grp.h>
#include <sched.h>

#define RIGHTS(name, parameters, arguments) \
	EXPORT int name parameters { \
		int rested = rest_recorder(), result = REAL(name) arguments; \
		wake_recorder(rested); \
		return result; \
	}

RIGHTS(setuid, (uid_t user), (user))
RIGHTS(setgid, (gid_t group), (group))
RIGHTS(seteuid, (uid_t user), (user))
RIGHTS(setegid, (gid_t group), (group))
RIGHTS(setreuid, (uid_t own, uid_t effective), (own, effective))
RIGHTS(setregid, (gid_t own, gid_t effective), (own, effective))
RIGHTS(setresuid, (uid_t own, uid_t effective, uid_t saved), (own, effective, saved))
RIGHTS(setresgid, (gid_t own, gid_t effective, gid_t saved), (own, effective, saved))
RIGHTS(setgroups, (size_t n, const gid_t *groups), (n, groups))
RIGHTS(initgroups, (const char *user, gid_t group), (user, group))
RIGHTS(setns, (int fd, int kind), (fd, kind))

EXPORT int unshare(int what) {
	int rested = what & (CLONE_NEWUSER | CLONE_THREAD | CLONE_SIGHAND | CLONE_VM) ? rest_recorder() : 0, result = REAL(unshare)(what);
	wake_recorder(rested);
	return result;
}

/* A process that the limit of processes leaves no room for gets that of the recorder's thread. */
EXPORT pid_t fork(void) {
	pid_t child = REAL(fork)();
	int rested;
	if (child < 0 && errno == EAGAIN && (rested = rest_recorder())) {
		child = REAL(fork)();
		wake_recorder(rested);
	}
	return child;
}
