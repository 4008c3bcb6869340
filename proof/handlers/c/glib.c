/* A server of lines with GLib. Its handlers are on_line and on_timer, and on_connect. */
#include <glib.h>
#include <glib-unix.h>
#include "work.h"

static gboolean on_line(gint fd, GIOCondition condition, gpointer context)
{
	char line[200], answer[20];
	ssize_t n = read(fd, line, sizeof line);
	if (n <= 0) {
		close(fd);
		return G_SOURCE_REMOVE;
	}
	return write(fd, answer, execute(line, answer)) > 0 ? G_SOURCE_CONTINUE : G_SOURCE_REMOVE;
}

static gboolean on_connect(gint server, GIOCondition condition, gpointer context)
{
	g_unix_fd_add(accept(server, NULL, NULL), G_IO_IN, on_line, NULL);
	return G_SOURCE_CONTINUE;
}

static gboolean on_timer(gpointer context)
{
	work(100);
	return G_SOURCE_CONTINUE;
}

int main(void)
{
	GMainLoop *loop = g_main_loop_new(NULL, FALSE);
	g_unix_fd_add(listen_locally(), G_IO_IN, on_connect, NULL);
	g_timeout_add(20, on_timer, NULL);
	g_main_loop_run(loop);
	return 0;
}
