/* A server of lines with libuv. Its handlers are on_read and on_timer, and on_connect, on_buffer and on_written. */
#include <uv.h>
#include "work.h"

static void on_buffer(uv_handle_t *h, size_t size, uv_buf_t *b)
{
	static char line[1000];
	*b = uv_buf_init(line, sizeof line);
}

static void on_written(uv_write_t *w, int status)
{
	free(w->data);
	free(w);
}

static void on_read(uv_stream_t *s, ssize_t n, const uv_buf_t *b)
{
	if (n <= 0)
		return;
	uv_write_t *w = malloc(sizeof *w);
	w->data = malloc(20);
	uv_buf_t text = uv_buf_init(w->data, execute(b->base, w->data));
	uv_write(w, s, &text, 1, on_written);
}

static void on_connect(uv_stream_t *server, int status)
{
	uv_tcp_t *c = malloc(sizeof *c);
	uv_tcp_init(server->loop, c);
	uv_accept(server, (uv_stream_t *)c);
	uv_read_start((uv_stream_t *)c, on_buffer, on_read);
}

static void on_timer(uv_timer_t *t)
{
	work(100);
}

int main(void)
{
	uv_loop_t *loop = uv_default_loop();
	uv_tcp_t server;
	uv_timer_t timer;
	uv_tcp_init(loop, &server);
	uv_tcp_open(&server, listen_locally());
	uv_listen((uv_stream_t *)&server, 16, on_connect);
	uv_timer_init(loop, &timer);
	uv_timer_start(&timer, on_timer, 20, 20);
	return uv_run(loop, UV_RUN_DEFAULT);
}
