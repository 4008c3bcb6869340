/* Processes and threads that talk through streams of each kind. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#define MUST(x) ((x) ? (void)0 : (perror(#x), exit(1)))

enum { TURNS = 3 };

/* ask writes 10, 11, 12 bytes, and reads 5 after each. */
static void ask(int in, int out) {
	char b[64] = "";
	int i;
	for (i = 0; i < TURNS; i++) {
		MUST(write(out, b, 10 + (size_t)i) == 10 + i);
		MUST(recv(in, b, 2, MSG_PEEK) == 2 || errno == ENOTSOCK);
		MUST(read(in, b, 5) == 5);
	}
}

static void answer(int in, int out) {
	char b[64];
	int i;
	for (i = 0; i < TURNS; i++) {
		struct iovec v[2] = {{b, 2}, {b, 3}};
		MUST(read(in, b, 10 + (size_t)i) == 10 + i);
		usleep(1000);
		MUST(writev(out, v, 2) == 5);
	}
}

static int server(int family, struct sockaddr *a, socklen_t n) {
	int fd = socket(family, SOCK_STREAM, 0);
	MUST(fd >= 0 && bind(fd, a, n) == 0 && listen(fd, 5) == 0 && getsockname(fd, a, &n) == 0);
	return fd;
}

/* kinds uses a pipe, a pair, and connections, some of them by duplicates of descriptors. */
static void kinds(const char *path) {
	int to[2], from[2], pair[2], tcp, local, c;
	struct sockaddr_in a = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	struct sockaddr_un u = {.sun_family = AF_UNIX};
	strncpy(u.sun_path, path, sizeof u.sun_path - 1);
	MUST(pipe(to) == 0 && pipe2(from, O_CLOEXEC) == 0 && socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0);
	tcp = server(AF_INET, (struct sockaddr *)&a, sizeof a);
	local = server(AF_UNIX, (struct sockaddr *)&u, sizeof u);
	if (fork() == 0) {
		answer(to[0], from[1]);
		answer(pair[1], dup(pair[1]));
		c = accept(tcp, NULL, NULL);
		answer(c, c);
		close(c);
		c = accept4(local, NULL, NULL, SOCK_CLOEXEC);
		answer(fcntl(c, F_DUPFD, 50), c);
		exit(0);
	}
	ask(from[0], to[1]);
	ask(pair[0], pair[0]);
	c = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
	if (connect(c, (struct sockaddr *)&a, sizeof a) != 0) {
		struct pollfd p = {.fd = c, .events = POLLOUT};
		MUST(errno == EINPROGRESS && poll(&p, 1, -1) == 1);
	}
	MUST(fcntl(c, F_SETFL, 0) == 0);
	ask(c, c);
	close(c);
	c = socket(AF_UNIX, SOCK_STREAM, 0);
	MUST(connect(c, (struct sockaddr *)&u, sizeof u) == 0);
	ask(c, c);
	MUST(wait(NULL) > 0);
	unlink(path);
}

static int shared[2];

static void *write_much(void *size) {
	static char b[1 << 18];
	MUST(write(shared[1], b, (size_t)size) == (ssize_t)(size_t)size);
	return NULL;
}

/* together writes by two threads at once, the first of which waits for room, and then alone; and
 * what is written by other functions is not seen. */
static void together(void) {
	pthread_t first, second;
	char b[1 << 16];
	ssize_t n, sum;
	MUST(pipe(shared) == 0 && pthread_create(&first, NULL, write_much, (void *)(size_t)200000) == 0);
	usleep(100000);
	MUST(pthread_create(&second, NULL, write_much, (void *)(size_t)1000) == 0);
	usleep(100000);
	for (sum = 0; sum < 201000; sum += n)
		MUST((n = read(shared[0], b, 50000)) > 0);
	MUST(pthread_join(first, NULL) == 0 && pthread_join(second, NULL) == 0);
	MUST(write(shared[1], b, 7) == 7 && read(shared[0], b, 7) == 7);
	MUST(dprintf(shared[1], "%s", "unseen") == 6 && write(shared[1], b, 7) == 7 && read(shared[0], b, 13) == 13);
}

int main(int argc, char *argv[]) {
	if (argc > 1)
		kinds(argv[1]);
	else
		together();
	return 0;
}
