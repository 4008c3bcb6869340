package threaddump

import (
	"path"
	"slices"
	"strings"

	"tiv/tracefeed"
)

// pythonWaits are the functions of the standard library that wait, by module.
var pythonWaits = map[string]tracefeed.Event{
	"threading.wait":                  suspended(tracefeed.CauseWait),
	"threading.join":                  suspended(tracefeed.CauseJoin),
	"threading._wait_for_tstate_lock": suspended(tracefeed.CauseJoin),
	"threading.__enter__":             {Kind: tracefeed.MonitorWait},
	"logging.acquire":                 {Kind: tracefeed.MonitorWait},
	"logging.__enter__":               {Kind: tracefeed.MonitorWait},
	"synchronize.__enter__":           {Kind: tracefeed.MonitorWait}, // of multiprocessing
	"synchronize.acquire":             {Kind: tracefeed.MonitorWait},
	"_bootstrap.__enter__":            {Kind: tracefeed.MonitorWait}, // of the import of a module
	"_bootstrap.acquire":              {Kind: tracefeed.MonitorWait},
	"thread._worker":                  suspended(tracefeed.CauseChannel), // of concurrent.futures
	"subprocess._try_wait":            suspended(tracefeed.CauseJoin),
	"subprocess.wait":                 suspended(tracefeed.CauseJoin),
	"popen_fork.poll":                 suspended(tracefeed.CauseJoin),
	"connection._recv":                {Kind: tracefeed.IOStart},
	"connection._send":                {Kind: tracefeed.IOStart},
	"selectors.select":                {Kind: tracefeed.IOStart, Cause: tracefeed.CauseNet},
	"selectors._select":               {Kind: tracefeed.IOStart, Cause: tracefeed.CauseNet},
	"socket.accept":                   {Kind: tracefeed.IOStart, Cause: tracefeed.CauseNet},
	"socket.readinto":                 {Kind: tracefeed.IOStart, Cause: tracefeed.CauseNet},
	"socket.create_connection":        {Kind: tracefeed.IOStart, Cause: tracefeed.CauseNet},
	"socket.getaddrinfo":              {Kind: tracefeed.IOStart, Cause: tracefeed.CauseNet},
	"ssl.read":                        {Kind: tracefeed.IOStart, Cause: tracefeed.CauseNet},
	"ssl.recv":                        {Kind: tracefeed.IOStart, Cause: tracefeed.CauseNet},
	"ssl.recv_into":                   {Kind: tracefeed.IOStart, Cause: tracefeed.CauseNet},
	"ssl.do_handshake":                {Kind: tracefeed.IOStart, Cause: tracefeed.CauseNet},
}

// pythonState returns the event that begins the state of a thread. A call of C code,
// such as a lock's, is not on the stack: most states are unknown.
func pythonState(stack []tracefeed.Frame, activity string) tracefeed.Event {
	switch {
	case activity == "active":
		return tracefeed.Event{Kind: tracefeed.Run}
	case len(stack) == 0:
	case len(stack) > 1 && stack[0].Func == "threading.wait" && pythonModule(stack[1].File) == "queue":
		return suspended(tracefeed.CauseChannel)
	case inLibrary(stack[0].File):
		if ev, ok := pythonWaits[stack[0].Func]; ok {
			return ev
		}
	}
	if activity == "idle" {
		return suspended(tracefeed.NoCause)
	}
	return tracefeed.Event{}
}

// pythonModule returns the name of a module by its file: a text has no other.
func pythonModule(file string) string {
	if name, ok := strings.CutPrefix(file, "<frozen "); ok { // <frozen importlib._bootstrap>
		name = strings.TrimSuffix(name, ">")
		return name[strings.LastIndexByte(name, '.')+1:]
	}
	file = strings.ReplaceAll(file, `\`, "/")
	if folder, name := path.Split(file); name == "__init__.py" && folder != "" {
		return path.Base(folder)
	}
	return strings.TrimSuffix(path.Base(file), ".py")
}

// pythonLibrary is a part of the paths of the standard library.
const pythonLibrary = "/lib/python"

// inLibrary reports whether a file belongs to the standard library.
func inLibrary(file string) bool {
	return strings.Contains(file, pythonLibrary) || strings.HasPrefix(file, "<frozen ")
}

// libraryFile returns the path of a file. The library's files get a path of their own where
// the text does not have the usual one: py-spy omits the folder, and Windows has another.
func libraryFile(file string) string {
	plain := strings.ReplaceAll(file, `\`, "/")
	if _, name, ok := strings.Cut(plain, "/Lib/"); ok && !strings.Contains(name, "site-packages/") {
		return pythonLibrary + "/" + name
	}
	module, _, nested := strings.Cut(plain, "/")
	name, isFile := strings.CutSuffix(module, ".py")
	if (nested || isFile) && slices.Contains(pythonModules, name) {
		return pythonLibrary + "/" + plain
	}
	return file
}

// pythonModules are the modules of the standard library with functions that wait, or that call
// functions of the program.
var pythonModules = strings.Fields(`_base asyncio codecs concurrent contextlib ctypes functools http imaplib importlib json
	logging multiprocessing pickle poplib queue runpy sched selectors shelve shutil signal
	smtplib socket socketserver sqlite3 ssl subprocess tempfile thread threading unittest urllib weakref wsgiref xmlrpc`)
