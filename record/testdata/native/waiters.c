/* waiters.c has programs all of whose threads wait. In the healthy ones something ends that:
 * a thread that sleeps, a device, a signal, another process. In their broken twins the thread
 * that could end the waits is gone, or waits itself.
 *
 * Usage: waiters NAME healthy|broken [MS], where MS is after what time a healthy one ends. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <mqueue.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static int ms = 1000000;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER,
	third = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t table = PTHREAD_RWLOCK_INITIALIZER;
static pthread_barrier_t barrier;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static sem_t units;
static int jobs, over, ends[2], file[2];
static char byte[8192];

static void require(int condition) {
	if (!condition)
		perror("waiters"), _exit(3);
}

static void nap(void) {
	struct timespec t = {ms / 1000, ms % 1000 * 1000000L};
	nanosleep(&t, NULL);
}

/* later lets a process that is no child do something after the time. It ends with this one. */
static void later(void (*act)(void)) {
	int alive[2];
	pid_t pid;
	require(pipe(alive) == 0);
	if ((pid = fork()) == 0) {
		if (fork() != 0)
			_exit(0);
		close(alive[1]);
		if (poll(&(struct pollfd){alive[0], POLLIN, 0}, 1, ms) == 0)
			act();
		_exit(0);
	}
	require(waitpid(pid, NULL, 0) == pid);
	close(alive[0]);
}

static pthread_t start(const char *name, void *(*f)(void *)) {
	pthread_t t;
	require(pthread_create(&t, NULL, f, NULL) == 0);
	pthread_setname_np(t, name);
	return t;
}

static void join(pthread_t t) { pthread_join(t, NULL); }

static void change(int *what) {
	pthread_mutex_lock(&m);
	*what += 1;
	pthread_cond_broadcast(&changed);
	pthread_mutex_unlock(&m);
}

static void until(const int *what) {
	pthread_mutex_lock(&m);
	while (*what == 0)
		pthread_cond_wait(&changed, &m);
	pthread_mutex_unlock(&m);
}

/* A worker waits for a job. */
static void *worker(void *p) {
	until(&jobs);
	return p;
}

static void *no_thread(void *p) { return p; } /* that ends before it does what it is for */

/* fails runs such a thread. */
static void fails(const char *name) { join(start(name, no_thread)); }

static void feed(void) { require(write(ends[1], "x", 1) == 1); }
static void ask(void) { require(pipe(ends) == 0); }

/* A pool, whose main thread reads jobs. */
static void pool(void) {
	pthread_t a = start("worker a", worker), b = start("worker b", worker);
	ask(), later(feed);
	require(read(ends[0], byte, 1) == 1);
	change(&jobs);
	join(a), join(b);
}

static void pool_broken(void) {
	pthread_t a = start("worker a", worker), b = start("worker b", worker);
	fails("reader");
	join(a), join(b);
}

/* An event loop with a worker; the broken one waits for room in the worker's queue, under
 * the lock that the worker needs to make some. */
static void loop(void) {
	struct epoll_event event = {.events = EPOLLIN};
	pthread_t a = start("worker", worker);
	int fd = epoll_create1(0);
	ask(), later(feed);
	require(epoll_ctl(fd, EPOLL_CTL_ADD, ends[0], &event) == 0 && epoll_wait(fd, &event, 1, -1) == 1);
	change(&jobs);
	join(a);
}

static void *takes(void *p) {
	nap();
	pthread_mutex_lock(&m);
	sem_post(&units);
	pthread_mutex_unlock(&m);
	return p;
}

static void loop_broken(void) {
	ms = 100;
	pthread_mutex_lock(&m);
	start("worker", takes);
	sem_wait(&units);
}

/* A timer. */
static void *ticks(void *p) {
	nap();
	change(&over);
	return p;
}

static void timer(void) { start("timer", ticks), until(&over); }
static void timer_broken(void) { fails("timer"), until(&over); }

/* A thread for signals. */
static pid_t own;

static void terminate(void) { kill(own, SIGTERM); }

static void signals(void) {
	sigset_t set;
	int number;
	sigemptyset(&set), sigaddset(&set, SIGTERM);
	pthread_sigmask(SIG_BLOCK, &set, NULL);
	own = getpid();
	later(terminate);
	pthread_t a = start("worker", worker);
	require(sigwait(&set, &number) == 0);
	change(&jobs);
	join(a);
}

static void signals_broken(void) { fails("signals"), start("worker", worker), until(&over); }

/* A server. */
static struct sockaddr_in address = {.sin_family = AF_INET};

static void call(void) {
	int fd = socket(AF_INET, SOCK_STREAM, 0);
	require(connect(fd, (struct sockaddr *)&address, sizeof address) == 0);
}

static void *handler(void *p) {
	sem_wait(&units);
	return p;
}

static void server(void) {
	socklen_t n = sizeof address;
	int fd = socket(AF_INET, SOCK_STREAM, 0);
	pthread_t a = start("handler", handler);
	address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	require(bind(fd, (struct sockaddr *)&address, n) == 0 && listen(fd, 1) == 0 && getsockname(fd, (struct sockaddr *)&address, &n) == 0);
	later(call);
	require(accept(fd, NULL, NULL) >= 0);
	sem_post(&units);
	join(a);
}

static void server_broken(void) {
	pthread_t a = start("handler", handler);
	fails("acceptor"), join(a);
}

/* Tokens; the broken refill takes one itself. */
static void *refills(void *p) {
	nap();
	sem_post(&units), sem_post(&units);
	return p;
}

static void *refills_after(void *p) {
	sem_wait(&units);
	return refills(p);
}

static void tokens(void) {
	pthread_t a = start("taker", handler);
	start("refill", refills);
	sem_wait(&units), join(a);
}

static void tokens_broken(void) { start("taker", handler), start("refill", refills_after), sem_wait(&units); }

/* A child process; the broken reaper comes too late. */
static pid_t child(void (*act)(void)) {
	pid_t pid = fork();
	if (pid == 0)
		prctl(PR_SET_PDEATHSIG, SIGKILL), act(), _exit(0);
	return pid;
}

static void child_process(void) {
	pthread_t a = start("worker", worker);
	pid_t pid = child(nap);
	require(waitpid(pid, NULL, 0) == pid);
	change(&jobs), join(a);
}

static void *reaps(void *p) {
	if (waitpid(-1, NULL, 0) > 0)
		change(&over);
	return p;
}

static void nothing(void) {}

static void child_broken(void) {
	pid_t pid = child(nothing);
	require(waitpid(pid, NULL, 0) == pid);
	join(start("reaper", reaps)), until(&over);
}

/* A reader of a pipe with a writer in another process; the broken pair waits for each other. */
static void *reads(void *p) {
	require(read(ends[0], byte, 1) == 1);
	change(&over);
	return p;
}

static void *gives_credit(void *p) {
	until(&jobs), change(&over);
	return p;
}

static void reader(void) { ask(), later(feed), start("reader", reads), until(&over); }
static void reader_broken(void) { start("reader", gives_credit), until(&over), change(&jobs); }

/* A condition with a limit of time. */
static void timed(void) {
	struct timespec t;
	pthread_t a = start("worker", worker);
	clock_gettime(CLOCK_REALTIME, &t);
	t.tv_sec += ms / 1000, t.tv_nsec += ms % 1000 * 1000000L;
	t.tv_sec += t.tv_nsec / 1000000000, t.tv_nsec %= 1000000000;
	pthread_mutex_lock(&m);
	while (pthread_cond_timedwait(&changed, &m, &t) != ETIMEDOUT)
		;
	pthread_mutex_unlock(&m);
	change(&jobs), join(a);
}

static void timed_broken(void) { start("worker", worker), until(&over); }

/* Readers wait for a writer; the broken one ends with the lock. */
static void *writes(void *p) {
	pthread_rwlock_wrlock(&table);
	sem_post(&units);
	nap();
	pthread_rwlock_unlock(&table);
	return p;
}

static void *keeps(void *p) {
	pthread_rwlock_wrlock(&table);
	sem_post(&units);
	return p;
}

static void *looks_up(void *p) {
	pthread_rwlock_rdlock(&table);
	pthread_rwlock_unlock(&table);
	return p;
}

static void rwlock(void) { start("writer", writes), sem_wait(&units), join(start("reader", looks_up)); }
static void rwlock_broken(void) { join(start("writer", keeps)), sem_wait(&units), join(start("reader", looks_up)); }

/* A round of three. */
static void *arrives(void *p) {
	pthread_barrier_wait(&barrier);
	return p;
}

static void *arrives_late(void *p) {
	nap();
	return arrives(p);
}

static void rounds(void) { start("late", arrives_late), start("early", arrives), arrives(NULL); }
static void rounds_broken(void) { fails("late"), start("early", arrives), arrives(NULL); }

/* A join; the broken one is under a lock that the thread needs. */
static void joins(void) { join(start("task", ticks)); }

static void *needs(void *p) {
	pthread_mutex_lock(&m);
	pthread_mutex_unlock(&m);
	return p;
}

static void joins_broken(void) { pthread_mutex_lock(&m), join(start("task", needs)); }

/* A thread sleeps with a lock; the broken ones take three of them in a ring. */
static void *takes_both(pthread_mutex_t *a, pthread_mutex_t *b) {
	pthread_mutex_lock(a);
	pthread_barrier_wait(&barrier);
	pthread_mutex_lock(b);
	return NULL;
}

static void *first_second(void *p) { return (void)p, takes_both(&first, &second); }
static void *second_third(void *p) { return (void)p, takes_both(&second, &third); }
static void *third_first(void *p) { return (void)p, takes_both(&third, &first); }

static void *holds(void *p) {
	pthread_mutex_lock(&m);
	sem_post(&units);
	nap();
	pthread_mutex_unlock(&m);
	return p;
}

static void order(void) { start("holder", holds), sem_wait(&units), join(start("task", needs)); }

static void order_broken(void) {
	pthread_t a = start("first", first_second);
	start("second", second_third), start("third", third_first);
	join(a);
}

/* A lock of a file, which another process has; the broken ones take it and a mutex in
 * opposite orders. */
static void *locks_file(void *p) {
	flock(file[1], LOCK_EX);
	pthread_barrier_wait(&barrier);
	pthread_mutex_lock(&m);
	return p;
}

static void *locks_mutex(void *p) {
	pthread_mutex_lock(&m);
	pthread_barrier_wait(&barrier);
	flock(file[0], LOCK_EX);
	return p;
}

/* open_file opens a file without a name twice, as locks of files need. */
static void open_file(void) {
	char again[64];
	file[0] = memfd_create("waiters", 0);
	snprintf(again, sizeof again, "/proc/self/fd/%d", file[0]);
	file[1] = open(again, O_RDWR);
	require(file[0] >= 0 && file[1] >= 0);
}

static void keep_file(void) {}

static void file_lock(void) {
	open_file();
	flock(file[1], LOCK_EX);
	later(keep_file); /* which ends with the descriptor */
	close(file[1]);
	start("worker", worker);
	require(flock(file[0], LOCK_EX) == 0);
}

static void file_lock_broken(void) {
	open_file();
	pthread_barrier_destroy(&barrier), pthread_barrier_init(&barrier, NULL, 2);
	pthread_t a = start("file", locks_file);
	start("mutex", locks_mutex), join(a);
}

/* A queue between processes; the broken one is in this process, full in both directions. */
static mqd_t queue;

static void post(void) { require(mq_send(queue, "x", 1, 0) == 0); }

static void messages(void) {
	char name[64];
	snprintf(name, sizeof name, "/tiv-waiters-%d", (int)getpid());
	queue = mq_open(name, O_RDWR | O_CREAT, 0600, NULL);
	require(queue >= 0 && mq_unlink(name) == 0);
	later(post);
	start("worker", worker);
	require(mq_receive(queue, byte, sizeof byte, NULL) == 1);
}

static sem_t to, from; /* room in two queues */

static void *answers(void *p) {
	sem_wait(&from), sem_post(&to);
	return p;
}

static void messages_broken(void) { start("answers", answers), sem_wait(&to), sem_post(&from); }

/* A semaphore with a name, and one without. */
static sem_t *shared;

static void post_shared(void) { sem_post(shared); }

static void named_semaphore(void) {
	char name[64];
	snprintf(name, sizeof name, "/tiv-waiters-%d", (int)getpid());
	shared = sem_open(name, O_CREAT | O_EXCL, 0600, 0);
	require(shared != SEM_FAILED && sem_unlink(name) == 0);
	later(post_shared);
	start("worker", worker), sem_wait(shared);
}

static void named_broken(void) { start("worker", worker), sem_wait(&units); }

/* A word that another process changes, in memory that this one only reads; and one of its own. */
static int *word;

static void await_word(void) {
	start("worker", worker);
	while (__atomic_load_n(word, __ATOMIC_ACQUIRE) == 0)
		syscall(SYS_futex, word, FUTEX_WAIT, 0, NULL, NULL, 0);
}

static void change_word(void) {
	__atomic_store_n(word, 1, __ATOMIC_RELEASE);
	syscall(SYS_futex, word, FUTEX_WAKE, 1, NULL, NULL, 0);
}

static void words(void) {
	word = mmap(NULL, sizeof *word, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	require(word != MAP_FAILED);
	later(change_word);
	require(mprotect(word, sizeof *word, PROT_READ) == 0);
	await_word();
}

static void words_broken(void) {
	static int own;
	word = &own, await_word();
}

/* An initialization; the broken one waits for a thread that needs it. */
static void naps_first(void) { sem_post(&units), nap(); }
static void waits_first(void) { sem_post(&units), until(&over); }

static void *initializes(void *p) {
	pthread_once(&once, naps_first);
	return p;
}

static void *never_initializes(void *p) {
	pthread_once(&once, waits_first);
	return p;
}

static void *is_initialized(void *p) {
	pthread_once(&once, nothing);
	change(&over);
	return p;
}

static void once_only(void) { start("first", initializes), sem_wait(&units), join(start("second", is_initialized)); }
static void once_broken(void) { start("first", never_initializes), sem_wait(&units), join(start("second", is_initialized)); }

static const struct {
	const char *name;
	void (*healthy)(void), (*broken)(void);
} programs[] = {
	{"pool", pool, pool_broken}, {"loop", loop, loop_broken}, {"timer", timer, timer_broken}, {"signals", signals, signals_broken},
	{"server", server, server_broken}, {"tokens", tokens, tokens_broken}, {"child", child_process, child_broken},
	{"reader", reader, reader_broken}, {"timed", timed, timed_broken}, {"rwlock", rwlock, rwlock_broken}, {"rounds", rounds, rounds_broken},
	{"joins", joins, joins_broken}, {"order", order, order_broken}, {"file-lock", file_lock, file_lock_broken},
	{"messages", messages, messages_broken}, {"named", named_semaphore, named_broken}, {"words", words, words_broken}, {"once", once_only, once_broken},
};

int main(int argc, char **argv) {
	unsigned i;
	if (argc < 3)
		return 2;
	if (argc > 3)
		ms = atoi(argv[3]);
	sem_init(&units, 0, 0), sem_init(&to, 0, 0), sem_init(&from, 0, 0);
	pthread_barrier_init(&barrier, NULL, 3);
	for (i = 0; i < sizeof programs / sizeof *programs; i++)
		if (!strcmp(argv[1], programs[i].name)) {
			(strcmp(argv[2], "healthy") ? programs[i].broken : programs[i].healthy)();
			return 0;
		}
	return 2;
}
