package sched

import (
	"math"
	"strings"

	"tiv/tracefeed"
)

// Reason is the reason of a wait.
type Reason uint8

// The reasons. The zero value is an unknown one.
const (
	NoReason Reason = iota
	futex           // a lock or a notification: the arguments decide
	lock            // a lock, of the kernel or of a file
	sleep
	notified // a signal, a message, a condition
	join
	disk
	net
	device // a pipe, a terminal, several files at once
)

// wait is the event that begins a wait.
type wait struct {
	kind    tracefeed.Kind
	cause   tracefeed.Cause
	address uint64 // of the lock; 0: unknown
}

// state returns the state of a wait, for a Mapper: IO if no thread ends it, as for devices and
// timers, whose interrupts come to any thread.
func (w wait) state() tracefeed.State {
	if w.kind == tracefeed.IOStart || w.cause == tracefeed.CauseSleep {
		return tracefeed.IO
	}
	return tracefeed.Suspended
}

var waits = [...]wait{
	NoReason: {kind: tracefeed.SuspendStart},
	futex:    {kind: tracefeed.SuspendStart},
	lock:     {kind: tracefeed.MonitorWait},
	sleep:    {kind: tracefeed.SuspendStart, cause: tracefeed.CauseSleep},
	notified: {kind: tracefeed.SuspendStart, cause: tracefeed.CauseWait},
	join:     {kind: tracefeed.SuspendStart, cause: tracefeed.CauseJoin},
	disk:     {kind: tracefeed.IOStart, cause: tracefeed.CauseDisk},
	net:      {kind: tracefeed.IOStart, cause: tracefeed.CauseNet},
	device:   {kind: tracefeed.IOStart},
}

// waitOf returns the wait of a thread that leaves the processor in a state of the
// kernel, within a system call.
func waitOf(state byte, why Reason, call *Call) wait {
	switch state {
	case 'D':
		if why == NoReason {
			why = disk
		}
	case 'P':
		return wait{kind: tracefeed.SuspendStart, cause: tracefeed.CausePark}
	case 'I', 'T', 't':
		return waits[NoReason]
	default:
		if why == NoReason {
			why = calls[call.Number]
		}
	}
	if why == futex && call.Number == futexCall {
		return futexWait(call)
	}
	return waits[why]
}

// futexCall is the number of the system call futex.
const futexCall = 202

// futexWait tells a wait for a lock from one for a notification. The value expected in a
// lock's word says that the lock is held and has waiters: 2 in the locks of glibc, Rust
// and Go; the highest bit in those of musl and in robust ones. A parked thread of Rust
// expects all bits.
func futexWait(call *Call) wait {
	const wakeLockPI, lockPI, lockPI2, waitBitset, commands = 1, 6, 13, 9, 0x7f
	expected := uint32(call.Args[2])
	held := expected == 2 || expected>>31 != 0 && expected != math.MaxUint32
	switch command := call.Args[1] & commands; {
	case command == lockPI, command == lockPI2, held && (command == 0 || command == waitBitset):
		return wait{kind: tracefeed.MonitorWait, address: call.Args[0]}
	}
	return waits[notified]
}

// calls are the system calls of x86-64 that wait.
var calls = map[int32]Reason{
	202: futex, 449: futex, 454: futex, 455: futex,
	35: sleep, 230: sleep,
	34: notified, 128: notified, 130: notified, 65: notified, 70: notified, 220: notified, 243: notified,
	61: join, 247: join, 56: join, 58: join,
	73: lock, 72: lock,
	74: disk, 75: disk, 162: disk, 277: disk, 306: disk,
	45: net, 47: net, 44: net, 46: net, 43: net, 288: net, 42: net, 299: net, 307: net,
	0: device, 1: device, 17: device, 18: device, 19: device, 20: device, 295: device, 296: device, 327: device, 328: device,
	7: device, 23: device, 270: device, 271: device, 232: device, 281: device, 441: device,
	16: device, 40: device, 275: device, 276: device, 278: device, 2: device, 257: device, 208: device, 426: device,
}

// functions are functions of the kernel that say why a thread waits, by the start of
// their names.
var functions = []struct {
	start string
	why   Reason
}{
	{"futex_", futex}, {"do_futex", futex}, {"rt_mutex_", lock}, {"__rt_mutex_", lock},
	{"rwsem_down_", lock}, {"__mutex_lock", lock}, {"mutex_lock", lock}, {"__down", lock}, {"down_", lock}, {"percpu_rwsem_wait", lock},
	{"flock_lock", lock}, {"locks_lock", lock}, {"fcntl_setlk", lock}, {"posix_lock", lock},
	{"do_nanosleep", sleep}, {"hrtimer_nanosleep", sleep}, {"common_nsleep", sleep},
	{"do_wait", join}, {"kernel_wait4", join}, {"wait_for_vfork", join},
	{"io_schedule", disk}, {"folio_wait", disk}, {"blk_", disk}, {"submit_bio_wait", disk}, {"jbd2_", disk}, {"wbt_wait", disk},
	{"ep_poll", device}, {"do_epoll", device}, {"do_sys_poll", device}, {"do_poll", device}, {"do_select", device},
	{"poll_schedule", device},
	{"pipe_", device}, {"anon_pipe_", device}, {"n_tty_", device}, {"tty_", device}, {"eventfd_", device},
	{"io_cqring_wait", device}, {"inotify_read", device},
	{"sk_wait_", net}, {"inet_", net}, {"tcp_", net}, {"udp_", net}, {"unix_", net}, {"sock_", net}, {"__skb_", net},
	{"skb_", net}, {"netlink_", net},
	{"do_sigtimedwait", notified}, {"sigsuspend", notified}, {"__do_sys_pause", notified}, {"do_msgrcv", notified},
	{"do_semtimedop", notified}, {"__do_semtimedop", notified},
}

// reasonOf returns the reason of a wait by the functions of the kernel in which the
// thread went to sleep, the innermost first.
func reasonOf(kernel ...string) Reason {
	for _, f := range kernel {
		for _, x := range functions {
			if strings.HasPrefix(f, x.start) {
				return x.why
			}
		}
	}
	return NoReason
}

// fromInterrupt reports whether a function of the kernel begins an interrupt.
func fromInterrupt(f string) bool {
	return strings.HasPrefix(f, "asm_sysvec_") || strings.HasPrefix(f, "asm_common_interrupt") ||
		strings.HasPrefix(f, "common_interrupt") || strings.HasPrefix(f, "__irq_exit") || strings.HasPrefix(f, "el1h_64_irq") ||
		strings.HasPrefix(f, "el0t_64_irq")
}
