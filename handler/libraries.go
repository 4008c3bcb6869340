package handler

import (
	"slices"
	"strings"
)

// packages are the beginnings of names of functions in well-known libraries. Package language
// has the languages' own libraries. Names are needed because many traces of Java have no files.
var packages = []string{
	"javax.", "jakarta.", "com.sun.", "com.oracle.", "netscape.javascript.", "org.w3c.dom.", "org.xml.sax.", "org.ietf.jgss.",
	"kotlin.", "kotlinx.", "scala.", "groovy.", "clojure.",
	"org.apache.catalina.", "org.apache.coyote.", "org.apache.tomcat.", "org.apache.jasper.", "org.apache.commons.", "org.apache.http.",
	"org.apache.logging.", "org.apache.kafka.", "org.eclipse.jetty.", "org.eclipse.swt.", "org.glassfish.", "org.springframework.",
	"org.hibernate.", "org.slf4j.", "org.jboss.", "org.junit.", "org.lwjgl.", "io.netty.", "io.grpc.", "io.vertx.", "io.undertow.",
	"io.micrometer.", "io.opentelemetry.", "reactor.core.", "reactor.netty.", "rx.internal.", "akka.", "okhttp3.", "okio.",
	"ch.qos.logback.",
	"com.google.common.", "com.zaxxer.hikari.", "com.fasterxml.jackson.",
	"core::", "<core::", "alloc::", "<alloc::", "void std::", "__cxxabiv1::", "__gnu_cxx::", "boost::", "void boost::", "QMetaObject::",
	"google.golang.org/", "golang.org/x/",
}

// folders are parts of paths of files in libraries.
var folders = []string{
	"/pkg/mod/", "/vendor/", "/site-packages/", "/dist-packages/", "/rustc/", "/.cargo/registry/",
	"/usr/include/", "/usr/lib/", "/usr/lib64/", "/lib/x86_64-linux-gnu/", "/lib/aarch64-linux-gnu/", "/node_modules/", "node:internal/",
}

// sharedObjects are beginnings of the names of libraries of the operating system.
var sharedObjects = []string{"libc.so", "libc-", "libpthread", "libm.so", "libstdc++", "libgcc", "libdl", "librt", "ld-linux", "ld-musl",
	"libjvm", "libjava", "libnio", "libnet", "libpython", "[kernel", "[vdso]", "linux-vdso", "vmlinux"}

// systemCalls are functions of the library of C. Names that begin with two underscores are
// also its own.
var systemCalls = setOf(`accept accept4 connect read readv pread pread64 write writev pwrite pwrite64 recv recvfrom recvmsg
	recvmmsg send sendto sendmsg sendmmsg sendfile poll ppoll select pselect epoll_wait epoll_pwait io_getevents io_uring_enter
	sigwait sigwaitinfo sigtimedwait pause nanosleep clock_nanosleep usleep sleep wait waitpid wait3 wait4 waitid flock fcntl fsync
	fdatasync open openat close fopen fclose fread fwrite fgets fputs fgetc getc getline fflush printf fprintf vfprintf puts scanf
	fscanf syscall futex sched_yield thrd_sleep cnd_wait cnd_timedwait mtx_lock msgrcv msgsnd semop malloc calloc realloc free memcpy
	memmove memset memcmp strlen strcmp qsort bsearch exit abort`)

// isLibrary reports whether a function belongs to a library, by its name, its file, or the
// module of its code.
func isLibrary(function, file, module string) bool {
	return startsWithAny(function, packages) || systemCalls[function] ||
		strings.HasPrefix(function, "__") && !strings.Contains(function, ".") ||
		containsAny(file, folders) || strings.HasSuffix(file, ".go") && strings.Contains(file, "@v") ||
		strings.HasPrefix(module, "java.") || strings.HasPrefix(module, "jdk.") ||
		startsWithAny(module[strings.LastIndexByte(module, '/')+1:], sharedObjects)
}

// setOf returns the words of a text as a set.
func setOf(words string) map[string]bool {
	set := map[string]bool{}
	for _, word := range strings.Fields(words) {
		set[word] = true
	}
	return set
}

func startsWithAny(text string, beginnings []string) bool {
	return slices.ContainsFunc(beginnings, func(b string) bool { return strings.HasPrefix(text, b) })
}

func containsAny(text string, parts []string) bool {
	return slices.ContainsFunc(parts, func(p string) bool { return strings.Contains(text, p) })
}
