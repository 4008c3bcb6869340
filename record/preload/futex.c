//go:build ignore

/* Waits by futex, which reach the kernel through syscall(): those of Rust's standard
 * library, of C++20's atomic::wait, semaphores and latches, of GLib. Most tell nothing
 * about their purpose, so they are suspensions. Known as locks are
 *
 *  - futexes with priority inheritance, and
 *  - words with the states of Drepper's "Futexes are tricky" (0 free, 1 owned, 2 owned
 *    and awaited): a thread that has waited for the value 2 to change wakes one thread
 *    there, as it does when it releases the lock. The word of a condition or a latch
 *    can be 2, too, but other evidence tells: it is waited for with other values, or
 *    all of its threads are woken.
 *  - In a Rust program, words of the second kind are known at the first wait. Its
 *    library waits for the value 2 only at locks, and at counters of past wakes.
 *
 * Such a lock has no owner in its word: the trace names the thread that woke. */
#include "preload.h"

#include <linux/futex.h>
#include <sys/syscall.h>

/* What is known about a word, by hash of its address. Words that share a place share
 * OTHER and WOKEN, which only makes suspensions of locks. */
enum { WORDS = 1 << 14, OTHER = 1, WOKEN = 2 };
static struct {
	uintptr_t lock; /* atomic: the address of a lock */
	uint8_t facts;  /* atomic */
} words[WORDS];

#define WORD_OF(word) (&words[(uintptr_t)(word) * 0x9e3779b97f4a7c15u >> 50])

static int is_lock(const void *word) {
	return __atomic_load_n(&WORD_OF(word)->lock, __ATOMIC_RELAXED) == (uintptr_t)word;
}

static uint8_t facts_of(const void *word) { return __atomic_load_n(&WORD_OF(word)->facts, __ATOMIC_RELAXED); }

static void note(const void *word, uint8_t fact) {
	if (!(facts_of(word) & fact))
		__atomic_fetch_or(&WORD_OF(word)->facts, fact, __ATOMIC_RELAXED);
	if (fact == OTHER && is_lock(word))
		__atomic_store_n(&WORD_OF(word)->lock, 0, __ATOMIC_RELAXED);
}

static void note_lock(const void *word) { __atomic_store_n(&WORD_OF(word)->lock, (uintptr_t)word, __ATOMIC_RELAXED); }

/* waits_for_lock decides whether a wait for a value to change is one for a lock. */
static int waits_for_lock(struct thread *t, const void *word, const long *a) {
	/* The library of Rust has this form of all that wait. */
	static const int rust = FUTEX_WAIT_BITSET | FUTEX_PRIVATE_FLAG;
	t->futex = NULL;
	if ((uint32_t)a[2] != 2) {
		note(word, OTHER);
		return 0;
	}
	if (is_lock(word))
		return 1;
	if (facts_of(word) & OTHER)
		return 0;
	t->futex = word;
	if (!is_rust || a[1] != rust || (uint32_t)a[5] != FUTEX_BITSET_MATCH_ANY || (facts_of(word) & WOKEN))
		return 0;
	note_lock(word);
	return 1;
}

static long pass(const long *a) { return REAL(syscall)(SYS_futex, a[0], a[1], a[2], a[3], a[4], a[5]); }

static long wait_at(struct thread *t, const void *word, const long *a, int lock, uint64_t caller) {
	long result;
	if (lock) {
		LOCK_WAIT(w) = begin_lock_wait(t, word, a[3] ? OUTER : 0, 0, caller);
		result = pass(a);
		w.woken = result == 0;
	} else {
		/* Many libraries leave out the flag of words of one process (FUTEX_PRIVATE_FLAG). */
		WAIT(w) = begin_wait(t, a[3] != 0 ? OUTER_WAIT : TIV_WAIT, word, caller);
		result = pass(a);
		w.woken = result == 0;
	}
	return result;
}

/* wake_at notes the calling thread as the one that ends waits, and takes it back if
 * there was none. */
static long wake_at(struct thread *t, const void *word, const long *a, int all) {
	struct signal before;
	long result;
	int seen = awaited(word);
	note(word, all ? OTHER : WOKEN);
	if (!all && t->futex == word && !(facts_of(word) & OTHER))
		note_lock(word);
	if (!seen)
		return pass(a);
	before = signalled(t, word);
	result = pass(a);
	if (result == 0)
		unsignalled(t, word, before);
	return result;
}

long futex(struct thread *t, const long *a, uint64_t caller) {
	const void *word = (const void *)a[0];
	switch ((int)a[1] & FUTEX_CMD_MASK) {
	case FUTEX_WAIT:
	case FUTEX_WAIT_BITSET:
		return wait_at(t, word, a, waits_for_lock(t, word, a), caller);
	case FUTEX_WAIT_REQUEUE_PI:
		return wait_at(t, word, a, 0, caller);
	case FUTEX_LOCK_PI:
	case 13: /* FUTEX_LOCK_PI2 */
		return wait_at(t, word, a, 1, caller);
	case FUTEX_WAKE:
	case FUTEX_WAKE_BITSET:
		return wake_at(t, word, a, a[2] != 1);
	case FUTEX_UNLOCK_PI:
		if (awaited(word))
			signalled(t, word);
	}
	return pass(a);
}
