//go:build ignore

/* Streams of the C library, which reads and writes for them without a call of another
 * function. A call that the buffer of its stream answers cannot wait. */
#include "preload.h"

#include <string.h>

#undef fgetc_unlocked
#undef getc_unlocked
#undef getchar_unlocked
#undef fread_unlocked
#undef fwrite_unlocked

static size_t unread(const FILE *f) { return (size_t)(f->_IO_read_end - f->_IO_read_ptr); }
static size_t space(const FILE *f) { return f->_IO_write_end > f->_IO_write_ptr ? (size_t)(f->_IO_write_end - f->_IO_write_ptr) : 0; }

/* a_line reports whether the next n bytes, or the rest of the line, are read. */
static int a_line(const FILE *f, size_t n) { return unread(f) >= n || memchr(f->_IO_read_ptr, '\n', unread(f)) != NULL; }

static int descriptor(const FILE *f) { return f ? f->_fileno : -1; }

/* STREAM defines a function of the stream f; ready: it cannot wait. */
#define STREAM(type, name, ready, parameters, arguments) \
	EXPORT type name parameters { \
		struct thread *t = recorded(); \
		if (t == NULL || (ready)) \
			return REAL(name) arguments; \
		IO(w) = begin_io(t, descriptor(f), CALLER); \
		return REAL(name) arguments; \
	}

STREAM(int, fgetc, unread(f) > 0, (FILE * f), (f))
STREAM(int, fgetc_unlocked, unread(f) > 0, (FILE * f), (f))
ALIAS(getc, fgetc)
ALIAS(_IO_getc, fgetc)
ALIAS(getc_unlocked, fgetc_unlocked)
/* The headers have these in place of getc_unlocked and putc_unlocked. */
STREAM(int, __uflow, 0, (FILE * f), (f))
STREAM(int, __underflow, 0, (FILE * f), (f))
STREAM(int, __overflow, 0, (FILE * f, int c), (f, c))
STREAM(char *, fgets, n <= 1 || a_line(f, (size_t)n - 1), (char *restrict p, int n, FILE *restrict f), (p, n, f))
STREAM(char *, fgets_unlocked, n <= 1 || a_line(f, (size_t)n - 1), (char *restrict p, int n, FILE *restrict f), (p, n, f))
STREAM(char *, __fgets_chk, 0, (char *p, size_t size, int n, FILE *f), (p, size, n, f))
STREAM(char *, __fgets_unlocked_chk, 0, (char *p, size_t size, int n, FILE *f), (p, size, n, f))
STREAM(size_t, fread, size == 0 || unread(f) / size >= n, (void *restrict p, size_t size, size_t n, FILE *restrict f), (p, size, n, f))
STREAM(size_t, fread_unlocked, size == 0 || unread(f) / size >= n, (void *restrict p, size_t size, size_t n, FILE *restrict f),
       (p, size, n, f))
STREAM(size_t, __fread_chk, 0, (void *p, size_t room, size_t size, size_t n, FILE *f), (p, room, size, n, f))
STREAM(size_t, __fread_unlocked_chk, 0, (void *p, size_t room, size_t size, size_t n, FILE *f), (p, room, size, n, f))
STREAM(ssize_t, getline, a_line(f, SIZE_MAX), (char **p, size_t *n, FILE *f), (p, n, f))
STREAM(ssize_t, getdelim, 0, (char **p, size_t *n, int end, FILE *f), (p, n, end, f))
STREAM(int, __isoc99_vfscanf, 0, (FILE *restrict f, const char *restrict format, va_list a), (f, format, a))
STREAM(size_t, fwrite, size == 0 || space(f) / size > n, (const void *restrict p, size_t size, size_t n, FILE *restrict f), (p, size, n, f))
STREAM(size_t, fwrite_unlocked, size == 0 || space(f) / size > n, (const void *restrict p, size_t size, size_t n, FILE *restrict f),
       (p, size, n, f))
STREAM(int, fputs, 0, (const char *restrict p, FILE *restrict f), (p, f))
STREAM(int, fputs_unlocked, 0, (const char *restrict p, FILE *restrict f), (p, f))
STREAM(int, fflush, 0, (FILE * f), (f))
STREAM(int, fflush_unlocked, 0, (FILE * f), (f))
ALIAS(_IO_fgets, fgets)
ALIAS(_IO_fread, fread)
ALIAS(__getdelim, getdelim)
ALIAS(_IO_fwrite, fwrite)
ALIAS(_IO_fputs, fputs)
ALIAS(_IO_fflush, fflush)

/* STANDARD defines a function of a standard stream. */
#define STANDARD(type, name, stream, ready, parameters, arguments) \
	EXPORT type name parameters { \
		struct thread *t = recorded(); \
		FILE *f = stream; \
		if (t == NULL || (ready)) \
			return REAL(name) arguments; \
		IO(w) = begin_io(t, descriptor(f), CALLER); \
		return REAL(name) arguments; \
	}

STANDARD(int, getchar, stdin, unread(f) > 0, (void), ())
STANDARD(int, getchar_unlocked, stdin, unread(f) > 0, (void), ())
STANDARD(int, __isoc99_vscanf, stdin, 0, (const char *restrict format, va_list a), (format, a))
STANDARD(int, puts, stdout, 0, (const char *p), (p))
ALIAS(_IO_puts, puts)

#if __GLIBC_PREREQ(2, 38)
STREAM(int, __isoc23_vfscanf, 0, (FILE *restrict f, const char *restrict format, va_list a), (f, format, a))
STANDARD(int, __isoc23_vscanf, stdin, 0, (const char *restrict format, va_list a), (format, a))
#endif

/* SCANF defines the functions with a list of arguments by those with a va_list. */
#define SCANF(prefix) \
	EXPORT int prefix##fscanf(FILE *restrict f, const char *restrict format, ...) { \
		struct thread *t = recorded(); \
		va_list a; \
		int result; \
		va_start(a, format); \
		if (t == NULL) { \
			result = REAL(prefix##vfscanf)(f, format, a); \
		} else { \
			IO(w) = begin_io(t, descriptor(f), CALLER); \
			result = REAL(prefix##vfscanf)(f, format, a); \
		} \
		va_end(a); \
		return result; \
	} \
	EXPORT int prefix##scanf(const char *restrict format, ...) { \
		struct thread *t = recorded(); \
		va_list a; \
		int result; \
		va_start(a, format); \
		if (t == NULL) { \
			result = REAL(prefix##vscanf)(format, a); \
		} else { \
			IO(w) = begin_io(t, descriptor(stdin), CALLER); \
			result = REAL(prefix##vscanf)(format, a); \
		} \
		va_end(a); \
		return result; \
	}

SCANF(__isoc99_)
#if __GLIBC_PREREQ(2, 38)
SCANF(__isoc23_)
#endif
