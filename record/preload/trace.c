//go:build ignore

/* The trace of the process: when it begins and ends, and what of it a forked process keeps. */
#include "trace.h"
#include "file.h"
#include "rate.h"
#include "shared.h"
#include "streams.h"

#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>

/* The state of the recording. */
enum { DISABLED, IDLE, STARTING, RECORDING, ENDED };
static uint32_t phase; /* atomic */
int is_rust, sandboxed;
static pid_t parent; /* that of a process which is recorded from its start */

int records_now(void) { return __atomic_load_n(&phase, __ATOMIC_ACQUIRE) == RECORDING && tiv__all.process == getpid(); }

/* reset forgets the threads of a process that has forked this one. */
static void reset(void) {
	forget_memory();
	memset(waiters, 0, sizeof waiters);
	forget_rate();
	forget_threads();
	forget_claims();
	forget_audit();
	forget_pieces();
	forget_sums();
	forget_recorder();
	forget_shared();
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
	is_rust = made_by_rust();
	reset();
	/* It takes milliseconds in a process with threads. */
	barrier_works = REAL(syscall)(SYS_membarrier, 16 /* REGISTER_PRIVATE_EXPEDITED */, 0, 0) == 0;
	tiv_limit(file.max_size);
	alone.on = alone.began = alone.wanted && !several && !record_all && !file.to[0] && parent != getppid() && getenv("TIV_PRELOAD_CALLS") == NULL;
	error = has_room() && map_memory() && map_threads() ? tiv_start(file.to[0] ? file.to : file.folder, 0) : ENOMEM;
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
	forget_name_lock();
	forget_python();
	forget_title();
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
		set_rate(strtoull(value, NULL, 10));
	if ((value = getenv("TIV_PRELOAD_PARENT")) != NULL)
		parent = (pid_t)atol(value);
	map_shared(file.folder);
	if (getenv("TIV_PRELOAD_TASKS"))
		begin_streams(file.folder);
	keep_settings();
	keep_environment();
	if (pthread_atfork(NULL, NULL, in_child) != 0)
		return;
	phase = IDLE;
	alone.wanted = getenv("TIV_PRELOAD_ALL") != NULL;
	if (alone.wanted || (parent != 0 && parent == getppid()))
		activate(0);
}
