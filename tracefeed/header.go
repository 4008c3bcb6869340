package tracefeed

import (
	"fmt"
	"strconv"
	"strings"
)

// Header describes the source of a feed.
type Header struct {
	// Format is the short name of the format, as Format.Name.
	Format string
	// Kind is the way in which the trace was made.
	Kind SourceKind
	// Period is the time from one sample of a thread to the next in a Sampled trace, the last
	// one if it has changed; 0 if unknown.
	Period Time
	// Sched is true if scheduler events (Ready, Run) are complete: a thread
	// whose wait has ended is runnable until its Run. If it is false, such a
	// thread counts as running at once.
	Sched bool
	// Note is a remark for the user on how the trace is read; usually empty.
	Note string
	// Recorder is the recorder's account of itself.
	Recorder Recorder
	// Outside states what can end waits besides the threads of the trace, as far as the
	// recorder says so.
	Outside Outside
}

// Recorder is what a recorder states about itself: what the trace lacks, and why.
type Recorder struct {
	// OmittedLocks is the number of lock operations left out of the trace because no
	// thread waited for the lock. They leave no state unknown.
	OmittedLocks int64
	// Unread are the threads of the source that the trace lacks.
	Unread Unread
	// LeakSearch says whether the program was searched for threads that wait forever.
	LeakSearch LeakSearch
	// Waits are the times that no state shows, because the recorder cannot see them.
	Waits WaitSums
	// LeftOut is a remark for the user on the events that the recorder left out.
	LeftOut string
}

// Add adds the statements of the recorder of another part of the trace. LeftOut stays: remarks
// name the part that they are about.
func (r *Recorder) Add(o Recorder) {
	r.OmittedLocks += o.OmittedLocks
	r.Unread.Count += o.Unread.Count
	r.Unread.Of += o.Unread.Of
	r.LeakSearch = max(r.LeakSearch, o.LeakSearch)
	r.Waits.add(o.Waits)
}

// OfDump reports whether the trace is a thread dump: it has the state of threads at
// one moment, and gives the time for which it has lasted only as far as it is known.
func (h *Header) OfDump() bool { return h.Kind == Dump }

// Remarks returns the remarks for the user on the trace: how it is read, and what its
// recorder left out.
func (h *Header) Remarks() string {
	return JoinNotes(h.Note, h.Recorder.Waits.String(), h.Recorder.LeftOut)
}

// SourceKind is a way to make a trace.
type SourceKind uint8

// The kinds of source.
const (
	// Recording has the changes of states as they happened.
	Recording SourceKind = iota
	// Dump has the state of threads at one moment or a few, and since when only as far as
	// the source says so.
	Dump
	// Sampled has only the states at samples of the threads, some time apart.
	Sampled
	// Profile has sums of samples, whose times are not known.
	Profile
	numSourceKinds
)

var sourceKinds = [numSourceKinds]string{Recording: "recording", Dump: "dump", Sampled: "sampled", Profile: "profile"}

// LeakSearch says whether a recorder searched the program for threads that wait forever.
type LeakSearch uint8

// The states of a search: without a statement, it may have taken place.
const (
	LeakSearchUnknown LeakSearch = iota
	// LeakSearchTooShort: the program was too short for a search.
	LeakSearchTooShort
	// LeakSearchOff: the program ran without its garbage collector, which searches.
	LeakSearchOff
	numLeakSearches
)

var leakSearches = [numLeakSearches]string{LeakSearchTooShort: "too-short", LeakSearchOff: "no-collector"}

// Statement is a key and value that says what a trace is, as files contain it.
type Statement struct{ Key, Value string }

// The keys of statements.
const (
	kindKey   = "kind"
	periodKey = "period"
	locksKey  = "omitted-locks"
	unreadKey = "unread"
	searchKey = "leak-search"
)

// Statements returns what a trace is as keys and values without spaces, for formats that
// store them; Kind always, the others unless they are zero. Note, Waits, LeftOut and
// Outside are not part of them.
func (h *Header) Statements() []Statement {
	list := []Statement{{kindKey, sourceKinds[h.Kind]}}
	add := func(key, value string, ok bool) {
		if ok {
			list = append(list, Statement{key, value})
		}
	}
	r := &h.Recorder
	add(periodKey, strconv.FormatInt(int64(h.Period), 10), h.Period > 0)
	add(locksKey, strconv.FormatInt(r.OmittedLocks, 10), r.OmittedLocks > 0)
	add(unreadKey, fmt.Sprintf("%d/%d", r.Unread.Count, r.Unread.Of), r.Unread != Unread{})
	add(searchKey, leakSearches[r.LeakSearch], r.LeakSearch != LeakSearchUnknown)
	return list
}

// Accept stores a statement. It returns false, and changes nothing, if the key or value is
// not known.
func (h *Header) Accept(s Statement) bool {
	r := &h.Recorder
	switch s.Key {
	case kindKey:
		return acceptWord(&h.Kind, sourceKinds[:], s.Value)
	case searchKey:
		return acceptWord(&r.LeakSearch, leakSearches[:], s.Value)
	case periodKey:
		return acceptNumber(&h.Period, s.Value)
	case locksKey:
		return acceptNumber(&r.OmittedLocks, s.Value)
	case unreadKey:
		var u Unread
		count, of, _ := strings.Cut(s.Value, "/")
		if !acceptNumber(&u.Count, count) || !acceptNumber(&u.Of, of) {
			return false
		}
		r.Unread = u
		return true
	}
	return false
}

// acceptWord stores the index of a word.
func acceptWord[T ~uint8](to *T, words []string, word string) bool {
	for i, w := range words {
		if w != "" && w == word {
			*to = T(i)
			return true
		}
	}
	return false
}

// acceptNumber stores a number that is not negative.
func acceptNumber[T ~int64](to *T, digits string) bool {
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil || n < 0 {
		return false
	}
	*to = T(n)
	return true
}
