package language

import (
	"slices"
	"strings"
)

// threadStarts are functions of runtimes that call the first function of a thread.
var threadStarts = map[string]bool{
	"runtime.goexit": true, "runtime.main": true, "runtime.doInit": true, "runtime.doInit1": true,
	"java.lang.Thread.run": true, "java.lang.Thread.runWith": true, "java.lang.VirtualThread.run": true,
	"java.lang.VirtualThread$VThreadContinuation$1.run": true, "jdk.internal.vm.Continuation.enter": true,
	"jdk.internal.vm.Continuation.enter0": true, "jdk.internal.vm.Continuation.run": true,
	"threading._bootstrap": true, "threading._bootstrap_inner": true, "threading.run": true, "threading.Thread._bootstrap": true,
	"threading.Thread._bootstrap_inner": true, "threading.Thread.run": true,
	"start_thread": true, "clone": true, "clone3": true, "thread_start": true, "_start": true, "execute_native_thread_routine": true,
	"std::execute_native_thread_routine": true,
}

// threadStartPrefixes are the beginnings of names of further ones.
var threadStartPrefixes = []string{"__clone", "__libc_start_", "std::thread::", "std::__invoke", "std::invoke", "void std::__invoke",
	"core::ops::function::FnOnce::call_once", "<alloc::boxed::Box<", "std::sys_common::backtrace::__rust_begin_short_backtrace",
	"std::sys::backtrace::__rust_begin_short_backtrace", "std::rt::lang_start", "std::panic", "std::sys::"}

// StartsThread reports whether a function is one of a runtime that only calls the first function of a thread.
func StartsThread(function string) bool {
	return threadStarts[function] || slices.ContainsFunc(threadStartPrefixes, func(b string) bool { return strings.HasPrefix(function, b) })
}
