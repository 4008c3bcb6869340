prepare() {
	cat >main.c <<'EOF'
#include <stdio.h>

int main(void) {
	long total = 0, i, round;
	for (round = 0; round < 200; round++) {
#pragma omp parallel for num_threads(4)
		for (i = 0; i < 4; i++) {
			long n = 0;
			volatile long k;
			for (k = 0; k < 100000 * (i + 1); k++)
				n += k % 7;
#pragma omp critical
			total += n;
		}
	}
	printf("%ld\n", total);
	return 0;
}
EOF
	gcc -O2 -fopenmp -o main main.c
}
work() { run ./main; }
