//go:build ignore

/* Waits for child processes. */
#include "late.h"

/* WAIT_CHILD defines a function that returns the child whose end it waited for. */
#define WAIT_CHILD(name, parameters, arguments) \
	EXPORT pid_t name parameters { \
		struct thread *t = recorded(); \
		if (t == NULL) \
			return REAL(name) arguments; \
		LATE(w) = begin_late(t, SUSPENSION(OUTER_WAIT), NULL, CALLER); \
		return w.child = REAL(name) arguments; \
	}

WAIT_CHILD(wait, (int *status), (status))
WAIT_CHILD(waitpid, (pid_t child, int *status, int options), (child, status, options))
WAIT_CHILD(wait3, (int *status, int options, struct rusage *usage), (status, options, usage))
WAIT_CHILD(wait4, (pid_t child, int *status, int options, struct rusage *usage), (child, status, options, usage))

EXPORT int waitid(idtype_t type, id_t id, siginfo_t *info, int options) {
	struct thread *t = recorded();
	int result;
	if (t == NULL)
		return REAL(waitid)(type, id, info, options);
	LATE(w) = begin_late(t, SUSPENSION(OUTER_WAIT), NULL, CALLER);
	result = REAL(waitid)(type, id, info, options);
	w.child = result == 0 && info ? info->si_pid : 0;
	return result;
}

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
