/* Waits for descriptors. */
#include "seen.h"

#include <aio.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/select.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/un.h>

static char text[8];
static const struct iovec one = {text, 8};

/* READS defines a wait for an empty pipe, RECEIVES one for sockets. */
#define READS(name, call) static void in_##name(void) { make_pipe(), announce(); REQUIRE(call); }
#define RECEIVES(name, call) static void in_##name(void) { make_sockets(SOCK_DGRAM), announce(); REQUIRE(call); }
READS(read, read(ends[0], text, room) == 8)
READS(readv, readv(ends[0], &one, 1) == 8)
READS(preadv2, preadv2(ends[0], &one, 1, -1, 0) == 8)
READS(poll, poll(&(struct pollfd){ends[0], POLLIN, 0}, room / 8, -1) == 1)
READS(ppoll, ppoll(&(struct pollfd){ends[0], POLLIN, 0}, room / 8, NULL, NULL) == 1)
RECEIVES(recv, recv(ends[0], text, room, 0) == 8)
RECEIVES(recvfrom, recvfrom(ends[0], text, room, 0, NULL, NULL) == 8)
RECEIVES(recvmsg, recvmsg(ends[0], &(struct msghdr){.msg_iov = (struct iovec *)&one, .msg_iovlen = 1}, 0) == 8)
RECEIVES(recvmmsg, recvmmsg(ends[0], &(struct mmsghdr){.msg_hdr = {.msg_iov = (struct iovec *)&one, .msg_iovlen = 1}}, 1, 0, NULL) == 1)

/* WRITES defines a wait for a full pipe, SENDS one for sockets. */
#define WRITES(name, call) static void in_##name(void) { make_pipe(), fill(ends[1]), announce(); REQUIRE(call); }
#define SENDS(name, call) static void in_##name(void) { make_sockets(SOCK_STREAM), fill(ends[1]), announce(); REQUIRE(call); }
WRITES(write, write(ends[1], text, 8) == 8)
WRITES(writev, writev(ends[1], &one, 1) == 8)
WRITES(pwritev2, pwritev2(ends[1], &one, 1, -1, 0) == 8)
WRITES(vmsplice, vmsplice(ends[1], &one, 1, 0) == 8)
SENDS(send, send(ends[1], text, 8, 0) == 8)
SENDS(sendto, sendto(ends[1], text, 8, 0, NULL, 0) == 8)
SENDS(sendmsg, sendmsg(ends[1], &(struct msghdr){.msg_iov = (struct iovec *)&one, .msg_iovlen = 1}, 0) == 8)
SENDS(sendmmsg, sendmmsg(ends[1], &(struct mmsghdr){.msg_hdr = {.msg_iov = (struct iovec *)&one, .msg_iovlen = 1}}, 1, 0) == 1)

static fd_set set_of(int fd) {
	fd_set set;
	FD_ZERO(&set);
	FD_SET(fd, &set);
	return set;
}

static void in_select(void) {
	make_pipe();
	fd_set set = set_of(ends[0]);
	announce();
	REQUIRE(select(ends[0] + 1, &set, NULL, NULL, NULL) == 1);
}

static void in_pselect(void) {
	make_pipe();
	fd_set set = set_of(ends[0]);
	announce();
	REQUIRE(pselect(ends[0] + 1, &set, NULL, NULL, NULL, NULL) == 1);
}

static int polled(void) {
	struct epoll_event event = {.events = EPOLLIN};
	int fd = epoll_create1(EPOLL_CLOEXEC);
	make_pipe();
	REQUIRE(fd >= 0 && epoll_ctl(fd, EPOLL_CTL_ADD, ends[0], &event) == 0);
	announce();
	return fd;
}

static void in_epoll_wait(void) {
	struct epoll_event event;
	int fd = polled();
	REQUIRE(epoll_wait(fd, &event, 1, -1) == 1 && close(fd) == 0);
}

static void in_epoll_pwait(void) {
	struct epoll_event event;
	int fd = polled();
	REQUIRE(epoll_pwait(fd, &event, 1, -1, NULL) == 1 && close(fd) == 0);
}

#if __GLIBC_PREREQ(2, 35)
static void in_epoll_pwait2(void) {
	struct epoll_event event;
	int fd = polled();
	int got = epoll_pwait2(fd, &event, 1, NULL, NULL);
	REQUIRE((got == 1 || errno == ENOSYS) && close(fd) == 0);
}
#endif

static int other[2];

static void in_splice(void) {
	make_pipe();
	REQUIRE(pipe(other) == 0);
	announce();
	REQUIRE(splice(ends[0], NULL, other[1], NULL, 8, 0) == 8);
	close(other[0]), close(other[1]);
}

static void in_tee(void) {
	make_pipe();
	REQUIRE(pipe(other) == 0);
	announce();
	REQUIRE(tee(ends[0], other[1], 8, 0) == 8);
	close(other[0]), close(other[1]);
}

static void in_sendfile(void) {
	int fd = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
	make_sockets(SOCK_STREAM);
	fill(ends[1]);
	announce();
	REQUIRE(fd >= 0 && sendfile(ends[1], fd, NULL, 8) == 8 && close(fd) == 0);
}

static void in_eventfd_read(void) {
	eventfd_t value;
	make_pipe();
	close(ends[0]);
	ends[0] = eventfd(0, EFD_CLOEXEC);
	announce();
	REQUIRE(eventfd_read(ends[0], &value) == 0);
}

static void end_eventfd(void) { REQUIRE(eventfd_write(ends[0], 1) == 0); }

static const struct sockaddr_un *address(void) {
	static struct sockaddr_un a = {.sun_family = AF_UNIX};
	snprintf(a.sun_path, sizeof a.sun_path, "%s", path_of("socket"));
	return &a;
}

static void listening(void) {
	make_pipe();
	close(ends[0]);
	ends[0] = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	unlink(address()->sun_path);
	REQUIRE(bind(ends[0], (const void *)address(), sizeof *address()) == 0 && listen(ends[0], 1) == 0);
	announce();
}

static void end_accept(void) {
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	REQUIRE(connect(fd, (const void *)address(), sizeof *address()) == 0 && close(fd) == 0);
}

static void in_accept(void) { listening(), REQUIRE(close(accept(ends[0], NULL, NULL)) == 0); }
static void in_accept4(void) { listening(), REQUIRE(close(accept4(ends[0], NULL, NULL, SOCK_CLOEXEC)) == 0); }

#if __GLIBC_PREREQ(2, 34)
static struct aiocb reading(void) {
	make_pipe();
	return (struct aiocb){.aio_fildes = ends[0], .aio_buf = text, .aio_nbytes = 8, .aio_lio_opcode = LIO_READ};
}

static void in_aio_suspend(void) {
	struct aiocb c = reading();
	const struct aiocb *list[1] = {&c};
	REQUIRE(aio_read(&c) == 0);
	announce();
	REQUIRE(aio_suspend(list, 1, NULL) == 0 && aio_return(&c) == 8);
}

static void in_lio_listio(void) {
	struct aiocb c = reading(), *list[1] = {&c};
	announce();
	REQUIRE(lio_listio(LIO_WAIT, list, 1, NULL) == 0);
}
#endif

#define ENTRY(name, end) {#name, "io", in_##name, end, NULL},
const struct wait descriptors[] = {
	ENTRY(read, feed) ENTRY(readv, feed) ENTRY(preadv2, feed) ENTRY(poll, feed) ENTRY(ppoll, feed)
	ENTRY(recv, feed) ENTRY(recvfrom, feed) ENTRY(recvmsg, feed) ENTRY(recvmmsg, feed)
	ENTRY(write, empty) ENTRY(writev, empty) ENTRY(pwritev2, empty) ENTRY(vmsplice, empty)
	ENTRY(send, empty) ENTRY(sendto, empty) ENTRY(sendmsg, empty) ENTRY(sendmmsg, empty) ENTRY(sendfile, empty)
	ENTRY(select, feed) ENTRY(pselect, feed) ENTRY(epoll_wait, feed) ENTRY(epoll_pwait, feed)
	ENTRY(splice, feed) ENTRY(tee, feed) ENTRY(eventfd_read, end_eventfd) ENTRY(accept, end_accept) ENTRY(accept4, end_accept)
#if __GLIBC_PREREQ(2, 35)
	ENTRY(epoll_pwait2, feed)
#endif
#if __GLIBC_PREREQ(2, 34)
	ENTRY(aio_suspend, feed) ENTRY(lio_listio, feed)
#endif
	{.name = NULL},
};
