//go:build ignore

/* The title of the process: servers write it over their first argument.
 * The flusher notes it as a property, at most once a second, and at the end. */
#include "trace.h"

#include <string.h>

static struct {
	const char *place; /* the first argument; NULL without one */
	char first[256], last[256];
	uint64_t next; /* the time of the next reading, in ns */
} title;

static void copy_title(char *to) {
	strncpy(to, title.place ? title.place : "", sizeof title.last - 1);
}

void begin_title(void) {
	title.place = program_invocation_name;
	copy_title(title.first);
	copy_title(title.last);
}

void forget_title(void) { strcpy(title.last, title.first); }

void read_title(int last) {
	enum { SECOND = 1000000000 };
	char now[sizeof title.last] = "";
	uint64_t time = tiv__clock();
	if (time < title.next && !last)
		return;
	title.next = time + SECOND;
	copy_title(now);
	if (strcmp(now, title.last) != 0 && *now)
		tiv__property("title", strcpy(title.last, now));
}
