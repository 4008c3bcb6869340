/* seen prints for each wait: its name, the state, and the ns for which the call took; at last
 * the processor time of the process, that of its own threads, and their time in the queue. The
 * arguments are names of waits; without any, all. */
#include "seen.h"

#include <sys/resource.h>

#include "asleep.h"

int ends[2] = {-1, -1};
pthread_t waiter;
char folder[64] = "/tmp/tiv-seen-XXXXXX";
volatile size_t room = 8;

static int announced; /* the thread of the system that is about to wait */
static int64_t took;

void fail(const char *what, const char *file, int line) {
	fprintf(stderr, "%s:%d: %s: %s\n", file, line, what, strerror(errno));
	_exit(3);
}

static void forget_ends(void) {
	int i;
	for (i = 0; i < 2; i++)
		if (ends[i] >= 0)
			close(ends[i]);
	ends[0] = ends[1] = -1;
}

void make_pipe(void) {
	forget_ends();
	REQUIRE(pipe2(ends, O_CLOEXEC) == 0);
}

void make_sockets(int type) {
	forget_ends();
	REQUIRE(socketpair(AF_UNIX, type | SOCK_CLOEXEC, 0, ends) == 0);
}

void fill(int fd) {
	static char text[4096];
	int flags = fcntl(fd, F_GETFL);
	REQUIRE(fcntl(fd, F_SETFL, flags | O_NONBLOCK) == 0);
	while (write(fd, text, sizeof text) > 0)
		;
	while (write(fd, text, 1) > 0)
		;
	REQUIRE(errno == EAGAIN && fcntl(fd, F_SETFL, flags) == 0);
}

void drain(int fd) {
	char text[4096];
	int flags = fcntl(fd, F_GETFL);
	REQUIRE(fcntl(fd, F_SETFL, flags | O_NONBLOCK) == 0);
	while (read(fd, text, sizeof text) > 0)
		;
	REQUIRE(fcntl(fd, F_SETFL, flags) == 0);
}

void feed(void) { REQUIRE(write(ends[1], "1234567\n", 8) == 8); }
void empty(void) { drain(ends[0]); }

const char *path_of(const char *name) {
	static __thread char path[128];
	snprintf(path, sizeof path, "%s/%s", folder, name);
	return path;
}

static int64_t now(void) {
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000000LL + t.tv_nsec;
}

static int64_t began, ran, queued;

/* add_times adds the times of the calling thread on a processor and in the queue for one. */
static void add_times(void) {
	char text[64] = "", *next;
	int fd = open("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC);
	REQUIRE(fd >= 0 && read(fd, text, sizeof text - 1) > 0 && close(fd) == 0);
	ran += strtoull(text, &next, 10);
	queued += strtoull(next, NULL, 10);
}

static int64_t processor_time(void) {
	struct rusage used;
	REQUIRE(getrusage(RUSAGE_SELF, &used) == 0);
	return (used.ru_utime.tv_sec + used.ru_stime.tv_sec) * 1000000000LL + (used.ru_utime.tv_usec + used.ru_stime.tv_usec) * 1000LL;
}

void announce(void) {
	began = now();
	__atomic_store_n(&announced, (int)gettid(), __ATOMIC_RELEASE);
}

static void *run(void *p) {
	const struct wait *w = p;
	pthread_setname_np(pthread_self(), w->name);
	w->wait();
	took = now() - began;
	add_times();
	return p;
}

static void nap(void) {
	struct timespec t = {0, NAP * 1000000};
	nanosleep(&t, NULL);
}

/* until_asleep returns when the announced thread sleeps for good. */
static void until_asleep(void) {
	struct timespec shortly = {0, 10000000};
	int tid;
	long before = -1, after;
	do {
		nanosleep(&shortly, NULL);
		after = before;
		tid = __atomic_load_n(&announced, __ATOMIC_ACQUIRE);
		before = tid ? switches(tid) : -1;
	} while (before < 0 || before != after);
}

static void wait_once(const struct wait *w) {
	__atomic_store_n(&announced, 0, __ATOMIC_RELEASE);
	if (w->begin)
		w->begin();
	REQUIRE(pthread_create(&waiter, NULL, run, (void *)w) == 0);
	if (w->end) {
		until_asleep();
		nap();
		w->end();
	}
	REQUIRE(pthread_join(waiter, NULL) == 0);
	fprintf(stderr, "%s %s %lld\n", w->name, w->state, (long long)took);
}

static int chosen(const struct wait *w, char **names) {
	if (*names == NULL)
		return 1;
	for (; *names; names++)
		if (!strcmp(*names, w->name))
			return 1;
	return 0;
}

int main(int argc, char **argv) {
	const struct wait *const all[] = {children, descriptors, streams, files, queues, signals, raw, c11};
	static const char *const made[] = {"fifo", "file", "socket", "raw"};
	const struct wait *w;
	size_t i;
	(void)argc;
	REQUIRE(mkdtemp(folder) != NULL);
	signal(SIGPIPE, SIG_IGN);
	for (i = 0; i < sizeof all / sizeof *all; i++)
		for (w = all[i]; w->name; w++)
			if (chosen(w, argv + 1))
				wait_once(w);
	add_times();
	fprintf(stderr, "usage %lld %lld %lld\n", (long long)processor_time(), (long long)ran, (long long)queued);
	forget_ends();
	for (i = 0; i < sizeof made / sizeof *made; i++)
		unlink(path_of(made[i]));
	return rmdir(folder);
}
