// Package record runs a program so that it writes a trace: a Go program, Java programs
// with an agent or Java Flight Recorder, or programs with POSIX threads.
//
// A command line and the streams of the program go in; the program's exit code and the
// files it wrote come out. The source of the program is unchanged. Package gobuild builds
// a Go program such that it records itself; a Java machine loads the agent, any other
// program the library of package preload. The package does not read traces.
//
// # Decisions
//
//   - There is one type for each way to record (goWay, javaWay, posixWay, schedulerWay) behind
//     the interface way: each prepares the command, ends with it, and collects traces.
//   - Units of a semaphore are exclusive holds by several threads, not shared ones: a writer
//     waits for all readers, a waiter for the units of only one holder.
//   - An acquisition is later than the release before it in every recording, because events
//     of one time have no order between threads and the clocks of some processors advance in
//     steps. Go's recorder waits for a tick (gobuild/inject/lockevent.go.txt), tiv.h and package
//     emit count an acquisition 1 ns later, and the Java agent numbers its changes of
//     owners.
//   - Recorded processes share memory with tiv record (shared.go): it outlives closed
//     descriptors, other rights and root folders, needs no system call, and shows in /proc
//     which processes belong to a recording. To make tiv record the parent of orphans would
//     change the result of getppid in daemons.
//   - Names of functions for --calls are answered to the process over a socket
//     (nativecalls.go), so patterns and names have one implementation, that of stacks.
//   - Only glibc's linker finds the library (nativelib.go): its path has a part that other
//     linkers do not replace, so a program with another C library starts as without it.
package record
