/* rate.h limits the rate by which a trace grows, for TIV's own libraries. */
#ifndef RATE_H
#define RATE_H

#include <stdint.h>

/* set_rate sets the limit, in bytes a minute; 0: unlimited. */
void set_rate(uint64_t bytes);

/* limit_rate leaves out events of a block: the hook TIV__HOOK_BLOCK. */
void limit_rate(void);

/* forget_rate makes the process, which another one has forked, begin anew. */
void forget_rate(void);

#endif
