//go:build ignore

/* Robust mutexes: those that a thread holds when it ends pass to the next one that wants
 * them. The system knows them by a list, which the C library keeps for each thread. */
#include "preload.h"

#include <sys/syscall.h>

struct robust {
	struct robust *next;
};
struct robust_head {
	struct robust list;
	long offset;
	struct robust *pending;
};

/* mutex_at returns the mutex with an entry, whose lowest bit marks one with inheritance of
 * priorities. */
static const pthread_mutex_t *mutex_at(const struct robust *entry) {
	return (const pthread_mutex_t *)(((uintptr_t)entry & ~(uintptr_t)1) - offsetof(pthread_mutex_t, __data.__list.__next));
}

void leave_robust(struct thread *t) {
	struct robust_head *head = NULL;
	struct robust *entry;
	size_t size = 0;
	int i;
	if (t->depth == 0 || sandboxed || REAL(syscall)(SYS_get_robust_list, 0, &head, &size) != 0 || head == NULL)
		return;
	entry = head->list.next;
	for (i = 0; i < DEPTH && entry && ((uintptr_t)entry & ~(uintptr_t)1) != (uintptr_t)&head->list; i++) {
		const pthread_mutex_t *m = mutex_at(entry);
		entry = ((struct robust *)((uintptr_t)entry & ~(uintptr_t)1))->next;
		while (release(t, m))
			;
	}
}
