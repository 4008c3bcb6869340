/* A server of lines with epoll. Its handlers are on_client and on_timer, and on_connect. */
#include <sys/epoll.h>
#include <sys/timerfd.h>
#include "work.h"

static int poller, server, timer;

static void watch(int fd)
{
	struct epoll_event e = {.events = EPOLLIN, .data.fd = fd};
	epoll_ctl(poller, EPOLL_CTL_ADD, fd, &e);
}

static __attribute__((noinline)) void on_connect(void)
{
	watch(accept(server, NULL, NULL));
}

static __attribute__((noinline)) void on_timer(void)
{
	uint64_t times;
	if (read(timer, &times, sizeof times) > 0)
		work(100);
}

static __attribute__((noinline)) void on_client(int fd)
{
	char line[200], answer[20];
	ssize_t n = read(fd, line, sizeof line);
	if (n <= 0)
		close(fd);
	else if (write(fd, answer, execute(line, answer)) < 0)
		perror("write");
}

int main(void)
{
	struct epoll_event events[16];
	struct itimerspec period = {{0, 20000000}, {0, 20000000}};
	poller = epoll_create1(0);
	timer = timerfd_create(CLOCK_MONOTONIC, 0);
	timerfd_settime(timer, 0, &period, NULL);
	watch(timer);
	watch(server = listen_locally());
	for (;;) {
		int n = epoll_wait(poller, events, 16, -1);
		for (int i = 0; i < n; i++) {
			int fd = events[i].data.fd;
			if (fd == server)
				on_connect();
			else if (fd == timer)
				on_timer();
			else
				on_client(fd);
		}
	}
}
