//go:build ignore

/* The connection of a trace that is sent to a listener while the program runs. It has the
 * descriptor that the file would have, and its protection (file.c). */
#include "preload.h"
#include "file.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>

static struct {
	char token[1024], buffer[32];
	pid_t parent;
} settings;

int own_connect(int fd, const struct sockaddr *to, socklen_t size) {
	(void)fd;
	return REAL(connect)(trace_fd(), to, size);
}

int own_poll(struct pollfd *p, nfds_t n, int ms) {
	p->fd = trace_fd();
	return REAL(poll)(p, n, ms);
}

ssize_t own_say(int fd, const void *p, size_t n) { return REAL(write)(fd, p, n); }

static void keep_setting(const char *name, const char *other, char *to, size_t size) {
	const char *value = getenv(name);
	if (value == NULL && other)
		value = getenv(other);
	if (value && strlen(value) < size)
		strcpy(to, value);
}

void keep_settings(void) {
	const char *value = getenv("TIV_PRELOAD_PARENT");
	settings.parent = value ? (pid_t)atol(value) : 0;
	keep_setting("TIV_PRELOAD_TO", NULL, file.to, sizeof file.to);
	keep_setting("TIV_PRELOAD_TOKEN", "TIV_TOKEN", settings.token, sizeof settings.token);
	keep_setting("TIV_PRELOAD_BUFFER", "TIV_BUFFER", settings.buffer, sizeof settings.buffer);
}

const char *own_setting(const char *name) { return strcmp(name, "TIV_TOKEN") == 0 ? settings.token : settings.buffer; }

int speaks(void) { return settings.parent != 0 && settings.parent == getppid(); }

const char *own_language(void) { return python.size ? "python" : is_rust ? "rust" : "c"; }
