//go:build ignore

/* The start of other programs. The variables by which the library gets into a program are
 * added to an environment without them, if all are missing: a program that takes away
 * only LD_PRELOAD wants to start the other one without libraries. The library in the new
 * program hides what was added. A program that cannot reach the library, because it has other
 * rights or another root folder, is started without it.
 *
 * The functions may run in a process that shares the memory of its parent (vfork): they
 * write to their stack only, and to the text of shared.h. */
#include "preload.h"

#include "shared.h"

#include <alloca.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>

extern char **environ;

enum { VARIABLES = 16, MOST = 4096, TEXT = 1 << 16 };
static const char checks[] = "ASAN_OPTIONS=verify_asan_link_order=0"; /* as tiv record sets it */
static const char added[] = "TIV_PRELOAD_ADDED=1";

static struct {
	char library[4096];                    /* the file */
	char preload[4096];                    /* LD_PRELOAD=, and the library as the linker was told */
	char text[6144];                       /* the variables of this library, a zero byte after each */
	const char *variables[VARIABLES];
	int count;                             /* 0: nothing is to be added */
} own;

static int is(const char *variable, const char *name) {
	size_t n = strlen(name);
	return strncmp(variable, name, n) == 0 && variable[n] == '=';
}

/* ours returns the length of the library in a list of libraries if it is the first one. */
static size_t ours(const char *list) {
	size_t n = strlen(own.preload) - strlen("LD_PRELOAD=");
	if (strncmp(list, own.preload + strlen("LD_PRELOAD="), n) != 0 || (list[n] && list[n] != ':' && list[n] != ' '))
		return 0;
	return list[n] ? n + 1 : n;
}

/* cut takes text away from the front of a value, and returns whether nothing is left. */
static int cut(char *variable, size_t n) {
	char *value = strchr(variable, '=') + 1;
	memmove(value, value + n, strlen(value + n) + 1);
	return *value == 0;
}

/* hide_added takes away what an exec function has added, so that the program finds the
 * environment that it was given. */
static void hide_added(void) {
	size_t n = strlen(checks) - strlen("ASAN_OPTIONS=");
	char **from, **to = environ;
	int hidden;
	for (from = environ; *from; from++) {
		hidden = strncmp(*from, "TIV_PRELOAD", 11) == 0;
		if (is(*from, "LD_PRELOAD"))
			hidden = cut(*from, ours(*from + strlen("LD_PRELOAD=")));
		else if (strncmp(*from, checks, strlen(checks)) == 0)
			hidden = cut(*from, (*from)[strlen(checks)] == ':' ? n + 1 : n);
		if (!hidden)
			*to++ = *from;
	}
	*to = NULL;
}

/* keep_library keeps the file of this library, and how the linker was told to load it. */
static int keep_library(const char *list) {
	const char *name;
	size_t n;
	Dl_info self;
	if (list == NULL || dladdr((void *)keep_environment, &self) == 0 || strlen(self.dli_fname) >= sizeof own.library)
		return 0;
	strcpy(own.library, self.dli_fname);
	name = strrchr(own.library, '/') ? strrchr(own.library, '/') : own.library;
	for (; *list; list += n, list += strspn(list, ": ")) {
		n = strcspn(list, ": ");
		if (n < strlen(name) || n >= sizeof own.preload - 16 || strncmp(list + n - strlen(name), name, strlen(name)) != 0)
			continue;
		snprintf(own.preload, sizeof own.preload, "LD_PRELOAD=%.*s", (int)n, list);
		return 1;
	}
	return 0;
}

void keep_environment(void) {
	size_t used = 0, n;
	char **v;
	if (!keep_library(getenv("LD_PRELOAD")))
		return;
	for (v = environ; *v && own.count < VARIABLES; v++) {
		n = strlen(*v) + 1;
		if (strncmp(*v, "TIV_PRELOAD", 11) != 0 || is(*v, "TIV_PRELOAD_ADDED") || used + n > sizeof own.text)
			continue;
		own.variables[own.count++] = memcpy(own.text + used, *v, n);
		used += n;
	}
	if (getenv("TIV_PRELOAD_ADDED"))
		hide_added();
}

/* reachable reports whether a program started now could load the library and write a trace. */
static int reachable(void) {
	int fd = (int)REAL(syscall)(SYS_openat, AT_FDCWD, own.library, O_RDONLY | O_CLOEXEC, 0);
	if (fd < 0)
		return 0;
	REAL(close)(fd);
	return shared == NULL || shared_reachable();
}

/* A plan is what to do with an environment: room bytes are needed for the changed one, 0 if it
 * stays as it is. */
struct plan {
	size_t room;
	int add;
	int count; /* of variables */
};

static struct plan plan_environment(char *const env[]) {
	struct plan p = {0, 0, 0};
	size_t text = sizeof own.preload + sizeof checks;
	int with = 0, loaded = 0;
	if (own.count == 0)
		return p;
	for (; env && env[p.count]; p.count++) {
		with |= is(env[p.count], "TIV_PRELOAD");
		if (is(env[p.count], "LD_PRELOAD"))
			loaded = ours(env[p.count] + strlen("LD_PRELOAD=")) > 0, text += strlen(env[p.count]);
		else if (is(env[p.count], "ASAN_OPTIONS"))
			text += strlen(env[p.count]);
	}
	if (p.count > MOST || text > TEXT || (with && !loaded))
		return p;
	p.add = reachable();
	if (p.add ? !with : loaded)
		p.room = (size_t)(p.count + VARIABLES + 4) * sizeof *env + text;
	return p;
}

/* joined writes a variable whose value is a first part, and the old one. */
static char *joined(char **text, const char *first, const char *old) {
	char *to = *text;
	*text += sprintf(to, *old ? "%s:%s" : "%s%s", first, old) + 1;
	return to;
}

/* change_environment makes the environment of a plan, in room. */
static char *const *change_environment(struct plan p, char *const env[], void *room) {
	char **to = room, *text = (char *)(to + p.count + VARIABLES + 4);
	const char *libraries = "", *options = "";
	int i;
	for (i = 0; i < p.count; i++) {
		if (is(env[i], "LD_PRELOAD"))
			libraries = env[i] + strlen("LD_PRELOAD=");
		else if (p.add && is(env[i], "ASAN_OPTIONS"))
			options = env[i] + strlen("ASAN_OPTIONS=");
		else
			*to++ = env[i];
	}
	libraries += ours(libraries);
	if (p.add) {
		*to++ = joined(&text, own.preload, libraries);
		*to++ = joined(&text, checks, options);
		for (i = 0; i < own.count; i++)
			*to++ = (char *)own.variables[i];
		*to++ = (char *)added;
	} else if (*libraries) {
		*to++ = text;
		sprintf(text, "LD_PRELOAD=%s", libraries);
	}
	*to = NULL;
	return room;
}

/* PROGRAM_ENVIRONMENT sets the environment of a program that is started by a path, and notes
 * the program. */
#define PROGRAM_ENVIRONMENT(path, given, changed) \
	struct plan plan = plan_environment(given); \
	char *const *changed = plan.room ? change_environment(plan, given, alloca(plan.room)) : given; \
	note_start(plan, path)

static void note_start(struct plan p, const char *path) {
	int before = errno;
	if (own.count)
		note_program(p.room && !p.add ? "!" : "", path);
	errno = before;
}

/* EXEC is for functions that replace the program: the trace is written before. */
#define EXEC(name, parameters, path, env, call) \
	EXPORT int name parameters { \
		PROGRAM_ENVIRONMENT(path, env, changed); \
		flush_trace(0); \
		return call; \
	}

EXEC(execve, (const char *path, char *const argv[], char *const env[]), path, env, REAL(execve)(path, argv, changed))
EXEC(execv, (const char *path, char *const argv[]), path, environ, REAL(execve)(path, argv, changed))
EXEC(execvp, (const char *file, char *const argv[]), file, environ, REAL(execvpe)(file, argv, changed))
EXEC(execvpe, (const char *file, char *const argv[], char *const env[]), file, env, REAL(execvpe)(file, argv, changed))

EXPORT int fexecve(int fd, char *const argv[], char *const env[]) {
	char link[32], path[1024];
	ssize_t n;
	snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
	n = readlink(link, path, sizeof path - 1);
	path[n < 0 ? 0 : n] = 0;
	PROGRAM_ENVIRONMENT(path, env, changed);
	flush_trace(0);
	return REAL(fexecve)(fd, argv, changed);
}

/* The functions with a list of arguments: it ends with NULL, after which execle has the
 * environment. */
#define LIST(name, with, call) \
	EXPORT int name(const char *path, const char *first, ...) { \
		va_list list; \
		size_t n, i; \
		char *const *env = environ; \
		va_start(list, first); \
		for (n = 1; va_arg(list, char *) != NULL; n++) \
			; \
		if (with) \
			env = va_arg(list, char *const *); \
		va_end(list); \
		char *argv[n + 1]; \
		argv[0] = (char *)first; \
		va_start(list, first); \
		for (i = 1; i <= n; i++) \
			argv[i] = va_arg(list, char *); \
		va_end(list); \
		return call; \
	}

LIST(execl, 0, execve(path, argv, env))
LIST(execle, 1, execve(path, argv, env))
LIST(execlp, 0, execvpe(path, argv, env))

#define SPAWN(name) \
	EXPORT int name(pid_t *restrict pid, const char *restrict path, const posix_spawn_file_actions_t *restrict actions, \
	                const posix_spawnattr_t *restrict attr, char *const argv[restrict], char *const env[restrict]) { \
		int result, rested; \
		PROGRAM_ENVIRONMENT(path, env, changed); \
		result = REAL(name)(pid, path, actions, attr, argv, changed); \
		if (result == EAGAIN && (rested = rest_recorder())) { \
			result = REAL(name)(pid, path, actions, attr, argv, changed); \
			wake_recorder(rested); \
		} \
		return result; \
	}

SPAWN(posix_spawn)
SPAWN(posix_spawnp)
