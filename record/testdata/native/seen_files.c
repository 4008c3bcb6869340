/* Waits for the other end of a FIFO, and for locks of files. */
#include "seen.h"

#include <sys/stat.h>

static void fifo(void) {
	unlink(path_of("fifo"));
	REQUIRE(mkfifo(path_of("fifo"), 0600) == 0);
	announce();
}

/* OPENS defines a wait in a call that opens a FIFO. */
#define OPENS(name, call) static void in_##name(void) { fifo(); REQUIRE(close(call) == 0); }
OPENS(open, open(path_of("fifo"), O_RDONLY))
OPENS(open_create, open(path_of("fifo"), O_RDONLY | O_CREAT, 0600))
OPENS(open64, open64(path_of("fifo"), (int)room / 8 - 1))
OPENS(openat, openat(AT_FDCWD, path_of("fifo"), O_RDONLY))
OPENS(openat64, openat64(AT_FDCWD, path_of("fifo"), (int)room / 8 - 1))
OPENS(creat, creat(path_of("fifo"), 0600))

static void in_fopen(void) {
	FILE *f;
	fifo();
	f = fopen(path_of("fifo"), "r");
	REQUIRE(f != NULL && fclose(f) == 0);
}

static void other_end(int flags) {
	int fd = open(path_of("fifo"), flags);
	REQUIRE(fd >= 0 && close(fd) == 0);
}

static void end_reader(void) { other_end(O_WRONLY); }
static void end_writer(void) { other_end(O_RDONLY | O_NONBLOCK); }

static int file(void) {
	int fd = open(path_of("file"), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	REQUIRE(fd >= 0);
	return fd;
}

/* The thread that ends the wait holds the lock by another description of the file. */
static int holder, mine;

static void begin_flock(void) {
	holder = file(), mine = file();
	REQUIRE(flock(holder, LOCK_EX) == 0);
}

static void in_flock(void) {
	announce();
	REQUIRE(flock(mine, LOCK_SH) == 0 && close(mine) == 0);
}

static void end_flock(void) { REQUIRE(close(holder) == 0); }

static struct flock whole(short type) { return (struct flock){.l_type = type, .l_whence = SEEK_SET}; }

static void begin_ofd(void) {
	struct flock l = whole(F_WRLCK);
	holder = file(), mine = file();
	REQUIRE(fcntl(holder, F_OFD_SETLK, &l) == 0);
}

static void in_ofd(void) {
	struct flock l = whole(F_WRLCK);
	announce();
	REQUIRE(fcntl(mine, F_OFD_SETLKW, &l) == 0 && close(mine) == 0);
}

static void end_ofd(void) {
	struct flock l = whole(F_UNLCK);
	REQUIRE(fcntl(holder, F_OFD_SETLK, &l) == 0 && close(holder) == 0);
}

/* Another process holds the lock. */
static pid_t child;

static void locked_by_child(void) {
	char c;
	make_pipe();
	mine = file();
	child = fork();
	REQUIRE(child >= 0);
	if (child == 0) {
		struct flock l = whole(F_WRLCK);
		REQUIRE(fcntl(mine, F_SETLK, &l) == 0 && write(ends[1], "", 1) == 1);
		for (;;)
			pause();
	}
	REQUIRE(read(ends[0], &c, 1) == 1);
	announce();
}

static void end_child(void) { REQUIRE(kill(child, SIGKILL) == 0 && waitpid(child, NULL, 0) == child); }

/* Another process has the lock of the whole file. */
static void locked_whole(void) {
	char c;
	make_pipe();
	mine = file();
	child = fork();
	REQUIRE(child >= 0);
	if (child == 0) {
		REQUIRE(flock(file(), LOCK_EX) == 0 && write(ends[1], "", 1) == 1);
		for (;;)
			pause();
	}
	REQUIRE(read(ends[0], &c, 1) == 1);
	announce();
}

static void in_flock_other(void) {
	locked_whole();
	REQUIRE(flock(mine, LOCK_EX) == 0 && close(mine) == 0);
}

static void in_fcntl(void) {
	struct flock l = whole(F_RDLCK);
	locked_by_child();
	REQUIRE(fcntl(mine, F_SETLKW, &l) == 0 && close(mine) == 0);
}

static void in_lockf(void) {
	locked_by_child();
	REQUIRE(lockf(mine, F_LOCK, 0) == 0 && close(mine) == 0);
}

#define OPEN(name, end) {#name, "io", in_##name, end, NULL},
#define LOCK(name, end, begin) {#name, "blocking", in_##name, end, begin},
const struct wait files[] = {
	OPEN(open, end_reader) OPEN(open_create, end_reader) OPEN(open64, end_reader) OPEN(openat, end_reader) OPEN(openat64, end_reader)
	OPEN(creat, end_writer) OPEN(fopen, end_reader)
	LOCK(flock, end_flock, begin_flock) LOCK(ofd, end_ofd, begin_ofd) LOCK(flock_other, end_child, NULL) LOCK(fcntl, end_child, NULL) LOCK(lockf, end_child, NULL)
	{.name = NULL},
};
