//go:build ignore

/* The owner of a monitor, read from HotSpot's memory at the fields that it exports for
 * debuggers. JVMTI's own way stops all threads. */
#include <dlfcn.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

#include "agent.h"

static int64_t owner_offset = -1, stack_base_offset = -1, stack_size_offset = -1;
static int owner_is_number; /* of a thread, since Java 24; else an address */

static uint64_t exported(const char *name) {
	const uint64_t *p = (const uint64_t *)dlsym(RTLD_DEFAULT, name);
	return p ? *p : 0;
}

/* hotspot_begin finds the fields ObjectMonitor::_owner, Thread::_stack_base and
 * Thread::_stack_size. */
void hotspot_begin(void) {
	const char *entry = (const char *)(uintptr_t)exported("gHotSpotVMStructs");
	uint64_t type = exported("gHotSpotVMStructEntryTypeNameOffset"), field = exported("gHotSpotVMStructEntryFieldNameOffset");
	uint64_t kind = exported("gHotSpotVMStructEntryTypeStringOffset"), offset = exported("gHotSpotVMStructEntryOffsetOffset");
	uint64_t stride = exported("gHotSpotVMStructEntryArrayStride");
	if (!entry || !stride)
		return;
	for (;; entry += stride) {
		const char *t = *(const char *const *)(entry + type), *f = *(const char *const *)(entry + field);
		if (!t || !f)
			return;
		int64_t at = (int64_t)*(const uint64_t *)(entry + offset);
		if (!strcmp(t, "ObjectMonitor") && !strcmp(f, "_owner")) {
			const char *k = *(const char *const *)(entry + kind);
			owner_is_number = k && strstr(k, "int64") != NULL;
			owner_offset = at;
		}
		if (!strcmp(t, "Thread") && !strcmp(f, "_stack_base"))
			stack_base_offset = at;
		if (!strcmp(t, "Thread") && !strcmp(f, "_stack_size"))
			stack_size_offset = at;
	}
}

/* peek reads a word that may not be mapped. */
static int peek(uintptr_t at, uintptr_t *word) {
	struct iovec to = {word, sizeof *word}, from = {(void *)at, sizeof *word};
	return process_vm_readv(getpid(), &to, 1, &from, 1, 0) == (ssize_t)sizeof *word;
}

/* hotspot_owner returns the owner of a contended monitor: the address of a thread, or one
 * in its stack; or a thread's number. The collector may move the object meanwhile. The
 * old place then has no monitor, or still this one. */
uint64_t hotspot_owner(jobject object, int *is_number) {
	enum { TAG = 3, INFLATED = 2, SPECIAL = 2 };
	uintptr_t at, mark, owner;
	*is_number = owner_is_number;
	if (owner_offset < 0 || !object || ((uintptr_t)object & TAG))
		return 0;
	at = *(const uintptr_t *)object;
	if (!at || !peek(at, &mark) || (mark & TAG) != INFLATED)
		return 0;
	if (!peek((mark ^ INFLATED) + (uintptr_t)owner_offset, &owner) || owner <= SPECIAL)
		return 0;
	return owner;
}

/* hotspot_stack stores the limits of a thread's stack. */
int hotspot_stack(uintptr_t machine, uintptr_t *low, uintptr_t *high) {
	uintptr_t base, size;
	if (!machine || stack_base_offset < 0 || stack_size_offset < 0 ||
	    !peek(machine + (uintptr_t)stack_base_offset, &base) || !peek(machine + (uintptr_t)stack_size_offset, &size) || size > base)
		return 0;
	*low = base - size, *high = base;
	return 1;
}
