package tasks

import (
	"tiv/interaction/groups"
	"tiv/report"
	"tiv/task/slow"
	"tiv/timeline"
	"tiv/tracefeed"
)

// unknownCode stands for a function.
const unknownCode = "code that is not known"

// naming names what factors are about.
type naming struct {
	tl *timeline.Timeline
	// lock names a lock.
	lock func(tracefeed.MonitorID) string
}

// factor returns a factor in words: what a thread waits for, or the function that it runs. lock
// names a lock.
func (n *naming) factor(f *slow.Factor, lock func(tracefeed.MonitorID) string) string {
	switch f.Kind {
	case slow.Running:
		return function(f.Function, unknownCode)
	case slow.Runnable:
		return "no free processor"
	case slow.Blocking:
		return held(f) + ": " + lock(f.Object) // in this order, so that a place can be cut
	case slow.Suspended, slow.IO:
		return n.wait(f)
	case slow.Collector:
		return "collections"
	case slow.Queue:
		return "no thread works for it"
	}
	return "unknown"
}

// held says for whom a lock was held.
func held(f *slow.Factor) string {
	switch f.Holding {
	case slow.ByTask:
		return "held for " + typeName(f.Holder)
	case slow.ByThread:
		return "held by " + report.Safe(f.Owners) + " for no task"
	}
	return "holder not known"
}

// waitNames names what threads wait for by cause. The others are notifications, or devices.
var waitNames = map[tracefeed.Cause]string{
	tracefeed.NoCause: "notification", tracefeed.CauseWait: "notification", tracefeed.CausePark: "notification",
	tracefeed.CauseSleep: "sleep", tracefeed.CauseJoin: "end of threads", tracefeed.CauseChannel: "channel",
	tracefeed.CauseDisk: "disk", tracefeed.CauseNet: "network",
}

// wait returns what a thread waits for that is neither blocked nor runnable, and where.
func (n *naming) wait(f *slow.Factor) string {
	text := waitNames[f.Cause]
	if f.Kind == slow.IO && f.Cause != tracefeed.CauseDisk && f.Cause != tracefeed.CauseNet {
		text = "device"
	}
	if f.Object != tracefeed.NoMonitor && n.tl.Monitors[f.Object].ID != "" {
		text += " " + report.Safe(n.tl.Monitors[f.Object].ID)
	}
	if f.Function != "" {
		text += ", in " + function(f.Function, "")
	}
	return text
}

// Clause returns a factor of which the object does not matter as part of a sentence, after a time:
// "are waiting for …". lock is the name of its lock.
func Clause(f *slow.Factor, lock string) string {
	n := naming{lock: func(tracefeed.MonitorID) string { return lock }}
	return n.clause(f)
}

// clause returns a factor as part of a sentence, after a time.
func (n *naming) clause(f *slow.Factor) string {
	switch f.Kind {
	case slow.Running:
		return "are running " + function(f.Function, unknownCode)
	case slow.Runnable:
		return "are waiting for a processor"
	case slow.Blocking:
		return "are waiting for " + n.lock(f.Object) + ", " + held(f)
	case slow.IO:
		return "are waiting for IO: " + n.wait(f)
	case slow.Suspended:
		return "are suspended: " + n.wait(f)
	case slow.Collector:
		return "are waiting for the garbage collector"
	case slow.Queue:
		return "are in a queue, where no thread works for them"
	}
	return "are in an unknown state"
}

// function returns the short name of a function, or another text for none.
func function(name, none string) string {
	if name == "" {
		return none
	}
	return report.Safe(groups.ShortFunction(name))
}

func typeName(name string) string {
	if name == "" {
		return "tasks without a name"
	}
	return report.Safe(name)
}
