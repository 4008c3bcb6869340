/* The calls. The call for a begin or a release comes before the operation, the
 * call for an end or an acquisition after it. */

static inline void tiv_io_start(enum tiv_cause cause) { tiv__put(tiv__tick(), TIV__IO_START | (uint64_t)cause << 8, 0); }
static inline void tiv_io_end(void) { tiv__put(tiv__tick_after(), TIV__IO_END, 0); }

/* tiv_monitor_wait requests the monitor and joins its queue. It is not needed
 * for a lock acquired without a wait. */
static inline void tiv_monitor_wait(const void *monitor) {
	tiv__put(tiv__tick(), TIV__MONITOR_WAIT, (uintptr_t)monitor);
}
static inline void tiv_monitor_enter(const void *monitor) {
	tiv__put(tiv__tick_after(), TIV__MONITOR_ENTER, (uintptr_t)monitor);
}
static inline void tiv_monitor_exit(const void *monitor) {
	tiv__put(tiv__tick(), TIV__MONITOR_EXIT, (uintptr_t)monitor);
}

/* Readers of a read-write lock. */
static inline void tiv_monitor_wait_shared(const void *monitor) {
	tiv__put(tiv__tick(), TIV__MONITOR_WAIT | TIV__SHARED, (uintptr_t)monitor);
}
static inline void tiv_monitor_enter_shared(const void *monitor) {
	tiv__put(tiv__tick_after(), TIV__MONITOR_ENTER | TIV__SHARED, (uintptr_t)monitor);
}

/* The same with the call stack of the thread; NULL: unknown. */
static inline void tiv_io_start_at(enum tiv_cause cause, const struct tiv_stack *stack) {
	tiv__put2(tiv__tick(), TIV__IO_START | (uint64_t)cause << 8 | TIV__ABOUT, 0, (uintptr_t)stack, 0);
}
static inline void tiv_suspend_start_at(enum tiv_cause cause, const struct tiv_stack *stack) {
	tiv__put2(tiv__tick(), TIV__SUSPEND_START | (uint64_t)cause << 8 | TIV__ABOUT, 0, (uintptr_t)stack, 0);
}
static inline void tiv_monitor_wait_at(const void *monitor, int shared, const struct tiv_stack *stack) {
	tiv__put2(tiv__tick(), TIV__MONITOR_WAIT | (shared ? TIV__SHARED : 0) | TIV__ABOUT, (uintptr_t)monitor, (uintptr_t)stack, 0);
}

static inline void tiv_monitor_enter_at(const void *monitor, const struct tiv_stack *stack) {
	tiv__put2(tiv__tick_after(), TIV__MONITOR_ENTER | TIV__ABOUT, (uintptr_t)monitor, (uintptr_t)stack, 0);
}

/* What the calling thread learns about another one: it owns a monitor, since an
 * unknown time; it no longer does. */
static inline void tiv_monitor_enter_of(tiv_thread thread, const void *monitor, int shared) {
	tiv__put2(tiv__tick_after(), TIV__MONITOR_ENTER | (shared ? TIV__SHARED : 0) | TIV__ABOUT, (uintptr_t)monitor, 0, thread);
}
static inline void tiv_monitor_exit_of(tiv_thread thread, const void *monitor) {
	tiv__put2(tiv__tick_after(), TIV__MONITOR_EXIT | TIV__ABOUT, (uintptr_t)monitor, 0, thread);
}

/* tiv_wait_end ends any wait: for a monitor, without the claim that the thread owns
 * it. */
static inline void tiv_wait_end(void) { tiv__put(tiv__tick_after(), TIV__RUN, 0); }

/* The life and the waits of another thread. */
static inline void tiv_thread_start_of(tiv_thread thread, tiv_thread by) {
	tiv__put2(tiv__tick(), TIV__THREAD_START | TIV__ABOUT, by, 0, thread);
}
static inline void tiv_thread_end_of(tiv_thread thread) {
	tiv__put2(tiv__tick_after(), TIV__THREAD_END | TIV__ABOUT, 0, 0, thread);
}
static inline void tiv_io_start_of(tiv_thread thread, enum tiv_cause cause, const struct tiv_stack *stack) {
	tiv__put2(tiv__tick(), TIV__IO_START | (uint64_t)cause << 8 | TIV__ABOUT, 0, (uintptr_t)stack, thread);
}
static inline void tiv_suspend_start_of(tiv_thread thread, enum tiv_cause cause, const struct tiv_stack *stack) {
	tiv__put2(tiv__tick(), TIV__SUSPEND_START | (uint64_t)cause << 8 | TIV__ABOUT, 0, (uintptr_t)stack, thread);
}
static inline void tiv_monitor_wait_of(tiv_thread thread, const void *monitor, int shared, const struct tiv_stack *stack) {
	tiv__put2(tiv__tick(), TIV__MONITOR_WAIT | (shared ? TIV__SHARED : 0) | TIV__ABOUT, (uintptr_t)monitor, (uintptr_t)stack, thread);
}
static inline void tiv_wait_end_of(tiv_thread thread) {
	tiv__put2(tiv__tick_after(), TIV__RUN | TIV__ABOUT, 0, 0, thread);
}

static inline void tiv_suspend_start(enum tiv_cause cause) {
	tiv__put(tiv__tick(), TIV__SUSPEND_START | (uint64_t)cause << 8, 0);
}
static inline void tiv_suspend_end(void) { tiv__put(tiv__tick_after(), TIV__SUSPEND_END, 0); }

static inline void tiv_gc_start(void) { tiv__put(tiv__tick(), TIV__GC_START, 0); }
static inline void tiv_gc_end(void) { tiv__put(tiv__tick(), TIV__GC_END, 0); }

/* tiv_ready records that a thread is runnable and waits for a processor,
 * tiv_run that the calling thread runs on one, counted from 0. */
static inline void tiv_ready(tiv_thread thread) { tiv__put(tiv__tick(), TIV__READY, thread); }
static inline void tiv_run(unsigned cpu) { tiv__put(tiv__tick_after(), TIV__RUN, (uint64_t)cpu + 1); }

/* tiv_wake records that the calling thread is about to wake another. The wait that it
 * ends must not seem to begin at the same time. */
static inline void tiv_wake(tiv_thread thread) { tiv__put(tiv__tick_after(), TIV__WAKE, thread); }

/* tiv_wake_by does so for another thread. */
static inline void tiv_wake_by(tiv_thread thread, tiv_thread by) {
	tiv__put2(tiv__tick_after(), TIV__WAKE | TIV__NAMED, thread, 0, (uint64_t)by << 32);
}

/* tiv_woken_by records that another thread has ended the wait of the calling one,
 * before the wait's end is recorded. */
static inline void tiv_woken_by(tiv_thread thread) {
	tiv__put2(tiv__tick_after(), TIV__WAKE | TIV__NAMED, 0, 0, (uint64_t)thread << 32);
}

static inline void tiv_counter(const char *name, int64_t value) {
	tiv__put2(tiv__tick(), TIV__COUNTER, (uintptr_t)name, 0, (uint64_t)value);
}

/* The program numbers its tasks; 0 is none. A task can be part of another, its
 * parent. Regions are intervals of one thread's time, for a task or none. */
static inline void tiv_task_start(const char *name, int64_t task, int64_t parent) {
	tiv__put2(tiv__tick(), TIV__TASK_START, (uintptr_t)name, (uint64_t)task, (uint64_t)parent);
}
static inline void tiv_task_end(int64_t task) { tiv__put2(tiv__tick(), TIV__TASK_END, 0, (uint64_t)task, 0); }
static inline void tiv_region_start(const char *name, int64_t task) {
	tiv__put2(tiv__tick(), TIV__REGION_START, (uintptr_t)name, (uint64_t)task, 0);
}
static inline void tiv_region_end(const char *name, int64_t task) {
	tiv__put2(tiv__tick(), TIV__REGION_END, (uintptr_t)name, (uint64_t)task, 0);
}

static inline void tiv_call_enter(const char *name) { tiv__put(tiv__tick(), TIV__CALL_ENTER, (uintptr_t)name); }
static inline void tiv_call_exit(const char *name) { tiv__put(tiv__tick(), TIV__CALL_EXIT, (uintptr_t)name); }

/* The same with the numbers of the object on which the function is called, and of its
 * first argument; 0: none, or unknown. */
static inline void tiv_call_enter_on(const char *name, int64_t object, int64_t argument) {
	tiv__put2(tiv__tick(), TIV__CALL_ENTER, (uintptr_t)name, (uint64_t)object, (uint64_t)argument);
}

static inline void tiv_alloc(const void *object, size_t size) {
	tiv__put2(tiv__tick(), TIV__ALLOC, 0, (uintptr_t)object, size);
}

/* The same with the name of the object's type. */
static inline void tiv_alloc_of(const char *type, const void *object, size_t size) {
	tiv__put2(tiv__tick(), TIV__ALLOC, (uintptr_t)type, (uintptr_t)object, size);
}
static inline void tiv_free(const void *object) { tiv__put2(tiv__tick(), TIV__FREE, 0, (uintptr_t)object, 0); }

/* Items of a queue, with numbers from 1 on in the order in which the queue gives them out; the
 * last is put, or was taken. Other processes know a queue by its name, this one by its number
 * if name is NULL. tiv_take with 0: it has found none, and is about to wait for one. */
static inline void tiv_put(const char *name, int64_t queue, int64_t last) {
	tiv__put2(tiv__tick(), TIV__PUT, (uintptr_t)name, (uint64_t)queue, (uint64_t)last);
}
static inline void tiv_take(const char *name, int64_t queue, int64_t last) {
	tiv__put2(tiv__tick_after(), TIV__TAKE, (uintptr_t)name, (uint64_t)queue, (uint64_t)last);
}
