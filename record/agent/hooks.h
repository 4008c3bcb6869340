/* hooks.h has the agent's hooks for tiv.h. */
#include "rate.h"

#define TIV__HOOK_BLOCK limit_rate
