/* sends.c records itself, to the address or path in its argument, as the lines on its standard
 * input say. It answers each with a line, and returns 7. The counter "n" counts all of its events. */
#define TIV_IMPLEMENTATION
#include "../../c/tiv.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static long n;

/* emit records some events. */
static void emit(long count) {
	for (; count > 0; count--)
		tiv_counter("n", ++n);
}

/* child records a forked process. */
static void child(const char *to) {
	if (tiv_start(to, 0) != 0)
		_exit(1);
	tiv_counter("child", 1);
	exit(tiv_stop());
}

int main(int argc, char **argv) {
	char line[256], word[16];
	int status = 0;
	if (argc != 2)
		return 2;
	status = tiv_start(argv[1], 0);
	printf("start %d\n", status);
	fflush(stdout);
	while (fgets(line, sizeof line, stdin)) {
		long count = 0;
		if (sscanf(line, "%15s %ld", word, &count) < 1)
			continue;
		if (strcmp(word, "emit") == 0)
			emit(count), status = 0;
		else if (strcmp(word, "flush") == 0)
			status = tiv_flush();
		else if (strcmp(word, "stop") == 0)
			status = tiv_stop();
		else if (strcmp(word, "self") == 0)
			status = (int)tiv_self();
		else if (strcmp(word, "exec") == 0) {
			tiv_flush();
			execl("/bin/sh", "sh", "-c", "exit 9", (char *)NULL);
		} else if (strcmp(word, "fork") == 0) {
			pid_t pid = fork();
			if (pid == 0)
				child(argv[1]);
			waitpid(pid, &status, 0);
		}
		printf("%s %d\n", word, status);
		fflush(stdout);
	}
	return 7;
}
