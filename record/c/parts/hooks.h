/* Hooks of TIV's own libraries that include this file: the flusher starts; a pass
 * begins with the clock at its horizon; the events up to the limit are gathered; the
 * program is idle at a time; a thread ends, and the result is whether to wait for the next
 * round of destructors; a thread asks for a pass, and goes on after it. */
#ifndef TIV__HOOK_FLUSHER
#define TIV__HOOK_FLUSHER() ((void)0)
#define TIV__HOOK_PASS(horizon) ((void)(horizon))
#define TIV__HOOK_GATHER() ((void)0)
#define TIV__HOOK_IDLE(now) ((void)(now))
#define TIV__HOOK_LEAVE() 0
#define TIV__HOOK_ASK() ((void)0)
#define TIV__HOOK_ANSWERED() ((void)0)
#endif
/* The events of a block are complete. The hook may leave out any of them, or all. */
#ifndef TIV__HOOK_BLOCK
#define TIV__HOOK_BLOCK() ((void)0)
#endif

/* Whether the recording begins without a flusher. */
#ifndef TIV__HOOK_ALONE
#define TIV__HOOK_ALONE() 0
#endif

/* A hook for a number of the memory at the address of a monitor that is the same in all
 * processes that share it; 0: none. */
#ifndef TIV__HOOK_SHARED
#define TIV__HOOK_SHARED(address) ((void)(address), (uint64_t)0)
#endif

/* Sending to a listener: whether the program forbids it from now on, as a sandbox does; its
 * name and language, NULL and "c" if nothing else is known; a setting, NULL without it; and
 * whether the program's standard error may have a line. A library that must not look up names
 * of machines defines TIV__NUMERIC. */
#ifndef TIV__HOOK_SHUT
#define TIV__HOOK_SHUT() 0
#define TIV__SETTING getenv
#define TIV__HOOK_SPEAKS() 1
#endif
#ifndef TIV__LANGUAGE
#define TIV__PROGRAM NULL
#define TIV__LANGUAGE "c"
#endif

/* The functions for connections, and for a line on standard error. */
#ifndef MSG_NOSIGNAL
#define MSG_NOSIGNAL 0
#endif
#ifndef TIV__SOCKET
#define TIV__SOCKET socket
#define TIV__CONNECT connect
#define TIV__SEND(fd, p, n) send(fd, p, n, MSG_NOSIGNAL)
#define TIV__RECV(fd, p, n) recv(fd, p, n, 0)
#define TIV__POLL poll
#define TIV__SAY write
#endif

/* The functions for memory, files and threads. */
#ifndef TIV__MALLOC
#define TIV__MALLOC malloc
#define TIV__CALLOC calloc
#define TIV__REALLOC realloc
#define TIV__ALIGNED posix_memalign
#define TIV__FREE free
#define TIV__OPEN open
#define TIV__WRITE write
#define TIV__TRUNCATE ftruncate
#define TIV__CLOSE close
#define TIV__SORT qsort
#define TIV__THREAD pthread_create
#define TIV__SYSCALL syscall
#endif

/* TIV_BUFFER_BYTES is the maximum size of events not written yet. Memory is
 * allocated at its first use. */
#ifndef TIV_BUFFER_BYTES
#define TIV_BUFFER_BYTES (64u << 20)
#endif
#define TIV__PAGES ((uint32_t)(TIV_BUFFER_BYTES / sizeof(struct tiv__page)))
#define TIV__INTERVAL 25000000        /* ns between flushes */
#define TIV__IDLE 100000000           /* ns without events after which the trace's time advances */
#define TIV__BLOCK ((size_t)1 << 15)  /* events in a block */
