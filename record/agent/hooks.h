/* hooks.h has the agent's hooks for tiv.h. */
#include "rate.h"

#define TIV__HOOK_BLOCK limit_rate

#define TIV__PROGRAM program_name() /* in agent.c */
#define TIV__LANGUAGE "java"
const char *program_name(void);
