//go:build ignore

/* Semaphores and queues of System V, and queues of POSIX: other processes end these waits,
 * too. */
#include "late.h"

SUSPEND_LATE(int, semop, OUTER_WAIT, (int id, struct sembuf *list, size_t n), (id, list, n))
SUSPEND_LATE(int, semtimedop, OUTER_WAIT, (int id, struct sembuf *list, size_t n, const struct timespec *time), (id, list, n, time))
SUSPEND_LATE(ssize_t, msgrcv, OUTER_WAIT, (int id, void *p, size_t n, long type, int flags), (id, p, n, type, flags))
SUSPEND_LATE(int, msgsnd, OUTER_WAIT, (int id, const void *p, size_t n, int flags), (id, p, n, flags))

#if __GLIBC_PREREQ(2, 34)
SUSPEND_LATE(ssize_t, mq_receive, OUTER_WAIT, (mqd_t q, char *p, size_t n, unsigned *priority), (q, p, n, priority))
SUSPEND_LATE(ssize_t, mq_timedreceive, OUTER_WAIT,
             (mqd_t q, char *restrict p, size_t n, unsigned *restrict priority, const struct timespec *restrict until),
             (q, p, n, priority, until))
SUSPEND_LATE(int, mq_send, OUTER_WAIT, (mqd_t q, const char *p, size_t n, unsigned priority), (q, p, n, priority))
SUSPEND_LATE(int, mq_timedsend, OUTER_WAIT, (mqd_t q, const char *p, size_t n, unsigned priority, const struct timespec *until),
             (q, p, n, priority, until))
#endif
