//go:build ignore

/* Asynchronous operations, and the names of the network. */
#include "late.h"

#if __GLIBC_PREREQ(2, 34)
WAIT_IO(int, aio_suspend, TIV_OTHER, (const struct aiocb *const list[], int n, const struct timespec *time), (list, n, time))
WAIT_IO(int, aio_suspend64, TIV_OTHER, (const struct aiocb64 *const list[], int n, const struct timespec *time), (list, n, time))
WAIT_IO(int, lio_listio, TIV_OTHER, (int mode, struct aiocb *const list[], int n, struct sigevent *end), (mode, list, n, end))
WAIT_IO(int, lio_listio64, TIV_OTHER, (int mode, struct aiocb64 *const list[], int n, struct sigevent *end), (mode, list, n, end))
WAIT_IO(int, gai_suspend, TIV_NET, (const struct gaicb *const list[], int n, const struct timespec *time), (list, n, time))
#endif

WAIT_IO(int, getaddrinfo, TIV_NET,
        (const char *restrict name, const char *restrict service, const struct addrinfo *restrict hints,
         struct addrinfo **restrict list),
        (name, service, hints, list))
WAIT_IO(int, getnameinfo, TIV_NET,
        (const struct sockaddr *restrict a, socklen_t n, char *restrict host, socklen_t hostlen, char *restrict service,
         socklen_t servicelen, int flags),
        (a, n, host, hostlen, service, servicelen, flags))
WAIT_IO(struct hostent *, gethostbyname, TIV_NET, (const char *name), (name))
WAIT_IO(struct hostent *, gethostbyname2, TIV_NET, (const char *name, int family), (name, family))
WAIT_IO(struct hostent *, gethostbyaddr, TIV_NET, (const void *a, socklen_t n, int family), (a, n, family))
WAIT_IO(int, gethostbyname_r, TIV_NET,
        (const char *restrict name, struct hostent *restrict entry, char *restrict p, size_t n, struct hostent **restrict got,
         int *restrict error),
        (name, entry, p, n, got, error))
WAIT_IO(int, gethostbyname2_r, TIV_NET,
        (const char *restrict name, int family, struct hostent *restrict entry, char *restrict p, size_t n, struct hostent **restrict got,
         int *restrict error),
        (name, family, entry, p, n, got, error))
WAIT_IO(int, gethostbyaddr_r, TIV_NET,
        (const void *restrict a, socklen_t len, int family, struct hostent *restrict entry, char *restrict p, size_t n,
         struct hostent **restrict got, int *restrict error),
        (a, len, family, entry, p, n, got, error))
