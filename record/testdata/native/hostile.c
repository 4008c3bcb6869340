/* hostile.c does what makes recording in a process hard. Each program prints done and
 * exits with 7. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <semaphore.h>
#include <setjmp.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static sem_t s;
static char *self;
static int over; /* atomic */

static void require(int ok) {
	if (!ok)
		abort();
}

static void *lock_often(void *p) {
	int i;
	for (i = 0; i < 20000 && !__atomic_load_n(&over, __ATOMIC_RELAXED); i++) {
		pthread_mutex_lock(&m);
		pthread_mutex_unlock(&m);
	}
	return p;
}

static void with_threads(int n, void *(*f)(void *)) {
	pthread_t all[64];
	int i;
	for (i = 0; i < n; i++)
		require(pthread_create(&all[i], NULL, f, NULL) == 0);
	for (i = 0; i < n; i++)
		pthread_join(all[i], NULL);
}

/* Children while other threads lock. */
static void *fork_often(void *p) {
	int i, status;
	for (i = 0; i < 20; i++) {
		pid_t child = fork();
		if (child == 0) {
			pthread_mutex_t own = PTHREAD_MUTEX_INITIALIZER;
			pthread_mutex_lock(&own);
			pthread_mutex_unlock(&own);
			_exit(3);
		}
		require(waitpid(child, &status, 0) == child && WEXITSTATUS(status) == 3);
	}
	__atomic_store_n(&over, 1, __ATOMIC_RELAXED);
	return p;
}

static void *fork_or_lock(void *p) {
	static int first;
	return __atomic_fetch_add(&first, 1, __ATOMIC_RELAXED) == 0 ? fork_often(p) : lock_often(p);
}

static void forks(void) { with_threads(4, fork_or_lock); }

/* A child with threads of its own: by fork, and another program by exec. */
static void children(void) {
	int status, i;
	with_threads(2, lock_often);
	for (i = 0; i < 2; i++) {
		pid_t child = fork();
		if (child == 0) {
			if (i == 1)
				execl(self, self, "locks", NULL);
			with_threads(3, lock_often);
			exit(7);
		}
		require(waitpid(child, &status, 0) == child && WEXITSTATUS(status) == 7);
	}
}

static void locks(void) { with_threads(2, lock_often); }

static pid_t vfork_once(void) {
	pid_t child = vfork();
	if (child == 0) {
		execl("/bin/true", "true", NULL);
		_exit(1);
	}
	return child;
}

static void *vfork_often(void *p) {
	int i, status;
	for (i = 0; i < 5; i++) {
		pid_t child = vfork_once();
		require(waitpid(child, &status, 0) == child && status == 0);
	}
	return p;
}

static void vforks(void) { with_threads(3, vfork_often); }

/* A signal handler that locks, posts, writes, and interrupts all kinds of calls. */
static pthread_mutex_t in_handler = PTHREAD_MUTEX_INITIALIZER;

static void handler(int n) {
	int before = errno;
	(void)n;
	if (pthread_mutex_trylock(&in_handler) == 0)
		pthread_mutex_unlock(&in_handler);
	sem_post(&s);
	require(write(-1, "", 0) < 0);
	errno = before;
}

static void *sleep_often(void *p) {
	int i;
	for (i = 0; i < 200; i++) {
		struct timespec t = {0, 100000};
		nanosleep(&t, NULL);
		while (sem_wait(&s) != 0)
			require(errno == EINTR);
	}
	__atomic_store_n(&over, 1, __ATOMIC_RELAXED);
	return p;
}

static void *interrupted(void *p) {
	static int first;
	return __atomic_fetch_add(&first, 1, __ATOMIC_RELAXED) == 0 ? sleep_often(p) : lock_often(p);
}

static void signals(void) {
	struct itimerval often = {{0, 200}, {0, 200}}, never = {{0, 0}, {0, 0}};
	struct sigaction act = {.sa_handler = handler, .sa_flags = SA_RESTART};
	sigaction(SIGALRM, &act, NULL);
	setitimer(ITIMER_REAL, &often, NULL);
	with_threads(3, interrupted);
	setitimer(ITIMER_REAL, &never, NULL);
}

/* A handler that jumps out of a wait. */
static sigjmp_buf away;

static void jumper(int n) {
	(void)n;
	siglongjmp(away, 1);
}

static void jumps(void) {
	signal(SIGALRM, jumper);
	with_threads(1, lock_often);
	if (sigsetjmp(away, 1) == 0) {
		ualarm(20000, 0);
		for (;;)
			pause();
	}
	with_threads(2, lock_often);
}

/* Cancelled threads, and destructors that lock. */
static pthread_key_t key;

static void destroy(void *p) {
	pthread_mutex_lock(&m);
	pthread_mutex_unlock(&m);
	if (p != &key)
		pthread_setspecific(key, &key);
}

static void unlock(void *p) { pthread_mutex_unlock(p); }

static void *wait_for_ever(void *p) {
	pthread_setspecific(key, &m);
	pthread_mutex_lock(&m);
	pthread_cleanup_push(unlock, &m);
	for (;;)
		pthread_cond_wait(&c, &m);
	pthread_cleanup_pop(1);
	return p;
}

static void cancels(void) {
	pthread_t all[8];
	int i;
	void *value;
	pthread_key_create(&key, destroy);
	for (i = 0; i < 8; i++)
		pthread_create(&all[i], NULL, wait_for_ever, NULL);
	usleep(10000);
	for (i = 0; i < 8; i++) {
		pthread_cancel(all[i]);
		pthread_join(all[i], &value);
		require(value == PTHREAD_CANCELED);
	}
	require(pthread_mutex_trylock(&m) == 0);
	pthread_mutex_unlock(&m);
}

static void *load(void *p) {
	int i;
	for (i = 0; i < 20; i++) {
		void *lib = dlopen("libm.so.6", RTLD_NOW);
		require(lib != NULL && dlsym(lib, "cos") != NULL);
		dlclose(lib);
	}
	return p;
}

static void loads(void) { with_threads(4, load); }

/* Many short threads. */
static void *nothing(void *p) {
	pthread_mutex_lock(&m);
	pthread_mutex_unlock(&m);
	return p;
}

static void threads(void) {
	int i;
	for (i = 0; i < 50; i++)
		with_threads(40, nothing);
}

/* All descriptors closed, and the trace's number used for a file of the program. */
static void closes(void) {
	char path[] = "/tmp/tiv-hostile-XXXXXX", text[16] = "";
	int i, fd, file, out = dup(1);
	with_threads(2, lock_often);
	for (i = 3; i < 1100; i++)
		if (i != out)
			close(i);
	closefrom(500);
	file = mkstemp(path);
	for (i = 880; i < 1000; i++)
		require((fd = dup2(file, i)) == i);
	with_threads(2, lock_often);
	usleep(100000);
	require(write(file, "mine", 4) == 4 && pread(file, text, 15, 0) == 4 && !strcmp(text, "mine"));
	unlink(path);
}

/* The process ends with its last thread, not with main. */
static void *last(void *p) {
	usleep(20000);
	puts("done");
	fflush(stdout);
	return p;
}

static void leaves(void) {
	pthread_t t;
	pthread_create(&t, NULL, last, NULL);
	pthread_detach(t);
	pthread_exit(NULL);
}

/* A server that writes a title over its arguments, and its child. */
static void titles(void) {
	int status;
	pid_t child;
	with_threads(2, lock_often);
	strcpy(strrchr(self, '/') + 1, "x: a/b");
	if ((child = fork()) == 0) {
		with_threads(2, lock_often);
		exit(7);
	}
	require(waitpid(child, &status, 0) == child && WEXITSTATUS(status) == 7);
}

/* From here on, opening a file ends the process. */
static void sandbox(void) {
	static struct sock_filter list[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_openat, 1, 0),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
	};
	struct sock_fprog filter = {sizeof list / sizeof *list, list};
	with_threads(2, lock_often);
	require(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0);
	/* A container can forbid it. */
	syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &filter);
	with_threads(2, lock_often);
	usleep(1500000);
}

static const struct {
	const char *name;
	void (*run)(void);
} programs[] = {{"forks", forks}, {"children", children}, {"locks", locks}, {"vforks", vforks}, {"signals", signals},
	{"jumps", jumps}, {"cancels", cancels}, {"loads", loads}, {"threads", threads}, {"closes", closes}, {"leaves", leaves}, {"sandbox", sandbox}, {"titles", titles}};

int main(int argc, char **argv) {
	unsigned i;
	self = argv[0];
	sem_init(&s, 0, 0);
	for (i = 0; argc > 1 && i < sizeof programs / sizeof *programs; i++)
		if (!strcmp(argv[1], programs[i].name)) {
			programs[i].run();
			puts("done");
			return 7;
		}
	return 2;
}
