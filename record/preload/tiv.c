//go:build ignore

/* The recorder of tiv.h, as a part of this library. */
#include "trace.h"
#include "file.h"
#include "rate.h"

#define TIV_IMPLEMENTATION
#include "tiv.h"

uint64_t ticks_ns(uint64_t ticks) {
	double rate = tiv__out.rate;
	return tiv__tsc ? (rate > 0 ? (uint64_t)((double)ticks * rate) : ticks / 3) : ticks;
}

void sort_events(struct tiv__event *list, size_t n) {
	size_t gap, i, j;
	for (gap = n / 2; gap > 0; gap = gap == 2 ? 1 : gap * 5 / 11)
		for (i = gap; i < n; i++) {
			struct tiv__event ev = list[i];
			for (j = i; j >= gap && tiv__order(&list[j - gap], &ev) > 0; j -= gap)
				list[j] = list[j - gap];
			list[j] = ev;
		}
}
