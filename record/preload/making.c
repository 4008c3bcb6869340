//go:build ignore

/* Functions that make streams, and those that give them to the streams of the C library, whose
 * reads and writes are not seen. */
#include "streams.h"

static int made(const int fds[2], int is_pipe) {
	int i;
	for (i = 0; i < 2; i++)
		forget_file(fds[i]);
	if (is_pipe)
		note_pipe(fds[0]);
	else
		note_pair(fds);
	return 0;
}

EXPORT int pipe(int fds[2]) { return REAL(pipe)(fds) == 0 ? made(fds, 1) : -1; }
EXPORT int pipe2(int fds[2], int flags) { return REAL(pipe2)(fds, flags) == 0 ? made(fds, 1) : -1; }
EXPORT int socketpair(int family, int type, int protocol, int fds[2]) {
	return REAL(socketpair)(family, type, protocol, fds) == 0 ? made(fds, 0) : -1;
}
ALIAS(__pipe, pipe)

EXPORT FILE *fdopen(int fd, const char *mode) {
	note_unseen(fd);
	return REAL(fdopen)(fd, mode);
}
ALIAS(_IO_fdopen, fdopen)

EXPORT int vdprintf(int fd, const char *restrict format, va_list a) {
	note_unseen(fd);
	return REAL(vdprintf)(fd, format, a);
}

EXPORT int dprintf(int fd, const char *restrict format, ...) {
	va_list a;
	int result;
	va_start(a, format);
	result = vdprintf(fd, format, a);
	va_end(a);
	return result;
}

EXPORT int __vdprintf_chk(int fd, int level, const char *format, va_list a) {
	note_unseen(fd);
	return REAL(__vdprintf_chk)(fd, level, format, a);
}

EXPORT int __dprintf_chk(int fd, int level, const char *format, ...) {
	va_list a;
	int result;
	va_start(a, format);
	result = __vdprintf_chk(fd, level, format, a);
	va_end(a);
	return result;
}
