/* tiv_start starts a recording to a new file at path, and records the start of
 * the calling thread. Returns 0 or an errno: EBUSY if this process has
 * recorded before (a forked child has not). Events are in the file after 25
 * ms. tiv_stop or the exit of the process completes the trace.
 *
 * The path can be the address of a listener, tcp://HOST:PORT or unix:PATH, to
 * which the trace is sent while the program runs; so can the environment
 * variable TIV_TRACE, which then takes the place of path. The program never
 * waits for the listener, except in tiv_flush and at its end, for a second at most. */
int tiv_start(const char *path, unsigned flags);

/* tiv_start_fd does so to an open file, which it closes at the end or with an error. */
int tiv_start_fd(int fd, unsigned flags);

/* tiv_limit, before the start, limits the size of the file; 0 does not. The recording
 * ends with the last block that fits. */
void tiv_limit(uint64_t bytes);

/* tiv_stop writes the remaining events and closes the file. Returns 0, or the
 * errno of the first failure since tiv_start: the trace then ends with the
 * last part that was written. Of a trace that is sent it returns 0 if the listener
 * has all of it, ENOBUFS if events did not fit into the buffer. */
int tiv_stop(void);

/* tiv_flush returns when all earlier events are in the file: call it before
 * exec or _exit. Returns 0 or an errno as tiv_stop. */
int tiv_flush(void);

/* tiv_self returns the id of the calling thread, for calls in other threads; 0
 * if there is no recording. */
tiv_thread tiv_self(void);

/* A parameter called text is copied. A parameter called name must never
 * change: a literal. */
void tiv_thread_name(const char *text);

/* tiv_thread_describe gives the calling thread the id and name that its language
 * shows. A system thread belongs to the language itself. */
void tiv_thread_describe(const char *id, const char *text, int system);

/* tiv_thread_reserve returns an id for a thread that has not recorded anything: others
 * can record what it does, with the calls that end in _of. If it ever makes calls itself,
 * the first is tiv_thread_adopt with that id. */
tiv_thread tiv_thread_reserve(void);
void tiv_thread_adopt(tiv_thread thread);
void tiv_thread_describe_of(tiv_thread thread, const char *id, const char *text, int system);

/* tiv_thread_start records that the calling thread begins, started by another
 * (0: unknown). text is its name, or NULL. */
void tiv_thread_start(const char *text, tiv_thread by);

/* tiv_thread_start_after does so some nanoseconds after the other thread has started it. */
void tiv_thread_start_after(const char *text, tiv_thread by, int64_t ns);

/* tiv_thread_end records that the calling thread ends. A thread that ends
 * without the call is recorded as well. */
void tiv_thread_end(void);

/* tiv_thread_leave does so, too, and makes the rest of the calling thread's life that of
 * another thread. */
void tiv_thread_leave(void);

/* tiv_monitor_name names a monitor. Monitors are identified by address. */
void tiv_monitor_name(const void *monitor, const char *text);

/* tiv_type says which direct supertypes a type has: the superclass first, then interfaces.
 * All names are copied. Types of one name have the supertypes of all calls together. */
void tiv_type(const char *text, const char *const *supertypes, size_t count);
