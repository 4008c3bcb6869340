/* Finds the stretches of a thread. Each line of the input is an event, with its time and
 * word, or the begin or the end of a pass. */
#include <inttypes.h>
#include <stdio.h>

#include "tiv.h"

#include "stretches.h"

int main(void) {
	static struct stretches s;
	char what;
	int64_t at, amount;
	uint64_t word;
	int i, asleep, state;
	while (scanf(" %c", &what) == 1) {
		if (what == 'b' && scanf("%d %" SCNd64, &state, &at) == 2)
			begin_stretches(&s, (enum thread_state)state, at);
		else if (what == 'e' && scanf("%" SCNd64 " %" SCNu64, &at, &word) == 2)
			add_event(&s, at, word);
		else if (what == 'f' && scanf("%" SCNd64 " %d %" SCNd64, &at, &asleep, &amount) == 3) {
			end_stretches(&s, at, asleep);
			printf("%d %d %" PRId64 " %d", s.asleep, s.unseen, place_unknown(&s, amount), s.n);
			for (i = 0; i < s.n; i++)
				printf(" %" PRId64 " %" PRId64 " %" PRId64 " %" PRId64, s.list[i].from, s.list[i].to, s.list[i].head, s.list[i].tail);
			printf("\n");
		} else {
			return 1;
		}
	}
	return 0;
}
