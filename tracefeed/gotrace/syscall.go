package gotrace

import "strings"

// syscallWait classifies a system call by its stack: by the innermost function
// that is specific to one kind of call.
func syscallWait(funcs []string) wait {
	if len(funcs) == 0 || callsC(funcs[0]) {
		return noWait // C code, as far as is known, computes
	}
	for _, f := range funcs {
		if w, ok := syscallFuncs[f]; ok {
			return w
		}
		switch {
		case strings.HasPrefix(f, "net."):
			return onNet
		case strings.HasPrefix(f, "os.(*File)."), strings.HasPrefix(f, "os.(*file)."), f == "os.newFile":
			return onDisk
		}
	}
	return onDevice
}

// callsC reports whether a function is the innermost that a trace shows of a
// call into C: a wrapper that cgo generates, since traces leave out the runtime
// above it. The name lookups in C of package net are not included.
func callsC(f string) bool {
	path, name, _ := strings.Cut(f[strings.LastIndexByte(f, '/')+1:], ".")
	if path == "net" {
		return false
	}
	for _, prefix := range []string{"_Cfunc_", "_C2func_", "_Cmacro_", "_cgo_", "_cgoexp_"} {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return f == "runtime.cgocall"
}

// syscallFuncs are the functions that determine the kind of a system call by
// themselves. Reads, writes and closes do not: their callers do.
var syscallFuncs = tableOf(map[wait]string{
	// A goroutine of the profiler or of package signal that waits for work.
	parked: "runtime.notetsleepg runtime.(*profBuf).read os/signal.signal_recv",
	onChild: "syscall.wait4 syscall.Wait4 syscall.waitid " +
		"internal/syscall/unix.Waitid internal/syscall/unix.waitid",
	asleep:   "syscall.nanosleep syscall.Nanosleep",
	onDevice: "syscall.forkExec syscall.Exec os.checkPidfd os.StartProcess",
	onDisk: "syscall.open syscall.openat syscall.pread syscall.pread64 syscall.pwrite syscall.pwrite64 " +
		"syscall.Fsync syscall.Fdatasync syscall.Fstat syscall.fstat syscall.fstatat syscall.Stat syscall.stat " +
		"syscall.Lstat syscall.lstat syscall.Ftruncate syscall.Truncate syscall.Fallocate syscall.faccessat " +
		"syscall.faccessat2 syscall.Faccessat syscall.unlinkat syscall.Unlink syscall.Renameat syscall.Rename " +
		"syscall.mkdirat syscall.Mkdir syscall.readlinkat syscall.linkat syscall.symlinkat syscall.Chmod " +
		"syscall.Fchmod syscall.fchmodat syscall.Fchown syscall.Fchownat syscall.Getdents syscall.ReadDirent " +
		"syscall.getdents syscall.Flock syscall.FcntlFlock syscall.Sync syscall.Statfs syscall.Fstatfs syscall.Seek " +
		"internal/syscall/unix.Openat internal/syscall/unix.Unlinkat internal/syscall/unix.Fstatat",
	onNet: "syscall.accept syscall.accept4 syscall.connect syscall.bind syscall.listen syscall.Listen " +
		"syscall.socket syscall.getsockopt syscall.setsockopt syscall.getsockname syscall.getpeername " +
		"syscall.recvfrom syscall.recvmsg syscall.sendto syscall.sendmsg syscall.Shutdown",
})

// tableOf converts lists of words to a table by word.
func tableOf(lists map[wait]string) map[string]wait {
	table := make(map[string]wait)
	for w, words := range lists {
		for _, word := range strings.Fields(words) {
			table[word] = w
		}
	}
	return table
}
