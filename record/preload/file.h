/* file.h keeps the file of the trace. Its descriptor is a high one, so that programs
 * find the numbers that they expect, and stays the trace's whatever the program does. */
static struct {
	char folder[3072], path[4096];
	uint64_t max_size; /* 0: unlimited */
	int fd;            /* atomic; -1 without a file */
	uint32_t busy;     /* atomic: a write, or a change of the descriptor */
	dev_t device;
	ino_t number;
	int many; /* the process has had a second thread */
} file = {"", "", 0, -1, 0, 0, 0, 0};

int trace_fd(void) { return __atomic_load_n(&file.fd, __ATOMIC_ACQUIRE); }

static void lock_file(void) {
	while (__atomic_exchange_n(&file.busy, 1, __ATOMIC_ACQUIRE))
		sched_yield();
}

static void unlock_file(void) { __atomic_store_n(&file.busy, 0, __ATOMIC_RELEASE); }

/* raise returns a copy of a descriptor with a high number. */
static int raise_fd(int fd, int least) {
	int high = fcntl(fd, F_DUPFD_CLOEXEC, least);
	return high >= 0 ? high : fcntl(fd, F_DUPFD_CLOEXEC, fd + 1);
}

void move_trace(void) {
	int fd;
	lock_file();
	fd = raise_fd(file.fd, file.fd + 1);
	if (fd >= 0)
		__atomic_store_n(&file.fd, fd, __ATOMIC_RELEASE);
	unlock_file();
}

/* own_open creates the trace for tiv.h, under a name that no other process has; it
 * opens other files as they are. */
static int own_open(const char *path, int flags, ...) {
	struct stat st;
	int fd = -1, i;
	if (!(flags & O_CREAT))
		return open(path, flags);
	for (i = 0; fd < 0 && i < 100; i++) {
		snprintf(file.path, sizeof file.path, "%s/%d.%d.%s.%s", file.folder, (int)getpid(), i,
		         program_invocation_short_name, file.many ? "many" : "one");
		fd = open(file.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
		if (fd < 0 && errno != EEXIST)
			return -1;
	}
	if (fd < 0 || fstat(fd, &st))
		return fd;
	file.device = st.st_dev, file.number = st.st_ino;
	if ((i = raise_fd(fd, 900)) >= 0) {
		REAL(close)(fd);
		fd = i;
	}
	__atomic_store_n(&file.fd, fd, __ATOMIC_RELEASE);
	return fd;
}

/* rename_file notes in the name that the process has several threads. */
static void rename_file(void) {
	char to[sizeof file.path];
	size_t n = strlen(file.path);
	file.many = 1;
	if (n < 4 || strcmp(file.path + n - 4, ".one"))
		return;
	snprintf(to, sizeof to, "%.*s.many", (int)(n - 4), file.path);
	if (rename(file.path, to) == 0)
		memcpy(file.path, to, sizeof to);
}

/* ours reports whether the descriptor is still that of the file. */
static int ours(void) {
	struct stat st;
	return file.fd >= 0 && fstat(file.fd, &st) == 0 && st.st_dev == file.device && st.st_ino == file.number;
}

static ssize_t own_write(int fd, const void *p, size_t n) {
	ssize_t wrote = -1;
	(void)fd;
	lock_file();
	if (ours())
		wrote = REAL(write)(file.fd, p, n);
	else
		errno = EBADF;
	unlock_file();
	return wrote;
}

static int own_truncate(int fd, off_t size) {
	(void)fd;
	return ours() ? ftruncate(file.fd, size) : -1;
}

static int own_close(int fd) {
	int result = 0;
	if (fd != file.fd && !(fd >= 0 && fd == tiv_fd()))
		return REAL(close)(fd);
	lock_file();
	if (ours())
		result = REAL(close)(file.fd);
	__atomic_store_n(&file.fd, -1, __ATOMIC_RELEASE);
	unlock_file();
	return result;
}
