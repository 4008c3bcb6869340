/* sanitized.c has a fault of a kind that a sanitizer finds, or none, and ends with 3. */
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int counted, raced;
static int race;

static void *count(void *p) {
	int i;
	for (i = 0; i < 1000; i++) {
		pthread_mutex_lock(&m);
		counted++;
		pthread_mutex_unlock(&m);
		if (race)
			raced++;
	}
	return p;
}

int main(int n, char **args) {
	const char *fault = n > 1 ? args[1] : "";
	volatile int most = INT_MAX;
	volatile char *volatile lost = malloc(10);
	pthread_t all[4];
	int i;
	race = strcmp(fault, "thread") == 0;
	for (i = 0; i < 4; i++)
		pthread_create(&all[i], NULL, count, NULL);
	for (i = 0; i < 4; i++)
		pthread_join(all[i], NULL);
	printf("%d\n", counted);
	fflush(stdout);
	if (strcmp(fault, "address") == 0)
		lost[n * 5] = 1;
	if (strcmp(fault, "undefined") == 0)
		most += n;
	if (strcmp(fault, "leak") != 0)
		free((char *)lost);
	lost = NULL;
	return 3;
}
