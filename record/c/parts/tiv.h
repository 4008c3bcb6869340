/* tiv.h records the activity of the threads of a C or C++ program. It writes a
 * trace.bin, in the format of docs/trace-format.md; docs/emit.md
 * describes its use, its cost and its losses.
 *
 * Include it in each file that records events, and define TIV_IMPLEMENTATION
 * in exactly one file, before all other includes:
 *
 *	#define TIV_IMPLEMENTATION
 *	#include "tiv.h"
 *
 * Link with -pthread. C99, C11 or C++, gcc or clang. With TIV_DISABLE all
 * calls vanish; their arguments are still evaluated, so that the program does
 * the same.
 *
 * All calls may be made from any thread at any time; before tiv_start and
 * after tiv_stop they do nothing. None of them blocks, except tiv_start,
 * tiv_stop and tiv_flush, and the first one of a thread, which allocates. In a
 * signal handler the calls are safe if the thread has made one before. A call
 * that interrupts another one is counted as lost.
 *
 * go test ./record/c -update makes this file of those in record/c/parts. */
#ifndef TIV_H
#define TIV_H

/* Strict C99 hides the clocks of POSIX. */
#if defined(TIV_IMPLEMENTATION) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE 1
#endif

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#include "types.h"

#ifdef TIV_DISABLE

#include "disabled.h"

#else

#include "api.h"

#include "events.h"

#include "calls.h"

#endif /* TIV_DISABLE */

#ifdef __cplusplus
}
#endif
#endif /* TIV_H */

#if (defined(TIV_IMPLEMENTATION) || defined(TIV__HOOKS)) && !defined(TIV_DISABLE) && !defined(TIV__STATE)
#define TIV__STATE

/* How it works.
 *
 * A thread writes its events into its own pages, the feedlet, and publishes
 * each by one store to the page's count. A full page is followed by another
 * from a shared pool. Every 25 ms the flusher, a thread of this library,
 * collects the events:
 *
 *  1. It reads the clock: this is the horizon. All events up to it go into this
 *     block, and those after it into the next.
 *  2. It adopts the new feedlets, and gathers the events of each.
 *  3. An event earlier than the horizon of the block before gets the time of
 *     that horizon. Its thread had read the clock but not yet published the
 *     event when the flusher visited the feedlet, so it was still within the
 *     call. Any moment within the call is an equally valid time, because no
 *     operation after the call can have happened yet. So blocks never overlap.
 *  4. It merges the events that threads recorded about others, encodes and
 *     writes.
 *
 * Ticks are converted to nanoseconds by the line through the clocks' readings
 * at this horizon and the one before.
 *
 * If the pool is empty, events are counted as lost. The count is written
 * before the next event that has room, with the time of the first lost one. */

#include <pthread.h>
#include <sys/types.h>

#ifdef TIV__HOOKS
#include TIV__HOOKS
#endif

#ifdef __cplusplus
extern "C" {
#endif

#include "state.h"

#ifdef __cplusplus
}
#endif
#endif /* TIV__STATE */

#if defined(TIV_IMPLEMENTATION) && !defined(TIV_DISABLE) && !defined(TIV__IMPLEMENTED)
#define TIV__IMPLEMENTED

#include <errno.h>
#include <arpa/inet.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>
#if defined(__x86_64__)
#include <cpuid.h>
#endif
#if defined(__linux__)
#include <sys/syscall.h>
#endif

#ifdef __cplusplus
extern "C" {
#endif

#include "hooks.h"

#include "threads.h"

#include "containers.h"

#include "names.h"

#include "gather.h"

#include "encode.h"

#include "sleep.h"

#include "queue.h"

#include "address.h"

#include "frames.h"

#include "send.h"

#include "write.h"

#include "flusher.h"

#include "start.h"

#ifdef __cplusplus
}
#endif
#endif /* TIV_IMPLEMENTATION */
