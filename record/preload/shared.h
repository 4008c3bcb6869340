/* shared.h is the memory that all recorded processes have in common with tiv record: a file
 * in the folder of the traces, which shared.go makes. A process keeps it whatever it
 * closes, whoever's rights it takes and wherever its root folder is; so tiv record finds the
 * processes that still run by it, and ends their traces. */
#ifndef SHARED_H
#define SHARED_H

#include <stdint.h>

enum { SHARED_SEEN = 1024, SHARED_TEXT = 56 << 10 };
struct shared {
	uint32_t stop;     /* atomic: the recording is to end */
	uint32_t used;     /* atomic: bytes of text, or more if there was no room */
	uint64_t unused;
	uint64_t seen[SHARED_SEEN]; /* atomic: hashes of the lines in the text */
	char text[SHARED_TEXT];     /* of programs: paths or names, a zero byte after each */
};
extern struct shared *shared; /* NULL: there is none */

/* ended_by_tiv reports whether tiv record has ended the recording. */
int ended_by_tiv(void);

/* map_shared maps the memory of a folder. */
void map_shared(const char *folder);

/* shared_reachable reports whether a program with the rights and the root folder of this
 * process could map it. */
int shared_reachable(void);

/* note_program adds the start of a program to the text, once. prefix is written before
 * the path; a relative path gets the current folder. */
void note_program(const char *prefix, const char *path);

#endif
