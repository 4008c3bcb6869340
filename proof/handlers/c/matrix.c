/* Multiplies matrices with threads, and has no handlers. */
#include <pthread.h>
#include "work.h"

enum { N = 160, PARTS = 4 };
static double a[N][N], b[N][N], c[N][N];

static __attribute__((noinline)) double dot(int row, int column)
{
	double sum = 0;
	for (int k = 0; k < N; k++)
		sum += a[row][k] * b[k][column];
	return sum;
}

static void *multiply(void *part)
{
	for (int i = (intptr_t)part * N / PARTS; i < ((intptr_t)part + 1) * N / PARTS; i++)
		for (int j = 0; j < N; j++)
			c[i][j] = dot(i, j);
	return NULL;
}

int main(void)
{
	pthread_t parts[PARTS];
	for (int i = 0; i < N * N; i++)
		a[i / N][i % N] = b[i / N][i % N] = i % 7;
	printf("listens\n");
	fflush(stdout);
	for (;;) {
		for (intptr_t p = 0; p < PARTS; p++)
			pthread_create(&parts[p], NULL, multiply, (void *)p);
		for (int p = 0; p < PARTS; p++)
			pthread_join(parts[p], NULL);
	}
}
