/* A front that asks a back over connections which it keeps, several requests at once. With the
 * argument back, the back; the socket is at the path that follows. Each request is a call of
 * request; the digits of its number are calls, too, in the front and in the back, so that the
 * trace has the truth. */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#define MUST(x) ((x) ? (void)0 : (perror(#x), exit(1)))
#define HIDDEN __attribute__((no_instrument_function))
#define CALL __attribute__((noinline))

enum { CONNECTIONS = 4, REQUESTS = 100, AT_ONCE = 5, MOST = 600 };

struct frame {
	uint32_t number, size;
};

CALL void digit0(void) { __asm__ volatile(""); }
CALL void digit1(void) { __asm__ volatile(""); }
CALL void digit2(void) { __asm__ volatile(""); }
CALL void digit3(void) { __asm__ volatile(""); }
CALL void digit4(void) { __asm__ volatile(""); }
CALL void digit5(void) { __asm__ volatile(""); }
CALL void digit6(void) { __asm__ volatile(""); }
CALL void digit7(void) { __asm__ volatile(""); }
CALL void digit8(void) { __asm__ volatile(""); }
CALL void digit9(void) { __asm__ volatile(""); }
CALL void done(void) { __asm__ volatile(""); }

HIDDEN static void tell(uint32_t number) {
	static void (*const digits[])(void) = {digit0, digit1, digit2, digit3, digit4, digit5, digit6, digit7, digit8, digit9};
	digits[number / 100 % 10]();
	digits[number / 10 % 10]();
	digits[number % 10]();
}

HIDDEN static void read_all(int fd, void *p, size_t n) {
	ssize_t some;
	size_t at;
	for (at = 0; at < n; at += (size_t)some)
		MUST((some = read(fd, (char *)p + at, n - at)) > 0);
}

HIDDEN static void work(void) {
	struct timespec from, now;
	clock_gettime(CLOCK_MONOTONIC, &from);
	do
		clock_gettime(CLOCK_MONOTONIC, &now);
	while ((now.tv_sec - from.tv_sec) * 1000000000 + now.tv_nsec - from.tv_nsec < 100000);
	usleep(200);
}

/* The back. */

HIDDEN static void *serve(void *arg) {
	int fd = (int)(intptr_t)arg;
	char body[MOST];
	struct frame f;
	while (recv(fd, &f, 1, MSG_PEEK) == 1) {
		read_all(fd, &f, sizeof f);
		MUST(f.size <= sizeof body);
		read_all(fd, body, f.size);
		tell(f.number);
		work();
		f.size = 0;
		MUST(write(fd, &f, sizeof f) == sizeof f);
		done();
	}
	close(fd);
	return NULL;
}

HIDDEN static int back(const char *path) {
	struct sockaddr_in a = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	socklen_t n = sizeof a;
	pthread_t threads[CONNECTIONS];
	FILE *f;
	int fd = socket(AF_INET, SOCK_STREAM, 0), i, c;
	MUST(bind(fd, (struct sockaddr *)&a, n) == 0 && listen(fd, CONNECTIONS) == 0 && getsockname(fd, (struct sockaddr *)&a, &n) == 0);
	MUST((f = fopen("port", "w")) && fprintf(f, "%d\n", ntohs(a.sin_port)) > 0 && fclose(f) == 0 && rename("port", path) == 0);
	for (i = 0; i < CONNECTIONS; i++) {
		MUST((c = accept(fd, NULL, NULL)) >= 0);
		MUST(pthread_create(&threads[i], NULL, serve, (void *)(intptr_t)c) == 0);
	}
	for (i = 0; i < CONNECTIONS; i++)
		pthread_join(threads[i], NULL);
	return 0;
}

/* The front. */

static int port;

/* request begins a task, and writes it in two parts. */
CALL void request(int fd, uint32_t number) {
	struct {
		struct frame f;
		char body[MOST];
	} all = {.f = {number, number % MOST}};
	tell(number);
	MUST(write(fd, &all, sizeof all.f) == sizeof all.f);
	MUST(write(fd, all.body, all.f.size) == (ssize_t)all.f.size);
}

HIDDEN static void *ask(void *arg) {
	uint32_t connection = (uint32_t)(intptr_t)arg, i, j;
	struct sockaddr_in a = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK), .sin_port = htons((uint16_t)port)};
	int fd = socket(AF_INET, SOCK_STREAM, 0);
	struct frame f;
	int on = 1;
	MUST(setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on) == 0);
	MUST(connect(fd, (struct sockaddr *)&a, sizeof a) == 0);
	for (i = 0; i < REQUESTS; i += AT_ONCE) {
		for (j = i; j < i + AT_ONCE; j++)
			request(fd, connection * REQUESTS + j);
		for (j = i; j < i + AT_ONCE; j++) {
			read_all(fd, &f, sizeof f);
			tell(f.number);
			usleep(100);
			done();
		}
	}
	close(fd);
	return NULL;
}

HIDDEN int main(int argc, char *argv[]) {
	pthread_t threads[CONNECTIONS];
	FILE *f;
	int i;
	MUST(argc == 3);
	if (strcmp(argv[1], "back") == 0)
		return back(argv[2]);
	for (i = 0; (f = fopen(argv[2], "r")) == NULL; i++) {
		MUST(i < 1000);
		usleep(10000);
	}
	MUST(fscanf(f, "%d", &port) == 1);
	for (i = 0; i < CONNECTIONS; i++)
		MUST(pthread_create(&threads[i], NULL, ask, (void *)(intptr_t)i) == 0);
	for (i = 0; i < CONNECTIONS; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
