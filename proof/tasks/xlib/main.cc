// A window of Xlib, and a user who clicks on it: clicks|threads SEED CLICKS.
#include "../cpp/truth.h"

#include <X11/Xlib.h>
#include <X11/extensions/XTest.h>
#include <semaphore.h>

#include <cstdio>
#include <cstdlib>

static sem_t shown, done;
static const int size = 200;

// on_click handles a click; the definition of the tasks names it.
__attribute__((noinline)) static void on_click(Run &run, int click, bool threads) {
	as(click, [&] {
		run.work();
		if (!threads)
			return;
		std::thread part([&] { as(click, [&] { run.work(); }); });
		run.work();
		part.join();
	});
}

// user clicks, each time after the last click was handled.
static void user(int clicks) {
	Display *d = XOpenDisplay(nullptr);
	while (sem_wait(&shown) != 0) {
	}
	XTestFakeMotionEvent(d, 0, size / 2, size / 2, CurrentTime);
	for (int n = 1; n <= clicks; n++)
		as(0, [&] {
			XTestFakeButtonEvent(d, 1, True, CurrentTime);
			XTestFakeButtonEvent(d, 1, False, CurrentTime);
			XFlush(d);
			while (sem_wait(&done) != 0) {
			}
		});
	XCloseDisplay(d);
}

int main(int argc, char **argv) {
	if (argc < 4)
		return 2;
	bool threads = std::string(argv[1]) == "threads";
	Run run(atoi(argv[2]), atoi(argv[3]));
	sem_init(&shown, 0, 0);
	sem_init(&done, 0, 0);
	Display *d = XOpenDisplay(nullptr);
	if (d == nullptr)
		return 1;
	XSetWindowAttributes attributes = {};
	attributes.override_redirect = True;
	attributes.event_mask = ButtonPressMask | ExposureMask;
	Window w = XCreateWindow(d, DefaultRootWindow(d), 0, 0, size, size, 0, CopyFromParent, InputOutput, CopyFromParent,
		CWOverrideRedirect | CWEventMask, &attributes);
	XMapWindow(d, w);
	std::thread clicks([&] { user(run.requests); });
	for (int n = 0; n < run.requests;) {
		XEvent e;
		XNextEvent(d, &e);
		if (e.type == Expose && e.xexpose.count == 0) {
			sem_post(&shown);
		} else if (e.type == ButtonPress) {
			on_click(run, ++n, threads);
			sem_post(&done);
		}
	}
	clicks.join();
	XCloseDisplay(d);
	printf("expect %d click\n", run.requests);
	return 0;
}
