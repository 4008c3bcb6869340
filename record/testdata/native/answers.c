/* answers.c has two processes that talk:
 *
 *	answers tcp | unix PATH   a client asks a server, which waits for a lock before it answers,
 *	                          while another of its threads sleeps with the lock
 *	answers pipes             after three rounds, each waits for the other to write next */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

enum { ROUNDS = 6, PAUSE = 30000 };

static pthread_mutex_t stock = PTHREAD_MUTEX_INITIALIZER;
static int listener;

static void check(int ok, const char *what) {
	if (!ok) {
		perror(what);
		exit(1);
	}
}

/* keeper sleeps with the lock. */
static void *keeper(void *unused) {
	(void)unused;
	for (;;) {
		pthread_mutex_lock(&stock);
		usleep(PAUSE);
		pthread_mutex_unlock(&stock);
		usleep(1000);
	}
	return NULL;
}

/* waiter sleeps for ever: its process has several threads. */
static void *waiter(void *unused) {
	(void)unused;
	pause();
	return NULL;
}

static void start(const char *name, void *(*run)(void *)) {
	pthread_t t;
	check(pthread_create(&t, NULL, run, NULL) == 0, "thread");
	pthread_setname_np(t, name);
}

/* serve answers one client. */
static void *serve(void *unused) {
	char question[64];
	int connection = accept(listener, NULL, NULL);
	(void)unused;
	while (read(connection, question, sizeof question) > 0) {
		pthread_mutex_lock(&stock);
		check(write(connection, "three left", 10) == 10, "answer");
		pthread_mutex_unlock(&stock);
	}
	return NULL;
}

static void ask(int family, const char *path) {
	struct sockaddr_in in = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
	struct sockaddr_un un = {.sun_family = AF_UNIX};
	struct sockaddr *at = family == AF_UNIX ? (struct sockaddr *)&un : (struct sockaddr *)&in;
	socklen_t n = family == AF_UNIX ? sizeof un : sizeof in;
	char answer[64];
	int connection, i;
	pid_t server;
	strncpy(un.sun_path, path, sizeof un.sun_path - 1);
	listener = socket(family, SOCK_STREAM, 0);
	check(bind(listener, at, n) == 0 && listen(listener, 8) == 0, "listen");
	n = sizeof un;
	check(family == AF_UNIX || getsockname(listener, at, &n) == 0, "name");
	if (family == AF_UNIX)
		n = sizeof un;
	if ((server = fork()) == 0) {
		start("keeper", keeper);
		serve(NULL);
		exit(0);
	}
	start("waiter", waiter);
	connection = socket(family, SOCK_STREAM, 0);
	check(connect(connection, at, n) == 0, "connect");
	for (i = 0; i < ROUNDS; i++) {
		check(write(connection, "how many?", 9) == 9, "question");
		check(read(connection, answer, sizeof answer) > 0, "answer");
		usleep(5000);
	}
	close(connection);
	waitpid(server, NULL, 0);
}

/* talk writes and reads in turns; first is whose turn it is. */
static void talk(int in, int out, int first) {
	char word[16];
	int i;
	for (i = 0; i < 3; i++) {
		if (first)
			check(write(out, "word", 4) == 4, "write");
		check(read(in, word, sizeof word) > 0, "read");
		if (!first)
			check(write(out, "answer", 6) == 6, "write");
	}
	check(read(in, word, sizeof word) > 0, "read"); /* the other should write, but reads, too */
}

static void pipes(void) {
	int there[2], back[2];
	check(pipe(there) == 0 && pipe(back) == 0, "pipe");
	start("waiter", waiter);
	if (fork() == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		start("waiter", waiter);
		talk(there[0], back[1], 0);
		exit(0);
	}
	talk(back[0], there[1], 1);
}

int main(int argc, char **argv) {
	if (argc > 1 && strcmp(argv[1], "pipes") == 0)
		pipes();
	else
		ask(argc > 2 ? AF_UNIX : AF_INET, argc > 2 ? argv[2] : "");
	return 0;
}
