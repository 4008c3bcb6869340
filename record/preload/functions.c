//go:build ignore

/* The functions whose calls are recorded. In a program that is compiled with
 * -finstrument-functions, each function reports its calls with its address. Names and
 * patterns are known to tiv record: at the first call of a function of a module, this
 * library sends it the path of the module, and it answers with the chosen functions. */
#include "preload.h"

#include <fcntl.h>
#include <link.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/un.h>

#ifdef DLFO_STRUCT_HAS_EH_DBASE

/* Modules and names are in one mapping, and never freed: the trace refers to the names. */
enum { ROOM = 1 << 28 };
static uint8_t *room;
static size_t room_used;

struct module {
	const struct link_map *map;
	uintptr_t base, inside; /* an address in it */
	int closed; /* atomic */
	struct module *next;
	size_t count;
	struct {
		uint64_t address; /* in the module */
		uint64_t name;    /* in room */
	} functions[]; /* by address */
};
static struct module *modules; /* atomic: it only grows at its head */
static uint32_t asking;        /* atomic: a lock of room */

static int (*find_object)(void *, struct dl_find_object *);
static const char *folder;
static char program[4096];
static uint64_t began; /* the wall clock at the start of the process, in ns */

/* decisions has a word for each function that was called: the rest of its hashed address,
 * and below the place of its name in room, or UNCHOSEN. Two words share a set. The hash is
 * reversible, so a word is about one function. */
enum { SETS = 1 << 15, REST_BITS = 33, NAME_BITS = 31, UNCHOSEN = 1 };
static uint64_t (*decisions)[2];

static const struct link_map *map_at(uintptr_t address) {
	struct dl_find_object object;
	return find_object((void *)address, &object) == 0 ? object.dlfo_link_map : NULL;
}

static struct module *module_of(const struct link_map *map) {
	struct module *m = __atomic_load_n(&modules, __ATOMIC_ACQUIRE);
	while (m && (m->map != map || m->base != map->l_addr || __atomic_load_n(&m->closed, __ATOMIC_RELAXED)))
		m = m->next;
	return m;
}

/* transfer reads or writes n bytes. It is no cancellation point. */
static int transfer(long call, int fd, void *data, size_t n) {
	size_t done = 0;
	while (done < n) {
		long some = REAL(syscall)(call, fd, (uint8_t *)data + done, n - done);
		if (some <= 0 && !(some < 0 && errno == EINTR))
			return 0;
		done += some > 0 ? (size_t)some : 0;
	}
	return 1;
}

/* connect_recorder returns a connection to tiv record, or -1. Its path can be longer than
 * an address. */
static int connect_recorder(void) {
	struct sockaddr_un to = {.sun_family = AF_UNIX};
	struct timeval patience = {10, 0};
	int dir = (int)REAL(syscall)(SYS_openat, AT_FDCWD, folder, O_PATH | O_DIRECTORY | O_CLOEXEC), fd;
	if (dir < 0)
		return -1;
	snprintf(to.sun_path, sizeof to.sun_path, "/proc/self/fd/%d/calls", dir);
	fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (fd >= 0 && (setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience) != 0 ||
	                REAL(syscall)(SYS_connect, fd, &to, sizeof to) != 0)) {
		REAL(syscall)(SYS_close, fd);
		fd = -1;
	}
	REAL(syscall)(SYS_close, dir);
	return fd;
}

/* request asks for the chosen functions of a module. It returns the size of the answer,
 * which follows the module in room; 0 without one. */
static size_t request(struct module *m) {
	struct {
		uint64_t began, function;
		char path[sizeof program];
	} question = {began, m->inside - m->base, ""};
	const char *path = m->map->l_name && *m->map->l_name ? m->map->l_name : program;
	size_t left = ROOM - room_used - sizeof *m, n = strnlen(path, sizeof question.path - 1);
	uint64_t size = 0;
	int fd = connect_recorder(), ok;
	if (fd < 0)
		return 0;
	memcpy(question.path, path, n);
	ok = transfer(SYS_write, fd, &question, sizeof question) && transfer(SYS_read, fd, &size, sizeof size) && size <= left &&
	     transfer(SYS_read, fd, m->functions, size);
	REAL(syscall)(SYS_close, fd);
	return ok ? size : 0;
}

/* add_module adds the module with a function that is called, or NULL. */
static struct module *add_module(const struct link_map *map, uintptr_t function) {
	struct module *m = (struct module *)(room + room_used);
	size_t i, size, names;
	if (sandboxed || room_used + sizeof *m > ROOM)
		return NULL;
	m->map = map, m->base = map->l_addr, m->inside = function, m->closed = 0;
	size = request(m);
	/* The functions end where the first name begins. */
	m->count = size ? m->functions[0].name / sizeof m->functions[0] : 0;
	names = room_used + sizeof *m;
	for (i = 0; i < m->count; i++)
		m->functions[i].name += names;
	room_used = (names + size + 15) & ~(size_t)15;
	m->next = modules;
	__atomic_store_n(&modules, m, __ATOMIC_RELEASE);
	return m;
}

/* ask_for returns the module with a function; no signal handler sees it unfinished. */
static struct module *ask_for(const struct link_map *map, uintptr_t function) {
	sigset_t all, before;
	struct module *m;
	int error = errno;
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	while (__atomic_exchange_n(&asking, 1, __ATOMIC_ACQUIRE))
		sched_yield();
	if ((m = module_of(map)) == NULL)
		m = add_module(map, function);
	__atomic_store_n(&asking, 0, __ATOMIC_RELEASE);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	errno = error;
	return m;
}

/* decide returns the place of the name of a function in room, or UNCHOSEN. */
static uint64_t decide(uintptr_t function) {
	const struct link_map *map = map_at(function);
	struct module *m = map ? module_of(map) : NULL;
	size_t low = 0, high;
	if (map && m == NULL)
		m = ask_for(map, function);
	if (m == NULL)
		return UNCHOSEN;
	for (high = m->count; low < high;) {
		size_t middle = low + (high - low) / 2;
		if (m->functions[middle].address < function - m->base)
			low = middle + 1;
		else
			high = middle;
	}
	return low < m->count && m->functions[low].address == function - m->base ? m->functions[low].name : UNCHOSEN;
}

__attribute__((noinline)) static const char *decide_on(uintptr_t function, uint64_t *set, uint64_t rest) {
	uint64_t name = decide(function);
	__atomic_store_n(&set[__atomic_load_n(&set[0], __ATOMIC_RELAXED) != 0], rest << NAME_BITS | name, __ATOMIC_RELAXED);
	return name == UNCHOSEN ? NULL : (const char *)room + name;
}

const char *chosen_function(uintptr_t function) {
	const uint64_t below = ((uint64_t)1 << 48) - 1, names = ((uint64_t)1 << NAME_BITS) - 1;
	uint64_t hash = function * 0x9e3779b97f4a7c15u & below, rest = hash & (((uint64_t)1 << REST_BITS) - 1), *set, word;
	if (decisions == NULL || UNLIKELY(function > below))
		return NULL;
	set = decisions[hash >> REST_BITS];
	word = __atomic_load_n(&set[0], __ATOMIC_RELAXED);
	if (UNLIKELY(word >> NAME_BITS != rest || word == 0)) {
		word = __atomic_load_n(&set[1], __ATOMIC_RELAXED);
		if (word >> NAME_BITS != rest || word == 0)
			return decide_on(function, set, rest);
	}
	return LIKELY((word & names) == UNCHOSEN) ? NULL : (const char *)room + (word & names);
}

void forget_closed_modules(void) {
	struct module *m;
	int any = 0;
	for (m = __atomic_load_n(&modules, __ATOMIC_ACQUIRE); m; m = m->next)
		if (!m->closed && map_at(m->inside) != m->map)
			any = 1, __atomic_store_n(&m->closed, 1, __ATOMIC_RELAXED);
	if (any)
		madvise(decisions, SETS * sizeof *decisions, MADV_DONTNEED);
}

void choose_in_child(void) { asking = 0; }

void begin_functions(const char *socket_folder) {
	struct timespec now;
	ssize_t n = readlink("/proc/self/exe", program, sizeof program - 1);
	*(void **)&find_object = dlsym(RTLD_DEFAULT, "_dl_find_object");
	if (n <= 0 || find_object == NULL || clock_gettime(CLOCK_REALTIME, &now) != 0)
		return;
	began = (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
	folder = socket_folder;
	room = mmap(NULL, ROOM, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	room_used = 16;
	decisions = mmap(NULL, SETS * sizeof *decisions, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (room == MAP_FAILED || decisions == MAP_FAILED)
		decisions = NULL;
}

#else
const char *chosen_function(uintptr_t function) { return (void)function, NULL; }
void forget_closed_modules(void) {}
void choose_in_child(void) {}
void begin_functions(const char *socket_folder) { (void)socket_folder; }
#endif
