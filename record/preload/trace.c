//go:build ignore

/* The trace of the process: the recorder of tiv.h, with memory and a file of its own,
 * and the flusher's part of deferred events. */
#include "preload.h"
#include "shared.h"

#if defined(__x86_64__)
#include <cpuid.h>
#endif
#include <fcntl.h>
#include <limits.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>

struct tiv__event;
static int tiv_fd(void);
static void begin_flusher(void);
static void claim(uint64_t horizon);
static void gather_claimed(void);
static void look_outside(int64_t now);
static int leave(void);
static void park(void);
static void unpark(void);
static void limit_rate(void);
static void sort_events(struct tiv__event *list, size_t n);
static int is_alone(void);

/* ended_by_tiv reports whether tiv record has ended the recording. */
static int ended_by_tiv(void) { return shared && __atomic_load_n(&shared->stop, __ATOMIC_RELAXED); }

#include "memory.h"
#include "file.h"
#include "stretches.h"

#define TIV_IMPLEMENTATION
#define TIV_BUFFER_BYTES (32u << 20)
#define TIV__HOOK_FLUSHER begin_flusher
#define TIV__HOOK_PASS claim
#define TIV__HOOK_GATHER gather_claimed
#define TIV__HOOK_IDLE look_outside
#define TIV__HOOK_LEAVE leave
#define TIV__HOOK_ASK park
#define TIV__HOOK_ANSWERED unpark
#define TIV__FEEDLET struct account account;
#define TIV__HOOK_BLOCK limit_rate
#define TIV__HOOK_ALONE is_alone
#define TIV__HOOK_SHARED shared_identity

#define malloc own_malloc
#define calloc own_calloc
#define realloc own_realloc
#define free own_free
#define posix_memalign(p, align, n) own_aligned(p, n)
#define open own_open
#define write own_write
#define ftruncate own_truncate
#define close own_close
#define qsort(list, n, size, order) sort_events(list, n)
#define pthread_create REAL(pthread_create)
#define syscall REAL(syscall)
#include "tiv.h"
#include "rate.h"
#undef free
#undef open
#undef write
#undef close
#undef syscall

static int tiv_fd(void) { return tiv__out.fd; }

uint64_t ticks_ns(uint64_t ticks) {
	double rate = tiv__out.rate;
	return tiv__tsc ? (rate > 0 ? (uint64_t)((double)ticks * rate) : ticks / 3) : ticks;
}

/* sort_events is Shell's sort: that of the C library may allocate. */
static void sort_events(struct tiv__event *list, size_t n) {
	size_t gap, i, j;
	for (gap = n / 2; gap > 0; gap = gap == 2 ? 1 : gap * 5 / 11)
		for (i = gap; i < n; i++) {
			struct tiv__event ev = list[i];
			for (j = i; j >= gap && tiv__order(&list[j - gap], &ev) > 0; j -= gap)
				list[j] = list[j - gap];
			list[j] = ev;
		}
}

#include "readings.h"
#include "queue.h"
#include "title.h"
#include "claim.h"
#include "pieces.h"
#include "accounts.h"
#include "registry.h"
#include "outside.h"
#include "program.h"

/* A process with one thread, which writes its trace itself: see alone.h. */
static struct {
	int wanted; /* every process is recorded from its start */
	int on;     /* atomic: there is no flusher */
	int began;  /* the trace began like this */
	uint64_t last; /* the time of the last pass, in ns */
	uint64_t born; /* of a forked process, in ns */
} alone;

#include "origin.h"

/* The state of the recording. */
enum { DISABLED, IDLE, STARTING, RECORDING, ENDED };
static uint32_t phase; /* atomic */
int is_rust, sandboxed;
static pid_t parent;   /* that of a process which is recorded from its start */

static int is_alone(void) { return __atomic_load_n(&alone.on, __ATOMIC_RELAXED); }

#include "recorder.h"
#include "alone.h"

/* reset forgets the threads of a process that has forked this one. */
static void reset(void) {
	memory.free = memory.used = 0;
	memset(waiters, 0, sizeof waiters);
	forget_rate();
	forget_threads();
	forget_shared();
}

static int allocate(void) {
	if (memory.cells == NULL)
		memory.cells = map((size_t)CELLS * CELL);
	return memory.cells != NULL && map_threads();
}

/* has_room reports whether the memory of this library, of which most is only reserved, is a
 * small part of what the process may have. */
static int has_room(void) {
	const rlim_t least = (rlim_t)4 << 30;
	struct rlimit limit;
	return getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur >= least;
}

void activate(int several) {
	uint32_t idle = IDLE;
	if (LIKELY(__atomic_load_n(&phase, __ATOMIC_ACQUIRE) == RECORDING)) {
		if (several)
			accompany();
		revive_recorder();
		if (several && !file.many) {
			file.many = 1;
			rename_file();
		}
		return;
	}
	if (local.off || ended_by_tiv() || !__atomic_compare_exchange_n(&phase, &idle, STARTING, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
		return;
	int before = errno, error;
	local.off = 1;
	file.many = several;
	file.error = 0;
	memset(&recorder, 0, sizeof recorder);
	is_rust = made_by_rust();
	reset();
	/* It takes milliseconds in a process with threads. */
	barrier_works = REAL(syscall)(SYS_membarrier, 16 /* REGISTER_PRIVATE_EXPEDITED */, 0, 0) == 0;
	tiv_limit(file.max_size);
	alone.on = alone.began = alone.wanted && !several && !record_all && parent != getppid() && getenv("TIV_PRELOAD_CALLS") == NULL;
	error = has_room() && allocate() ? tiv_start(file.folder, 0) : ENOMEM;
	if (error == 0 && alone.on) {
		describe();
		tiv__property("writer", "program");
	}
	if (error == 0)
		tiv_thread_name(file.name);
	else if (error == ENOMEM || error == ENOSPC || error == EAGAIN || error == EDQUOT)
		note_program("?", file.name);
	__atomic_store_n(&phase, error == 0 ? RECORDING : ENDED, __ATOMIC_RELEASE);
	local.off = 0;
	errno = before;
}

struct thread *join(void) {
	struct thread *t;
	if (UNLIKELY(alone.wanted) && idle())
		activate(0);
	if (local.off || local.self || __atomic_load_n(&phase, __ATOMIC_ACQUIRE) != RECORDING)
		return NULL;
	int before = errno;
	t = take_thread();
	if (t) {
		t->start = NULL;
		bound_stack(t, 0);
		t->born = 0;
		t = adopt_thread(t);
	}
	errno = before;
	return t;
}

struct thread *awaken(void) {
	if (__atomic_load_n(&phase, __ATOMIC_RELAXED) != IDLE)
		return NULL;
	activate(0);
	return recorded();
}

int idle(void) { return __atomic_load_n(&phase, __ATOMIC_RELAXED) == IDLE; }

void flush_trace(int end) {
	struct local saved = local;
	int before = errno;
	if (end && alone.wanted && idle())
		activate(0);
	if (__atomic_load_n(&phase, __ATOMIC_ACQUIRE) != RECORDING || local.off)
		return;
	local.on = NULL, local.off = 1;
	if (end)
		tiv_stop();
	else
		tiv_flush();
	local = saved;
	errno = before;
}

/* in_child makes a forked process one that is not recorded yet. */
static void in_child(void) {
	memset(&local, 0, sizeof local);
	if (file.fd >= 0)
		REAL(close)(file.fd);
	file.fd = -1;
	file.busy = 0;
	choose_in_child();
	forget_python();
	strcpy(title.last, title.first);
	forget_file_locks();
	memset(&alone.on, 0, sizeof alone - offsetof(__typeof__(alone), on));
	alone.born = tiv__clock();
	if (phase != DISABLED)
		phase = IDLE;
}

/* end_child writes the trace of a forked process that ends before it has waited. */
__attribute__((destructor)) static void end_child(void) { flush_trace(1); }

__attribute__((constructor(101))) static void begin(void) {
	const char *folder = getenv("TIV_PRELOAD"), *value;
	resolve();
	if (folder == NULL || strlen(folder) >= sizeof file.folder || is_java() || is_checked())
		return;
	strcpy(file.folder, folder);
	strncpy(file.name, program_invocation_short_name, sizeof file.name - 1);
	begin_title();
	no_stacks = (value = getenv("TIV_PRELOAD_STACKS")) != NULL && strcmp(value, "off") == 0;
	begin_stacks();
	begin_python();
	if (getenv("TIV_PRELOAD_CALLS"))
		begin_functions(file.folder);
	record_all = (value = getenv("TIV_PRELOAD_LOCKS")) != NULL && strcmp(value, "all") == 0;
	if ((value = getenv("TIV_PRELOAD_MAX")) != NULL)
		file.max_size = strtoull(value, NULL, 10);
	if ((value = getenv("TIV_PRELOAD_RATE")) != NULL)
		rate.most = strtoull(value, NULL, 10);
	if ((value = getenv("TIV_PRELOAD_PARENT")) != NULL)
		parent = (pid_t)atol(value);
	map_shared(file.folder);
	keep_environment();
	if (pthread_atfork(NULL, NULL, in_child) != 0)
		return;
	phase = IDLE;
	alone.wanted = getenv("TIV_PRELOAD_ALL") != NULL;
	if (alone.wanted || (parent != 0 && parent == getppid()))
		activate(0);
}
