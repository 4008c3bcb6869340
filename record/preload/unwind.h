/* unwind.h: the rules by which the caller of a function is found. */
#ifndef UNWIND_H
#define UNWIND_H

#include "preload.h"

#include <dlfcn.h>
#include <link.h>

#if defined(__x86_64__) && defined(DLFO_STRUCT_HAS_EH_DBASE)
#define CAN_UNWIND 1

enum { RBP = 6, RSP = 7, RETURN = 16 };

/* The rule for a register of the caller. */
struct rule {
	enum { KEPT, AT_CFA, AT_RBP, GONE } where; /* saved at the CFA or rbp, and an offset */
	int64_t offset;
};

/* The rules at an address. The CFA is the stack pointer of the caller: a register and an
 * offset, or what is saved at rbp and an offset. */
struct rules {
	uint64_t cfa; /* a register */
	int64_t offset;
	int indirect;
	struct rule rbp, back; /* back is the return address */
};

/* rules_at finds the rules at an address. */
int rules_at(struct rules *r, uintptr_t pc, const struct dl_find_object *object);

#else
#define CAN_UNWIND 0
#endif

#endif
