#include <stdio.h>

/* switches returns how often a sleeping thread has gone to sleep, -1 if it does not sleep. */
static long switches(int tid) {
	char path[64], line[128], state = 0;
	long n = -1;
	FILE *f;
	snprintf(path, sizeof path, "/proc/self/task/%d/status", tid);
	if ((f = fopen(path, "r")) == NULL)
		return -1;
	while (fgets(line, sizeof line, f)) {
		sscanf(line, "State: %c", &state);
		sscanf(line, "voluntary_ctxt_switches: %ld", &n);
	}
	fclose(f);
	return state == 'S' ? n : -1;
}
