package ui

/*
#cgo LDFLAGS: -lX11
#include <X11/Xlib.h>

static int ignore(Display *display, XErrorEvent *event) { return 0; }
static void ignoreErrors(void) { XSetErrorHandler(ignore); }
*/
import "C"

// ignoreErrors keeps the program alive when another program vanishes that is
// receiving the clipboard: by default, X ends a program at any error.
func ignoreErrors() { C.ignoreErrors() }
