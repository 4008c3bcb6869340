package sample

import (
	"encoding/binary"
	"runtime"

	"tiv/tracefeed"
)

// call is the system call of a waiting thread.
type call struct {
	number    int64
	arguments [6]uint64
	// waits is false for a thread that runs or could run: it is in no call.
	waits bool
	// outside: the thread waits, but in no system call.
	outside bool
}

// rule is the wait in a system call: always the same, or the result of find.
type rule struct {
	name  string
	kind  tracefeed.Kind
	cause tracefeed.Cause
	find  func(*decoder, *call) wait
}

// systemCall is a rule with the numbers of its system call; -1 where the processor has
// none.
type systemCall struct {
	amd64, arm64 int64
	rule
}

var systemCalls = []systemCall{
	{202, 98, rule{name: "futex", find: (*decoder).futex}},
	{449, 449, rule{name: "futex_waitv", kind: tracefeed.SuspendStart, cause: tracefeed.CauseWait}},

	{0, 63, onFile("read")}, {1, 64, onFile("write")}, {17, 67, onFile("pread64")}, {18, 68, onFile("pwrite64")},
	{19, 65, onFile("readv")}, {20, 66, onFile("writev")}, {295, 69, onFile("preadv")}, {296, 70, onFile("pwritev")},
	{327, 286, onFile("preadv2")}, {328, 287, onFile("pwritev2")}, {16, 29, onFile("ioctl")},
	{40, 71, onFile("sendfile")}, {275, 76, onFile("splice")}, {326, 285, onFile("copy_file_range")},

	{43, 202, on("accept", tracefeed.CauseNet)}, {288, 242, on("accept4", tracefeed.CauseNet)},
	{42, 203, on("connect", tracefeed.CauseNet)}, {44, 206, on("sendto", tracefeed.CauseNet)},
	{45, 207, on("recvfrom", tracefeed.CauseNet)}, {46, 211, on("sendmsg", tracefeed.CauseNet)},
	{47, 212, on("recvmsg", tracefeed.CauseNet)}, {299, 243, on("recvmmsg", tracefeed.CauseNet)},
	{307, 269, on("sendmmsg", tracefeed.CauseNet)},

	{74, 82, on("fsync", tracefeed.CauseDisk)}, {75, 83, on("fdatasync", tracefeed.CauseDisk)},
	{162, 81, on("sync", tracefeed.CauseDisk)}, {306, 267, on("syncfs", tracefeed.CauseDisk)},
	{277, 84, on("sync_file_range", tracefeed.CauseDisk)}, {26, 227, on("msync", tracefeed.CauseDisk)},
	{2, -1, on("open", tracefeed.CauseDisk)}, {257, 56, on("openat", tracefeed.CauseDisk)}, {437, 437, on("openat2", tracefeed.CauseDisk)},
	{426, 426, on("io_uring_enter", tracefeed.NoCause)}, {208, 4, on("io_getevents", tracefeed.CauseDisk)},

	{7, -1, rule{name: "poll", find: (*decoder).poll}}, {271, 73, rule{name: "ppoll", find: (*decoder).poll}},
	{23, -1, rule{name: "select", find: (*decoder).selects}}, {270, 72, rule{name: "pselect6", find: (*decoder).selects}},
	{232, -1, rule{name: "epoll_wait", find: (*decoder).epoll}}, {281, 22, rule{name: "epoll_pwait", find: (*decoder).epoll}},
	{441, 441, rule{name: "epoll_pwait2", find: (*decoder).epoll}},

	{35, 101, suspends("nanosleep", tracefeed.CauseSleep)}, {230, 115, suspends("clock_nanosleep", tracefeed.CauseSleep)},
	{61, 260, suspends("wait4", tracefeed.CauseJoin)}, {247, 95, suspends("waitid", tracefeed.CauseJoin)},
	{34, -1, suspends("pause", tracefeed.CauseWait)}, {130, 133, suspends("rt_sigsuspend", tracefeed.CauseWait)},
	{128, 137, suspends("rt_sigtimedwait", tracefeed.CauseWait)},
	{65, 193, suspends("semop", tracefeed.CauseWait)}, {220, 192, suspends("semtimedop", tracefeed.CauseWait)},
	{69, 189, suspends("msgsnd", tracefeed.CauseWait)}, {70, 188, suspends("msgrcv", tracefeed.CauseWait)},
	{73, 32, suspends("flock", tracefeed.CauseWait)}, {72, 25, suspends("fcntl", tracefeed.CauseWait)},
}

func on(name string, cause tracefeed.Cause) rule {
	return rule{name: name, kind: tracefeed.IOStart, cause: cause}
}

func suspends(name string, cause tracefeed.Cause) rule {
	return rule{name: name, kind: tracefeed.SuspendStart, cause: cause}
}

// onFile returns the rule of a call whose first argument is an open file.
func onFile(name string) rule {
	return rule{name: name, find: func(d *decoder, c *call) wait { return device(d.target.file(c.arguments[0])) }}
}

// rules are the rules by the numbers of this processor's system calls.
var rules = rulesOf(runtime.GOARCH)

// rulesOf returns the rules for a processor; nil for one whose numbers are not known.
func rulesOf(processor string) map[int64]rule {
	if processor != "amd64" && processor != "arm64" {
		return nil
	}
	of := map[int64]rule{}
	for _, c := range systemCalls {
		number := c.amd64
		if processor == "arm64" {
			number = c.arm64
		}
		if number >= 0 {
			of[number] = c.rule
		}
	}
	return of
}

// poll returns the wait in poll: for the first of its files. Without files it is a sleep.
func (d *decoder) poll(c *call) wait {
	if c.arguments[1] == 0 {
		return wait{kind: tracefeed.SuspendStart, cause: tracefeed.CauseSleep}
	}
	var first [4]byte
	if !d.target.memory(c.arguments[0], first[:]) {
		return wait{kind: tracefeed.IOStart}
	}
	return device(d.target.file(uint64(binary.LittleEndian.Uint32(first[:]))))
}

// selects is poll for select, whose files are not looked up.
func (d *decoder) selects(c *call) wait {
	if c.arguments[0] == 0 {
		return wait{kind: tracefeed.SuspendStart, cause: tracefeed.CauseSleep}
	}
	return wait{kind: tracefeed.IOStart}
}

// epoll returns the wait in epoll_wait: for the network if it watches a socket, else for the
// first of its files.
func (d *decoder) epoll(c *call) wait {
	files := d.target.watches(c.arguments[0])
	if len(files) == 0 {
		return wait{kind: tracefeed.SuspendStart, cause: tracefeed.CauseWait}
	}
	w := device(d.target.file(files[0]))
	for _, f := range files[1:] {
		if at := device(d.target.file(f)); at.cause == tracefeed.CauseNet {
			return at
		}
	}
	return w
}
