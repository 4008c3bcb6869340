/* same.c does what a recording could change. Each program prints what it sees; the test
 * compares that, and the exit code, with a run that is not recorded. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <linux/capability.h>
#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;
static char *self;
static pthread_barrier_t together;

static void say(const char *what, long result) {
	printf("%s %ld %s\n", what, result, result < 0 ? strerror(errno) : "");
	fflush(stdout);
}

static void *nothing(void *p) { return p; }

static void with_threads(int n, void *(*f)(void *)) {
	pthread_t all[8];
	long i;
	for (i = 0; i < n; i++)
		say("create", pthread_create(&all[i], NULL, f, (void *)i));
	for (i = 0; i < n; i++)
		pthread_join(all[i], NULL);
}

/* Rights. */

static void ids(const char *of) {
	uid_t u[3];
	gid_t g[3], groups[8];
	getresuid(&u[0], &u[1], &u[2]), getresgid(&g[0], &g[1], &g[2]);
	printf("%s: %u %u %u, %u %u %u, %d groups\n", of, u[0], u[1], u[2], g[0], g[1], g[2], getgroups(8, groups));
	fflush(stdout);
}

static void drop(void) {
	say("setgroups", setgroups(0, NULL));
	say("setresgid", setresgid(65534, 65534, 65534));
	say("setresuid", setresuid(65534, 65534, 65534));
	ids("dropped");
	say("setuid", setuid(0));
	with_threads(2, nothing);
}

/* Another thread sees the rights that the first one drops. */
static void *watch(void *p) {
	pthread_barrier_wait(&together);
	pthread_barrier_wait(&together);
	ids("thread");
	return p;
}

static void drop_all(void) {
	pthread_t t;
	pthread_barrier_init(&together, NULL, 2);
	pthread_create(&t, NULL, watch, NULL);
	pthread_barrier_wait(&together);
	say("setgid", setgid(65534));
	say("setuid", setuid(65534));
	pthread_barrier_wait(&together);
	pthread_join(t, NULL);
}

static void keep_capabilities(void) {
	struct __user_cap_header_struct head = {_LINUX_CAPABILITY_VERSION_3, 0};
	struct __user_cap_data_struct data[2] = {{1 << CAP_SETGID | 1 << CAP_SETUID, 1 << CAP_SETGID | 1 << CAP_SETUID, 0}};
	say("keepcaps", prctl(PR_SET_KEEPCAPS, 1, 0, 0, 0));
	say("setresuid", setresuid(65534, 65534, 65534));
	say("capset", syscall(SYS_capset, &head, data));
	say("setgroups", setgroups(0, NULL));
	say("initgroups", initgroups("nobody", 65534));
	with_threads(2, nothing);
}

static void *drop_capabilities(void *p) {
	struct __user_cap_header_struct head = {_LINUX_CAPABILITY_VERSION_3, 0};
	struct __user_cap_data_struct none[2] = {{0, 0, 0}};
	say("capset", syscall(SYS_capset, &head, none));
	return p;
}

static void thread_capabilities(void) {
	with_threads(1, drop_capabilities);
	say("setegid", setegid(getegid()));
	drop();
}

static void own_users(void) {
	say("unshare", unshare(CLONE_NEWUSER));
	ids("unshared");
	with_threads(2, nothing);
}

static void own_processes(void) {
	int status = 0;
	pid_t child;
	say("unshare", unshare(CLONE_NEWUSER | CLONE_NEWPID));
	if ((child = fork()) == 0) {
		say("child", getpid() == 1);
		with_threads(2, nothing);
		exit(4);
	}
	waitpid(child, &status, 0);
	say("status", status);
}

static void switch_space(void) {
	int fd = open("/proc/self/ns/mnt", O_RDONLY);
	say("setns", setns(fd, CLONE_NEWNS));
	close(fd);
	with_threads(2, nothing);
}

static void other_root(void) {
	say("chroot", chroot("/proc/self"));
	say("chdir", chdir("/"));
	with_threads(2, nothing);
	say("exec", execl("/exe-that-is-not-there", "x", (char *)NULL));
}

/* Programs. */

static void show(void) {
	char **v;
	for (v = environ; *v; v++)
		puts(*v);
	puts("shown");
	fflush(stdout);
	with_threads(2, nothing);
}

static void wait_for(pid_t child) {
	int status = -1;
	waitpid(child, &status, 0);
	say("status", status);
}

/* Each way to start a program, with an environment of its own, or an empty one. */
static void start(void) {
	char *argv[] = {self, "show", NULL}, *empty[] = {NULL}, *env[] = {"A=1", "ASAN_OPTIONS=halt_on_error=0", NULL};
	int i, fd = open(self, O_RDONLY | O_CLOEXEC);
	pid_t child;
	for (i = 0; i < 5; i++)
		if ((child = fork()) == 0) {
			switch (i) {
			case 0: execve(self, argv, env); break;
			case 1: execve(self, argv, empty); break;
			case 2: execle(self, self, "show", (char *)NULL, env); break;
			case 3: execvpe(self, argv, env); break;
			case 4: fexecve(fd, argv, env); break;
			}
			_exit(9);
		} else {
			wait_for(child);
		}
	say("spawn", posix_spawn(&child, self, NULL, NULL, argv, env));
	wait_for(child);
	say("spawnp", posix_spawnp(&child, self, NULL, NULL, argv, empty));
	wait_for(child);
	say("spawn", posix_spawn(&child, "/nowhere", NULL, NULL, argv, env));
}

static void start_cleared(void) {
	clearenv();
	setenv("B", "2", 1);
	execl(self, self, "show", (char *)NULL);
}

/* A program that becomes itself again, with threads in both. */
static void again(void) {
	with_threads(3, nothing);
	execlp(self, self, "show", (char *)NULL);
}

static void fail_to_start(void) {
	char *argv[] = {"x", NULL};
	int i;
	with_threads(1, nothing);
	for (i = 0; i < 3; i++) {
		pid_t child = vfork();
		if (child == 0) {
			execvp("/nowhere", argv);
			_exit(errno == ENOENT ? 3 : 4);
		}
		wait_for(child);
	}
	say("exec", execv("/etc/passwd", argv));
	with_threads(1, nothing);
}

static void shell(void) {
	char line[64];
	FILE *f;
	with_threads(1, nothing);
	say("system", system("exit 5"));
	f = popen("echo out; exit 6", "r");
	while (fgets(line, sizeof line, f))
		fputs(line, stdout);
	say("pclose", pclose(f));
	say("wait", wait(NULL));
}

/* Limits, descriptors, signals. */

static void *deep(void *p) {
	volatile char room[100000];
	memset((char *)room, 1, sizeof room);
	return p;
}

static void limits(void) {
	struct rlimit few = {40, 40}, small = {1 << 20, 1 << 20};
	int i, last = -1;
	say("nofile", setrlimit(RLIMIT_NOFILE, &few));
	for (i = 0; i < 20; i++)
		last = open("/dev/null", O_RDONLY);
	say("last", last);
	say("stack", setrlimit(RLIMIT_STACK, &small));
	with_threads(4, deep);
	say("fsize", setrlimit(RLIMIT_FSIZE, &small));
	with_threads(4, deep);
}

static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;

static void *stay(void *p) {
	pthread_mutex_lock(&gate);
	pthread_mutex_unlock(&gate);
	return p;
}

/* As many threads, processes and descriptors as a user without other processes may have. */
static void few(void) {
	struct rlimit processes = {6, 6}, files = {200, 400};
	uid_t user = 100000 + (uid_t)getpid();
	pthread_t all[20];
	pid_t children[20];
	int n = 0, fds = 0;
	if (setresuid(user, user, user) != 0)
		return;
	setrlimit(RLIMIT_NPROC, &processes), setrlimit(RLIMIT_NOFILE, &files);
	pthread_mutex_lock(&gate);
	while (n < 20 && pthread_create(&all[n], NULL, stay, NULL) == 0)
		n++;
	say("threads", n);
	pthread_mutex_unlock(&gate);
	while (n > 0)
		pthread_join(all[--n], NULL);
	while (n < 20 && (children[n] = fork()) >= 0)
		if (children[n++] == 0)
			_exit(pause());
	say("children", n);
	while (n > 0) {
		kill(children[--n], SIGKILL);
		waitpid(children[n], NULL, 0);
	}
	while (open("/dev/null", O_RDONLY) >= 0)
		fds++;
	say("descriptors", fds);
}

static void descriptors(void) {
	with_threads(2, nothing);
	say("close_range", close_range(3, ~0u, 0));
	say("open", open("/dev/null", O_RDONLY));
	say("dup2", dup2(1, 30));
	with_threads(2, nothing);
}

/* A process that may only read, write and end its thread. */
static void strict(void) {
	char text[8] = "";
	int fd = open("/proc/self/comm", O_RDONLY);
	prctl(PR_SET_SECCOMP, 1 /* SECCOMP_MODE_STRICT */);
	text[0] = (char)('0' + read(fd, text, 4));
	write(1, text, 5);
	syscall(SYS_exit, 5);
}

static sigjmp_buf out;
static void jump(int s) { siglongjmp(out, s); }

static void *block(void *p) {
	sigset_t now;
	pthread_sigmask(SIG_BLOCK, NULL, &now);
	say("blocked", sigismember(&now, SIGUSR1) + 2 * sigismember(&now, SIGTERM));
	return p;
}

static void signals(void) {
	sigset_t set;
	int s;
	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	pthread_sigmask(SIG_BLOCK, &set, NULL);
	with_threads(2, block);
	signal(SIGSEGV, jump);
	if ((s = sigsetjmp(out, 1)) == 0)
		*(volatile int *)NULL = 1;
	say("signal", s);
	raise(SIGUSR1);
	say("sigwait", sigwaitinfo(&set, NULL));
	say("setuid", setuid(getuid()));
	raise(SIGTERM);
}

static void *exit_all(void *p) {
	exit(8);
	return p;
}

static void exit_elsewhere(void) {
	pthread_t t;
	pthread_create(&t, NULL, exit_all, NULL);
	pthread_join(t, NULL);
}

/* A daemon runs until there is a file with the name go-on. */
static void become_daemon(void) {
	struct stat st;
	if (fork() > 0)
		exit(0);
	setsid();
	if (fork() > 0)
		exit(0);
	close(0), close(1), close(2);
	with_threads(3, nothing);
	close(open("here", O_CREAT | O_WRONLY, 0666));
	while (stat("go-on", &st) != 0)
		usleep(10000);
	close(open("done", O_CREAT | O_WRONLY, 0666));
}

int main(int n, char **args) {
	static const struct {
		const char *name;
		void (*f)(void);
	} all[] = {{"drop", drop}, {"drop-all", drop_all}, {"keep-capabilities", keep_capabilities},
	           {"thread-capabilities", thread_capabilities}, {"own-users", own_users}, {"own-processes", own_processes},
	           {"switch-space", switch_space}, {"other-root", other_root}, {"show", show}, {"start", start},
	           {"start-cleared", start_cleared}, {"again", again}, {"fail-to-start", fail_to_start}, {"shell", shell},
	           {"limits", limits}, {"few", few}, {"strict", strict}, {"descriptors", descriptors}, {"signals", signals}, {"exit-elsewhere", exit_elsewhere},
	           {"daemon", become_daemon}};
	size_t i;
	self = args[0];
	for (i = 0; i < sizeof all / sizeof *all && n > 1; i++)
		if (strcmp(all[i].name, args[1]) == 0) {
			all[i].f();
			return 7;
		}
	return 1;
}
