/* Sorts numbers with threads and a comparator, and has no handlers. */
#include <pthread.h>
#include "work.h"

enum { N = 200000, PARTS = 3 };
static int numbers[PARTS][N];

static int compare(const void *a, const void *b)
{
	return (*(int *)a > *(int *)b) - (*(int *)a < *(int *)b);
}

static void *sort(void *part)
{
	int *list = numbers[(intptr_t)part];
	for (unsigned i = 0, x = 1; i < N; i++)
		list[i] = x = x * 1664525 + 1013904223;
	qsort(list, N, sizeof *list, compare);
	return NULL;
}

int main(void)
{
	pthread_t parts[PARTS];
	printf("listens\n");
	fflush(stdout);
	for (;;) {
		for (intptr_t p = 0; p < PARTS; p++)
			pthread_create(&parts[p], NULL, sort, (void *)p);
		for (int p = 0; p < PARTS; p++)
			pthread_join(parts[p], NULL);
	}
}
