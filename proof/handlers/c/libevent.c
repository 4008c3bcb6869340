/* A server of lines with libevent. Its handlers are on_lines and on_timer, and on_connect and on_end. */
#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <event2/event.h>
#include <event2/listener.h>
#include "work.h"

static void on_lines(struct bufferevent *b, void *context)
{
	char *line, answer[20];
	while ((line = evbuffer_readln(bufferevent_get_input(b), NULL, EVBUFFER_EOL_LF))) {
		bufferevent_write(b, answer, execute(line, answer));
		free(line);
	}
}

static void on_end(struct bufferevent *b, short what, void *context)
{
	if (what & (BEV_EVENT_EOF | BEV_EVENT_ERROR))
		bufferevent_free(b);
}

static void on_connect(struct evconnlistener *l, evutil_socket_t fd, struct sockaddr *a, int size, void *base)
{
	struct bufferevent *b = bufferevent_socket_new(base, fd, BEV_OPT_CLOSE_ON_FREE);
	bufferevent_setcb(b, on_lines, NULL, on_end, NULL);
	bufferevent_enable(b, EV_READ | EV_WRITE);
}

static void on_timer(evutil_socket_t fd, short what, void *context)
{
	work(100);
}

int main(void)
{
	struct event_base *base = event_base_new();
	int server = listen_locally();
	struct timeval period = {0, 20000};
	evutil_make_socket_nonblocking(server);
	evconnlistener_new(base, on_connect, base, 0, 0, server);
	event_add(event_new(base, -1, EV_PERSIST, on_timer, NULL), &period);
	return event_base_dispatch(base);
}
