package handler

import (
	"strings"

	"tiv/tracefeed/language"
)

// origin is the part of a program that a function belongs to. A Split does not know all of it, because it sees one
// function at a time.
type origin uint8

const (
	users origin = iota
	systems
	// inside: the function is the system's, and so is all that it calls, such as functions of the
	// kernel.
	inside
)

// origin returns the origin of a function.
func (f *flowBuilder) origin(function int) origin {
	x := f.trie.Functions[function]
	file := f.split.files[x.Name]
	switch chosen, ok := f.split.chosen(x.Name); {
	case ok && !chosen:
		return users
	case entersKernel(x.Name), x.System && isOfC(x.Name), strings.HasPrefix(x.Name, "_PyEval_"):
		return inside
	case x.System, f.split.inGo && !strings.Contains(x.Name, "."), // assembly of Go's runtime has no package
		f.split.inNode && (file == "" || strings.HasPrefix(file, "node:")), // that without a file is built in
		strings.Contains(x.Name, ".so."), startsWithAny(x.Name, native):
		return systems
	}
	return users
}

// native are the beginnings of names of libraries of C and C++ that have loops, because many traces
// have no files. A library without symbols that has a version in its name belongs to the operating system.
var native = []string{
	"g_", "gtk_", "gdk_", "event_base_", "event_process_active", "event_persist_", "event_add", "event_del",
	"event_active", "event_queue_", "event_callback_", "event_mm_", "evutil_",
	"epoll_dispatch", "poll_dispatch", "select_dispatch", "evmap_", "timeout_process", "bufferevent_", "evbuffer_",
	"evconnlistener_", "listener_read_cb", "evhttp_", "uv_", "uv__", "ev_run", "ev_invoke", "sd_event_",
	"QEventLoop", "QEventDispatcher", "QCoreApplication", "QApplication", "QGuiApplication", "QObject", "QTimer",
	"QSocketNotifier", "QThread",
	"QWidget", "QAbstract", "QMetaObject", "QWindow", "QtPrivate::",
}

// entersKernel reports whether a function is the first of the kernel's in a stack.
func entersKernel(name string) bool {
	return strings.HasPrefix(name, "entry_SYSCALL") || strings.HasPrefix(name, "asm_") || strings.HasPrefix(name, "ret_from_fork") ||
		name == "do_syscall_64" || name == "x64_sys_call" || name == "el0t_64_sync" || name == "__schedule" || name == "schedule"
}

// isOfC reports whether a routine of the system is one of the library of C which calls no function of the user.
func isOfC(name string) bool {
	if name == "qsort" || name == "bsearch" || name == "__restore_rt" || language.StartsThread(name) {
		return false
	}
	return systemCalls[name] || strings.HasPrefix(name, "pthread_") || strings.HasPrefix(name, "__") && !strings.ContainsAny(name, ".:")
}
