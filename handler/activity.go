package handler

import (
	"tiv/tracefeed"
	"tiv/tracefeed/language"
)

// activity is what a thread does at a spot, as far as loops are concerned.
type activity uint8

const (
	// runs: it runs, could run, or waits for a lock; or nothing is known.
	runs activity = iota
	// pauses: it waits for a time, for another thread to end, for the answer to its own request, or
	// until its output is taken. Nothing arrives at the end of such a wait that a handler could process.
	pauses
	// arrives: it waits for something that arrives by itself, such as an item of a queue.
	arrives
	// reads: it does IO for something that arrives.
	reads
	// starts: it starts a thread.
	starts
)

// isArrival reports whether something arrives at the end of the activity.
func (a activity) isArrival() bool { return a == arrives || a == reads }

// activity returns what a thread does in a node.
func (f *flowBuilder) activity(node int32, state tracefeed.State, cause tracefeed.Cause) activity {
	class := ClassOf(state)
	if class == Run && f.polls(node) {
		return reads
	}
	if class != Wait && class != IO {
		return runs
	}
	if cause == tracefeed.CauseSleep || cause == tracefeed.CauseJoin || cause == tracefeed.CauseDisk || cause == tracefeed.CauseCollector {
		return pauses
	}
	for n := node; n >= 0 && f.system(n); n = f.nodes[n].from {
		name := f.name(n)
		if language.OfName(name).Object == language.Collector {
			return runs
		}
		if pausing(name) {
			return pauses
		}
	}
	if class == IO {
		return reads
	}
	return arrives
}

// polls reports whether the innermost call waits for descriptors. A thread that is sampled there runs, as far
// as samplers of Java know; elsewhere it has just entered the wait, or is about to leave it.
func (f *flowBuilder) polls(node int32) bool {
	switch f.name(node) {
	case "sun.nio.ch.EPoll.wait", "sun.nio.ch.KQueue.poll", "sun.nio.ch.WEPoll.wait", "sun.nio.ch.Net.poll", "sun.nio.ch.Net.accept",
		"epoll_wait", "epoll_pwait", "poll", "__poll", "ppoll", "select", "pselect", "kevent":
		return f.system(node)
	}
	return false
}

// pausing reports whether a routine of the system that waits does so for no arrival.
func pausing(function string) bool {
	return pauseNames[function] || startsWithAny(function, pausePrefixes) || containsAny(function, pauseParts)
}

// pauseNames are routines of the library of C.
var pauseNames = setOf(`pthread_join pthread_timedjoin_np pthread_clockjoin_np thrd_join pthread_barrier_wait wait waitpid
	wait3 wait4 waitid system pclose sleep usleep nanosleep clock_nanosleep thrd_sleep write __write writev pwrite pwrite64 pwritev send
	__send sendto sendmsg sendmmsg connect __connect fsync fdatasync sync msgsnd mq_send sendfile splice open openat fopen fwrite fflush
	fclose fputs puts getaddrinfo time.sleep`)

// pausePrefixes are the beginnings of names of routines that wait for an end, or for an answer.
var pausePrefixes = []string{
	"GOMP_", "omp_", "__kmpc_",
	"runtime.chansend", "runtime.closechan", "sync.(*WaitGroup).", "sync.(*Once).", "golang.org/x/sync/",
	"os/exec.", "os.(*Process).",
	"os.(*File).Write", "time.Sleep", "net.Dial", "net.(*Dialer)", "net/http.(*Client)", "net/http.(*Transport)",
	"net/http.(*persistConn).roundTrip",
	"net/rpc.(*Client)", "database/sql.", "google.golang.org/grpc.(*ClientConn)", "internal/poll.(*FD).Write",
	"internal/poll.(*FD).Fsync",
	"internal/poll.(*FD).Connect", "syscall.write", "syscall.Write", "syscall.fsync", "syscall.Fsync",
	"syscall.wait4", "syscall.connect",
	"syscall.setsockopt", "syscall.Close", "syscall.close",
	"java.lang.Thread.sleep", "java.lang.Thread.join", "java.util.concurrent.FutureTask.get",
	"java.util.concurrent.FutureTask.awaitDone",
	"java.util.concurrent.CompletableFuture.", "java.util.concurrent.CountDownLatch.", "java.util.concurrent.CyclicBarrier.",
	"java.util.concurrent.Phaser.", "java.util.concurrent.Exchanger.", "java.util.concurrent.Semaphore.",
	"java.util.concurrent.ForkJoinTask.", "java.util.concurrent.AbstractExecutorService.",
	"java.util.concurrent.ThreadPoolExecutor.awaitTermination",
	"java.util.concurrent.locks.ReentrantLock.lock", "java.util.concurrent.locks.ReentrantReadWriteLock",
	"java.util.concurrent.locks.StampedLock",
	"java.lang.Process", "java.net.HttpURLConnection", "sun.net.www.", "java.net.http.",
	"jdk.internal.net.http.HttpClient", "java.net.Socket.connect",
	"sun.nio.ch.Net.connect", "java.sql.", "javax.sql.",
}

// pauseParts are parts of names of routines that write, or connect.
var pauseParts = []string{"SocketDispatcher.write", "FileDispatcherImpl.write", "SocketOutputStream", "FileOutputStream", "IOUtil.write",
	"SocketChannelImpl.write", "SocketChannelImpl.connect", "NioSocketImpl.connect", "NioSocketImpl.implWrite", "pysleep",
	"wait_for_thread_shutdown"}
