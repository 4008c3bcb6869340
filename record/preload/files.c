//go:build ignore

/* Opening and closing files: that of a FIFO waits for its other end, that of a device or of
 * a file on a network can wait, too. */
#include "preload.h"

#include <sys/stat.h>

/* The descriptor of a new file has no history. */
static int opened(int fd) {
	forget_file(fd);
	return fd;
}

#define OPEN(name, parameters, arguments) \
	EXPORT int name parameters { \
		struct thread *t = recorded(); \
		if (t == NULL) \
			return opened(REAL(name) arguments); \
		IO(w) = begin_io_of(t, TIV_OTHER, CALLER); \
		return opened(REAL(name) arguments); \
	}

/* OPEN_MODE defines one that has a mode if it can create the file. */
#define OPEN_MODE(name, parameters, ...) \
	EXPORT int name parameters { \
		struct thread *t = recorded(); \
		mode_t mode = 0; \
		if (flags & O_CREAT || (flags & O_TMPFILE) == O_TMPFILE) { \
			va_list list; \
			va_start(list, flags); \
			mode = va_arg(list, mode_t); \
			va_end(list); \
		} \
		if (t == NULL) \
			return opened(REAL(name)(__VA_ARGS__, flags, mode)); \
		IO(w) = begin_io_of(t, TIV_OTHER, CALLER); \
		return opened(REAL(name)(__VA_ARGS__, flags, mode)); \
	}

OPEN_MODE(open, (const char *path, int flags, ...), path)
OPEN_MODE(open64, (const char *path, int flags, ...), path)
OPEN_MODE(openat, (int folder, const char *path, int flags, ...), folder, path)
OPEN_MODE(openat64, (int folder, const char *path, int flags, ...), folder, path)
OPEN(creat, (const char *path, mode_t mode), (path, mode))
OPEN(creat64, (const char *path, mode_t mode), (path, mode))
OPEN(__open_2, (const char *path, int flags), (path, flags))
OPEN(__open64_2, (const char *path, int flags), (path, flags))
OPEN(__openat_2, (int folder, const char *path, int flags), (folder, path, flags))
OPEN(__openat64_2, (int folder, const char *path, int flags), (folder, path, flags))
ALIAS(__open, open)
ALIAS(__open64, open64)

#define OPEN_STREAM(name, parameters, arguments) \
	EXPORT FILE *name parameters { \
		struct thread *t = recorded(); \
		FILE *f; \
		if (t == NULL) { \
			f = REAL(name) arguments; \
		} else { \
			IO(w) = begin_io_of(t, TIV_OTHER, CALLER); \
			f = REAL(name) arguments; \
		} \
		if (f) \
			forget_file(f->_fileno); \
		return f; \
	}

OPEN_STREAM(fopen, (const char *restrict path, const char *restrict mode), (path, mode))
OPEN_STREAM(fopen64, (const char *restrict path, const char *restrict mode), (path, mode))
OPEN_STREAM(freopen, (const char *restrict path, const char *restrict mode, FILE *restrict old), (path, mode, old))
OPEN_STREAM(freopen64, (const char *restrict path, const char *restrict mode, FILE *restrict old), (path, mode, old))
ALIAS(_IO_fopen, fopen)

EXPORT int fclose(FILE *f) {
	struct thread *t = recorded();
	int fd = f->_fileno;
	if (t == NULL) {
		forget_file(fd);
		return REAL(fclose)(f);
	}
	IO(w) = begin_io(t, fd, CALLER);
	forget_file(fd);
	return REAL(fclose)(f);
}
ALIAS(_IO_fclose, fclose)
