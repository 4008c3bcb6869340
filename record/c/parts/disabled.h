static inline int tiv_start(const char *path, unsigned flags) { return (void)path, (void)flags, 0; }
static inline int tiv_start_fd(int fd, unsigned flags) { return (void)fd, (void)flags, 0; }
static inline void tiv_limit(uint64_t bytes) { (void)bytes; }
static inline int tiv_stop(void) { return 0; }
static inline int tiv_flush(void) { return 0; }
static inline tiv_thread tiv_self(void) { return 0; }
static inline void tiv_thread_name(const char *text) { (void)text; }
static inline void tiv_thread_start(const char *text, tiv_thread by) { (void)text, (void)by; }
static inline void tiv_thread_start_after(const char *text, tiv_thread by, int64_t ns) { (void)text, (void)by, (void)ns; }
static inline void tiv_thread_end(void) {}
static inline void tiv_io_start(enum tiv_cause cause) { (void)cause; }
static inline void tiv_io_end(void) {}
static inline void tiv_monitor_name(const void *monitor, const char *text) { (void)monitor, (void)text; }
static inline void tiv_type(const char *text, const char *const *supertypes, size_t count) {
	(void)text, (void)supertypes, (void)count;
}
static inline void tiv_monitor_wait(const void *monitor) { (void)monitor; }
static inline void tiv_monitor_enter(const void *monitor) { (void)monitor; }
static inline void tiv_monitor_exit(const void *monitor) { (void)monitor; }
static inline void tiv_monitor_wait_shared(const void *monitor) { (void)monitor; }
static inline void tiv_monitor_enter_shared(const void *monitor) { (void)monitor; }
static inline void tiv_suspend_start(enum tiv_cause cause) { (void)cause; }
static inline void tiv_suspend_end(void) {}
static inline void tiv_thread_describe(const char *id, const char *text, int system) { (void)id, (void)text, (void)system; }
static inline void tiv_io_start_at(enum tiv_cause cause, const struct tiv_stack *stack) { (void)cause, (void)stack; }
static inline void tiv_suspend_start_at(enum tiv_cause cause, const struct tiv_stack *stack) { (void)cause, (void)stack; }
static inline void tiv_monitor_wait_at(const void *monitor, int shared, const struct tiv_stack *stack) {
	(void)monitor, (void)shared, (void)stack;
}
static inline void tiv_monitor_enter_at(const void *monitor, const struct tiv_stack *stack) { (void)monitor, (void)stack; }
static inline void tiv_monitor_enter_of(tiv_thread thread, const void *monitor, int shared) { (void)thread, (void)monitor, (void)shared; }
static inline void tiv_monitor_exit_of(tiv_thread thread, const void *monitor) { (void)thread, (void)monitor; }
static inline void tiv_wait_end(void) {}
static inline tiv_thread tiv_thread_reserve(void) { return 0; }
static inline void tiv_thread_adopt(tiv_thread thread) { (void)thread; }
static inline void tiv_thread_describe_of(tiv_thread thread, const char *id, const char *text, int system) {
	(void)thread, (void)id, (void)text, (void)system;
}
static inline void tiv_io_start_of(tiv_thread thread, enum tiv_cause cause, const struct tiv_stack *stack) {
	(void)thread, (void)cause, (void)stack;
}
static inline void tiv_suspend_start_of(tiv_thread thread, enum tiv_cause cause, const struct tiv_stack *stack) {
	(void)thread, (void)cause, (void)stack;
}
static inline void tiv_monitor_wait_of(tiv_thread thread, const void *monitor, int shared, const struct tiv_stack *stack) {
	(void)thread, (void)monitor, (void)shared, (void)stack;
}
static inline void tiv_wait_end_of(tiv_thread thread) { (void)thread; }
static inline void tiv_thread_start_of(tiv_thread thread, tiv_thread by) { (void)thread, (void)by; }
static inline void tiv_thread_end_of(tiv_thread thread) { (void)thread; }
static inline void tiv_wake_by(tiv_thread thread, tiv_thread by) { (void)thread, (void)by; }
static inline void tiv_thread_leave(void) {}
static inline void tiv_gc_start(void) {}
static inline void tiv_gc_end(void) {}
static inline void tiv_ready(tiv_thread thread) { (void)thread; }
static inline void tiv_run(unsigned cpu) { (void)cpu; }
static inline void tiv_wake(tiv_thread thread) { (void)thread; }
static inline void tiv_woken_by(tiv_thread thread) { (void)thread; }
static inline void tiv_counter(const char *name, int64_t value) { (void)name, (void)value; }
static inline void tiv_task_start(const char *name, int64_t task, int64_t parent) { (void)name, (void)task, (void)parent; }
static inline void tiv_task_end(int64_t task) { (void)task; }
static inline void tiv_region_start(const char *name, int64_t task) { (void)name, (void)task; }
static inline void tiv_region_end(const char *name, int64_t task) { (void)name, (void)task; }
static inline void tiv_call_enter(const char *name) { (void)name; }
static inline void tiv_call_exit(const char *name) { (void)name; }
static inline void tiv_call_enter_on(const char *name, int64_t object, int64_t argument) { (void)name, (void)object, (void)argument; }
static inline void tiv_alloc(const void *object, size_t size) { (void)object, (void)size; }
static inline void tiv_alloc_of(const char *type, const void *object, size_t size) { (void)type, (void)object, (void)size; }
static inline void tiv_free(const void *object) { (void)object; }
static inline void tiv_put(const char *name, int64_t queue, int64_t last) { (void)name, (void)queue, (void)last; }
static inline void tiv_take(const char *name, int64_t queue, int64_t last) { (void)name, (void)queue, (void)last; }
