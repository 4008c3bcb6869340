//go:build ignore

/* The ends of connections. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif
#include "connection.h"

#include <arpa/inet.h>
#include <linux/netlink.h>
#include <linux/sock_diag.h>
#include <linux/unix_diag.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>

/* An address, of any family. */
union address {
	struct sockaddr a;
	struct sockaddr_in v4;
	struct sockaddr_in6 v6;
	struct sockaddr_un path;
};

int connection_family(int fd) {
	union {
		struct sockaddr a;
		struct sockaddr_storage room;
	} own;
	int type, family;
	socklen_t n = sizeof own, m = sizeof type;
	if (getsockopt(fd, SOL_SOCKET, SO_TYPE, &type, &m) != 0 || type != SOCK_STREAM || getsockname(fd, &own.a, &n) != 0)
		return 0;
	family = own.a.sa_family;
	return family == AF_INET || family == AF_INET6 || family == AF_UNIX ? family : 0;
}

uint64_t file_number(int fd) {
	struct stat st;
	return fstat(fd, &st) == 0 ? (uint64_t)st.st_ino : 0;
}

uint64_t unix_peer(uint64_t number, long (*call)(long, ...)) {
	struct {
		struct nlmsghdr head;
		struct unix_diag_req request;
	} ask = {.head = {.nlmsg_len = sizeof ask, .nlmsg_type = SOCK_DIAG_BY_FAMILY, .nlmsg_flags = NLM_F_REQUEST},
	         .request = {.sdiag_family = AF_UNIX, .udiag_states = ~0u, .udiag_ino = (uint32_t)number, .udiag_show = UDIAG_SHOW_PEER,
	                     .udiag_cookie = {~0u, ~0u}}};
	union {
		struct nlmsghdr head;
		uint8_t bytes[512];
	} answer;
	uint64_t peer = 0;
	long n = 0;
	int fd;
	if (number > UINT32_MAX || (fd = (int)call(SYS_socket, AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_SOCK_DIAG)) < 0)
		return 0;
	if (call(SYS_sendto, fd, &ask, sizeof ask, 0, NULL, 0) == (long)sizeof ask)
		n = call(SYS_recvfrom, fd, &answer, sizeof answer, MSG_DONTWAIT, NULL, NULL);
	call(SYS_close, fd);
	if (n >= (long)NLMSG_LENGTH(sizeof(struct unix_diag_msg)) && answer.head.nlmsg_type == SOCK_DIAG_BY_FAMILY &&
	    (long)answer.head.nlmsg_len <= n) {
		const uint8_t *at = answer.bytes + NLMSG_LENGTH(sizeof(struct unix_diag_msg)), *end = answer.bytes + answer.head.nlmsg_len;
		while (end - at >= (long)sizeof(struct nlattr)) {
			struct nlattr a;
			memcpy(&a, at, sizeof a);
			if (a.nla_len < sizeof a || a.nla_len > end - at)
				break;
			if (a.nla_type == UNIX_DIAG_PEER && a.nla_len >= sizeof a + 4) {
				uint32_t other;
				memcpy(&other, at + sizeof a, sizeof other);
				peer = other;
			}
			at += NLMSG_ALIGN(a.nla_len);
		}
	}
	return peer;
}

/* write_host writes an address and a port of the internet. One of IPv4 has one form, whatever the
 * family of its socket. It returns 0 for others. */
static int write_host(char *to, const union address *of) {
	char text[INET6_ADDRSTRLEN];
	const uint8_t *v6 = of->v6.sin6_addr.s6_addr;
	if (of->a.sa_family == AF_INET)
		return inet_ntop(AF_INET, &of->v4.sin_addr, text, sizeof text) && snprintf(to, LONGEST_END, "%s:%d", text, ntohs(of->v4.sin_port)) > 0;
	if (of->a.sa_family != AF_INET6)
		return 0;
	if (IN6_IS_ADDR_V4MAPPED(&of->v6.sin6_addr))
		return inet_ntop(AF_INET, v6 + 12, text, sizeof text) && snprintf(to, LONGEST_END, "%s:%d", text, ntohs(of->v6.sin6_port)) > 0;
	return inet_ntop(AF_INET6, v6, text, sizeof text) && snprintf(to, LONGEST_END, "[%s]:%d", text, ntohs(of->v6.sin6_port)) > 0;
}

/* write_path writes the address of a Unix socket; one without a path has none. */
static void write_path(char *to, const union address *of, socklen_t len) {
	size_t most = len > offsetof(struct sockaddr_un, sun_path) ? len - offsetof(struct sockaddr_un, sun_path) : 0, i;
	const char *path = of->path.sun_path;
	int hidden = most > 0 && path[0] == 0;
	for (i = 0; i + 1 < LONGEST_END && i < most && (path[i] || (hidden && i == 0)); i++)
		to[i] = hidden && i == 0 ? '@' : path[i];
	to[i] = 0;
}

char *name_connection(int fd, int opened, uint64_t number, char name[LONGEST_NAME]) {
	char ends[2][LONGEST_END];
	union address own, other;
	socklen_t own_len = sizeof own, other_len = sizeof other;
	memset(&own, 0, sizeof own);
	memset(&other, 0, sizeof other);
	if (getsockname(fd, &own.a, &own_len) != 0 || getpeername(fd, &other.a, &other_len) != 0)
		return NULL;
	if (own.a.sa_family == AF_UNIX) {
		snprintf(ends[0], LONGEST_END, "%llu", (unsigned long long)number);
		write_path(ends[1], opened ? &other : &own, opened ? other_len : own_len);
	} else if (!write_host(ends[!opened], &own) || !write_host(ends[opened], &other)) {
		return NULL;
	}
	snprintf(name, LONGEST_NAME, "%s %s > %s", own.a.sa_family == AF_UNIX ? "unix" : "tcp", ends[0], ends[1]);
	return strchr(name, '>');
}
