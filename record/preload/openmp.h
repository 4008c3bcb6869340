/* openmp.h: waits inside of an OpenMP library, which spins before it sleeps, and which can run
 * tasks of the program in a wait. */
#include "preload.h"

/* spins is set if the library is asked to spin instead of sleeping, or if it runs tasks that
 * are not known: waits are not recorded then. */
extern int spins;

/* begin_team_wait begins such a wait of the calling thread; end_team_wait ends it, if it has
 * begun, and records the part in which the thread did not use a processor. */
struct team_wait {
	struct wait w;
	uint64_t used, since; /* the processor time of the thread, and the time, in ns */
	struct team_wait *outer;
	uint64_t caller;
	enum tiv_cause cause;
	int begun;
};
void begin_team_wait(struct team_wait *w, struct thread *t, enum tiv_cause cause, uint64_t caller);
void end_team_wait(struct team_wait *w);
#define TEAM_WAIT(name) struct team_wait name __attribute__((cleanup(end_team_wait)))

/* run_task runs a task of the program in the calling thread, also within a wait. */
void run_task(void (*f)(void *), void *data);
