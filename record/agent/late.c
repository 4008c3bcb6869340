//go:build ignore

/* The agent in a program that runs already. TIV loads it with the path of a socket; each
 * time from a file of its own, so that it begins anew. Beside the socket can be a file with
 * the options for calls. Over the socket TIV sends the file for the trace, already open, and
 * the agent replies "ready" when it records. It ends the recording when TIV closes its end,
 * or no longer exists, and replies "end" and an error number. Before both it can reply
 * "note" and what is missing. */
#include <errno.h>
#include <poll.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "agent.h"

static int connection = -1, claimed = -1;

static int connect_to(const char *path) {
	struct sockaddr_un address = {AF_UNIX, ""};
	int fd;
	if (strlen(path) >= sizeof address.sun_path)
		return ENAMETOOLONG;
	strcpy(address.sun_path, path);
	fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (fd < 0 || connect(fd, (struct sockaddr *)&address, sizeof address))
		return errno;
	connection = fd;
	return 0;
}

/* claim returns a reason not to record, if another copy of the agent does: the hooks of one
 * would take the place of the other's. The claim is a name that the kernel knows until the
 * socket is closed, of the process and its namespace. */
static const char *claim(void) {
	struct sockaddr_un address = {AF_UNIX, ""};
	struct stat space = {0};
	int n;
	stat("/proc/self/ns/pid", &space);
	n = snprintf(address.sun_path + 1, sizeof address.sun_path - 1, "tiv-agent-%ld-%lu", (long)getpid(), (unsigned long)space.st_ino);
	claimed = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	if (claimed < 0 || !bind(claimed, (struct sockaddr *)&address, (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + (size_t)n)) || errno != EADDRINUSE)
		return NULL;
	close(claimed);
	claimed = -1;
	return "it is being recorded already";
}

static void unclaim(void) {
	if (claimed >= 0)
		close(claimed);
	claimed = -1;
}

static void reply(const char *format, int number) {
	char line[64];
	int n = snprintf(line, sizeof line, format, number);
	if (n > 0)
		(void)!send(connection, line, (size_t)n, MSG_NOSIGNAL);
}

/* reply_notes says which classes stayed as they were. */
static void reply_notes(void) {
	char *text = unchanged_note();
	if (!text)
		return;
	(void)!send(connection, text, strlen(text), MSG_NOSIGNAL);
	free(text);
}

/* prepare_calls prepares the recording of calls, if there is a file "options" beside the socket;
 * it returns NULL, or the reason of a failure. */
static const char *prepare_calls(JavaVM *vm, JNIEnv *jni, const char *socket_path) {
	const char *failure = NULL, *end = strrchr(socket_path, '/');
	char path[4096], *options = NULL, *rest;
	size_t size = 0;
	FILE *f;
	snprintf(path, sizeof path, "%.*s/options", (int)(end ? end - socket_path : 0), socket_path);
	if (!(f = fopen(path, "r")))
		return NULL;
	if (getdelim(&options, &size, 0, f) > 0) {
		rest = options;
		failure = calls_options(vm, &rest);
		if (!failure)
			failure = calls_define(jni);
	}
	fclose(f);
	free(options);
	return failure;
}

/* receive returns the file of the trace, or -1 if TIV does not send it. */
static int receive(void) {
	char byte, space[CMSG_SPACE(sizeof(int))];
	struct iovec data = {&byte, 1};
	struct msghdr message;
	struct cmsghdr *control;
	int fd = -1;
	memset(&message, 0, sizeof message);
	message.msg_iov = &data, message.msg_iovlen = 1;
	message.msg_control = space, message.msg_controllen = sizeof space;
	if (recvmsg(connection, &message, MSG_CMSG_CLOEXEC) != 1)
		return -1;
	control = CMSG_FIRSTHDR(&message);
	if (control && control->cmsg_level == SOL_SOCKET && control->cmsg_type == SCM_RIGHTS && control->cmsg_len == CMSG_LEN(sizeof fd))
		memcpy(&fd, CMSG_DATA(control), sizeof fd);
	return fd;
}

/* watch looks at waits until TIV closes the connection, or the trace is full. */
static void watch(JNIEnv *jni) {
	enum { PERIOD_MS = 25 };
	struct pollfd end = {connection, POLLIN, 0};
	tiv_suspend_start(TIV_SLEEP);
	while (poll(&end, 1, PERIOD_MS) <= 0 && tiv_self() != 0 && __atomic_load_n(&live, __ATOMIC_ACQUIRE)) {
		look_at_owners(jni);
		look_at_inherited(jni);
	}
}

static void JNICALL help(jvmtiEnv *env, JNIEnv *jni, void *none) {
	int file = receive(), error = file < 0 ? 0 : tiv_start_fd(file, 0);
	(void)env, (void)none;
	if (file >= 0 && !error) {
		begin_program(jni);
		set_events(1);
		rebind_natives(jni);
		inherit(jni);
		calls_begin(jni);
		reply_notes();
		reply("ready\n", 0);
		watch(jni);
		end_recording();
		error = tiv_stop();
		forget_objects(jni);
		calls_undo(jni);
		reply_notes();
	}
	unclaim();
	reply("end %d\n", error);
	close(connection);
}

JNIEXPORT jint JNICALL Agent_OnAttach(JavaVM *vm, char *options, void *reserved) {
	const char *failure;
	JNIEnv *jni;
	int error;
	(void)reserved;
	late = 1;
	if ((error = connect_to(options ? options : "")) != 0)
		return error;
	failure = claim();
	if (!failure)
		failure = prepare(vm);
	if (!failure && (*vm)->GetEnv(vm, (void **)&jni, JNI_VERSION_1_6))
		failure = "its thread cannot run Java";
	if (!failure)
		failure = prepare_calls(vm, jni, options);
	if (failure) {
		unclaim();
		(void)!send(connection, failure, strlen(failure), MSG_NOSIGNAL);
		close(connection);
		return JNI_ERR;
	}
	start_helper(jni, help, NULL);
	return JNI_OK;
}
