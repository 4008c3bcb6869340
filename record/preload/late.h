/* late.h defines functions whose waits are recorded if they last. */
#include "preload.h"

/* SUSPEND_LATE defines a function that can suspend its thread. */
#define SUSPEND_LATE(type, name, cause, parameters, arguments) \
	EXPORT type name parameters { \
		struct thread *t = recorded(); \
		if (t == NULL) \
			return REAL(name) arguments; \
		LATE(w) = begin_late(t, SUSPENSION(cause), NULL, CALLER); \
		return REAL(name) arguments; \
	}

/* WAIT_IO defines a function that can wait for devices of a kind. */
#define WAIT_IO(type, name, cause, parameters, arguments) \
	EXPORT type name parameters { \
		struct thread *t = recorded(); \
		if (t == NULL) \
			return REAL(name) arguments; \
		IO(w) = begin_io_of(t, cause, CALLER); \
		return REAL(name) arguments; \
	}
