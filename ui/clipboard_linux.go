package ui

/*
#cgo LDFLAGS: -lX11
#include <X11/Xlib.h>

static int ignore(Display *display, XErrorEvent *event) { return 0; }
static void ignoreErrors(void) { XSetErrorHandler(ignore); }
*/
import "C"

// ignoreErrors keeps the program alive when another one, to which the clipboard
// is just being sent, vanishes: X ends a program at any error unless it is told
// not to.
func ignoreErrors() { C.ignoreErrors() }
