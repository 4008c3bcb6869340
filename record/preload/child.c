//go:build ignore

/* Waits for child processes. */
#include "late.h"

SUSPEND_LATE(pid_t, wait, OUTER_WAIT, (int *status), (status))
SUSPEND_LATE(pid_t, waitpid, OUTER_WAIT, (pid_t child, int *status, int options), (child, status, options))
SUSPEND_LATE(pid_t, wait3, OUTER_WAIT, (int *status, int options, struct rusage *usage), (status, options, usage))
SUSPEND_LATE(pid_t, wait4, OUTER_WAIT, (pid_t child, int *status, int options, struct rusage *usage), (child, status, options, usage))
SUSPEND_LATE(int, waitid, OUTER_WAIT, (idtype_t type, id_t id, siginfo_t *info, int options), (type, id, info, options))
SUSPEND_LATE(int, system, OUTER_WAIT, (const char *command), (command))

EXPORT int pclose(FILE *f) {
	struct thread *t = recorded();
	forget_file(fileno(f));
	if (t == NULL)
		return REAL(pclose)(f);
	LATE(w) = begin_late(t, SUSPENSION(OUTER_WAIT), NULL, CALLER);
	return REAL(pclose)(f);
}

ALIAS(__wait, wait)
ALIAS(__waitpid, waitpid)
