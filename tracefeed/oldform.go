package tracefeed

import "fmt"

// The names of the counters of TIV's recorders about themselves. They belong to no thread.
// They are series like any other counter: what a trace is, its Header says. Only traces of
// before it did are understood by them (OldForm).
const (
	// OmittedLocks counts the lock operations of Recorder.OmittedLocks.
	OmittedLocks = "lock operations not recorded"
	// OmittedCalls counts the calls left out of the trace because of its maximum size.
	OmittedCalls = "calls not recorded"
	// RecordingFull is the size in bytes at which a recording ended.
	RecordingFull = "bytes when the recording was full"
	// DumpedThreads is the number of threads in a thread dump.
	DumpedThreads = "threads in the dump"
	// SamplingPeriod is Header.Period, in nanoseconds.
	SamplingPeriod = "sampling period in ns"

	oldUnread = "left out: %d of %d threads"
)

var oldSearches = [numLeakSearches]string{
	LeakSearchTooShort: "program too short to search for leaks",
	LeakSearchOff:      "no search for leaks without garbage collector",
}

// OldCounters returns the counters, without a value, that state in the old form for which
// there is no series among the events. Formats of other programs have no place for
// statements.
func (r *Recorder) OldCounters() []string {
	var list []string
	if r.Unread != (Unread{}) {
		list = append(list, fmt.Sprintf(oldUnread, r.Unread.Count, r.Unread.Of))
	}
	if name := oldSearches[r.LeakSearch]; name != "" {
		list = append(list, name)
	}
	return list
}

// OldForm completes the header of a trace without statements from its counters: before
// there were statements, counters with certain names took their place. Regions, tasks and
// functions with these names have no meaning.
type OldForm struct{ Header Header }

// Read takes over the counters among events.
func (o *OldForm) Read(events []Event, names []string) {
	for i := range events {
		ev := &events[i]
		if ev.Kind == Counter && ev.Thread == NoThread && int(ev.Name) < len(names) {
			o.counter(names[ev.Name], ev.Value)
		}
	}
}

func (o *OldForm) counter(name string, value int64) {
	h := &o.Header
	switch name {
	case DumpedThreads:
		h.Kind = Dump
	case SamplingPeriod:
		h.Kind, h.Period = Sampled, Time(max(value, 0))
	case OmittedLocks:
		h.Recorder.OmittedLocks = max(value, 0)
	default:
		acceptWord(&h.Recorder.LeakSearch, oldSearches[:], name)
		var u Unread
		n, err := fmt.Sscanf(name, oldUnread, &u.Count, &u.Of)
		if n == 2 && err == nil && fmt.Sprintf(oldUnread, u.Count, u.Of) == name {
			h.Recorder.Unread = u
		}
	}
}
