/* file.h: the file of the trace. */
#ifndef FILE_H
#define FILE_H

#include <poll.h>
#include <sys/socket.h>
#include <sys/types.h>

struct trace_file {
	char name[64]; /* of the program when it starts: servers write titles over it */
	char folder[3072], base[4096], path[4128]; /* the path is the base, and what name_file adds */
	uint64_t max_size; /* 0: unlimited */
	uint64_t limit;    /* of the system on the size of files */
	int fd;            /* atomic; -1 without a file */
	uint32_t busy;     /* atomic: a write, or a change of the descriptor */
	dev_t device;
	ino_t number;
	char to[512];      /* the address of a listener, in place of the file; "": none */
	int many;  /* the process has had a second thread */
	int error; /* of the first write that failed */
};
extern struct trace_file file;

/* rename_file renames the file after a change that its name shows. */
void rename_file(void);

/* What tiv.h calls: own_open creates the trace, and opens other files as they are. */
int own_open(const char *path, int flags, ...);
ssize_t own_write(int fd, const void *p, size_t n);
int own_truncate(int fd, off_t size);
int own_close(int fd);

/* The same for the connection to a listener: there is one descriptor, of the file or of it. */
int own_socket(int family, int type, int protocol);
int own_connect(int fd, const struct sockaddr *to, socklen_t size);
ssize_t own_send(int fd, const void *p, size_t n);
ssize_t own_receive(int fd, void *p, size_t n);
int own_poll(struct pollfd *p, nfds_t n, int ms);
ssize_t own_say(int fd, const void *p, size_t n);

/* own_setting returns the value that a setting of tiv.h had when the program began, or NULL;
 * keep_settings keeps them. speaks reports whether this process may say a line on standard
 * error: the one that tiv record has started itself. */
const char *own_setting(const char *name);
void keep_settings(void);
int speaks(void);
const char *own_language(void);

#endif
