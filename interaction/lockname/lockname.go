package lockname

import (
	"slices"
	"strconv"
	"strings"

	"tiv/tracefeed"
)

// Kind is the kind of a monitor.
type Kind uint8

const (
	// Unknown: the trace does not have the kind.
	Unknown Kind = iota
	// Mutex: at most one thread holds it.
	Mutex
	// RWLock: a read-write lock.
	RWLock
	// Semaphore: threads hold units of it.
	Semaphore
	// Once: Go's sync.Once, held by the thread that runs its function.
	Once
	// Condition: threads are suspended at it until another one signals. Like the
	// kinds after it, it has no owner.
	Condition
	// WaitGroup: threads are suspended at it until others are done.
	WaitGroup
	// Object: threads are suspended at it, for a reason that the trace does not have.
	Object
	// Channel: threads are suspended at it until another one sends or receives.
	Channel
	numKinds
)

// String returns the word for the kind: "lock" if it is unknown.
func (k Kind) String() string {
	return [numKinds]string{"lock", "mutex", "rwlock", "semaphore", "Once", "condition", "wait group", "object", "channel"}[k]
}

// Names are the names of the monitors of a trace. They are immutable.
type Names struct {
	monitors []tracefeed.Monitor
	ranks    Ranks
	places   map[tracefeed.MonitorID]int // in ranks.Order
	own      map[tracefeed.MonitorID]string
}

// New returns the names of monitors, with the letters of ranks and the names that the
// user gave to some. ranks may lack the latest monitors. New keeps all
// of its arguments.
func New(monitors []tracefeed.Monitor, ranks Ranks, own map[tracefeed.MonitorID]string) *Names {
	n := &Names{monitors: monitors, ranks: ranks, own: own, places: make(map[tracefeed.MonitorID]int, len(ranks.Order))}
	for i, m := range ranks.Order {
		n.places[m] = i
	}
	return n
}

// Full returns the kind, the place and the letter of a monitor: "mutex main.move:36 · A".
// A monitor that the user named has only that name. One that the source names with a
// word has its kind and that word. Two monitors can have the same name only if no
// thread waited for them, or if the user says so.
func (n *Names) Full(m tracefeed.MonitorID) string {
	if own := n.own[m]; own != "" {
		return own
	}
	kind, place, numbered := n.kind(m).String(), n.place(m), n.numbered(m)
	letter := n.Letter(m)
	switch {
	case !numbered:
		return kind + " " + place
	case letter == "" && place == "":
		return kind + " " + n.id(m)
	case letter == "":
		return kind + " " + place
	case place == "":
		return kind + " " + letter
	}
	return kind + " " + place + " · " + letter
}

// Short returns the name for places with little room: "A main.move:36".
func (n *Names) Short(m tracefeed.MonitorID) string {
	if own := n.own[m]; own != "" {
		return own
	}
	letter, place := n.Letter(m), n.place(m)
	if letter == "" && place == "" {
		return n.id(m)
	}
	return strings.TrimSpace(letter + " " + place)
}

// Brief returns the name for a sentence: "lock A", or else Short.
func (n *Names) Brief(m tracefeed.MonitorID) string {
	if letter := n.Letter(m); letter != "" {
		return "lock " + letter
	}
	return n.Short(m)
}

// Terms returns the texts that mean a monitor in searches and filters, each once: Full
// first, then its letter, its id in the trace, its place, and the name that the user
// replaced. There are none for NoMonitor.
func (n *Names) Terms(m tracefeed.MonitorID) (terms []string) {
	if m == tracefeed.NoMonitor {
		return nil
	}
	fromTrace := n.withoutOwn()
	for _, term := range []string{n.Full(m), fromTrace.Letter(m), n.id(m), n.place(m), fromTrace.Full(m)} {
		if term != "" && !slices.Contains(terms, term) {
			terms = append(terms, term)
		}
	}
	return terms
}

// withoutOwn returns the names that follow from the trace alone.
func (n *Names) withoutOwn() *Names {
	without := *n
	without.own = nil
	return &without
}

// Letter returns the letter of a monitor: A for the one with most waiting, Z, AA, and so
// on; objects of suspensions come after all locks. It is empty for a monitor without waits, and for one with a name of its own in
// the source or by the user.
func (n *Names) Letter(m tracefeed.MonitorID) string {
	if i, ok := n.places[m]; ok && n.own[m] == "" && n.numbered(m) {
		return letters(i)
	}
	return ""
}

// MostWaited returns the locks with the longest totals of waits, the longest first, at
// most limit.
func (n *Names) MostWaited(limit int) []tracefeed.MonitorID {
	order := n.ranks.Order
	locks := slices.IndexFunc(order, func(m tracefeed.MonitorID) bool { return !n.Owned(m) })
	if locks < 0 {
		locks = len(order)
	}
	return order[:min(limit, locks)]
}

// Detail returns the id of a monitor in the trace, with the name that the user
// replaced: the parts that Full leaves out.
func (n *Names) Detail(m tracefeed.MonitorID) string {
	detail := "id " + n.id(m)
	if n.own[m] != "" {
		detail = n.withoutOwn().Full(m) + ", " + detail
	}
	return detail
}

// Renamed returns the name that the user gave to a monitor; "" if there is none.
func (n *Names) Renamed(m tracefeed.MonitorID) string { return n.own[m] }

// Site returns the kind and the place of a monitor, or its name in the source if that is
// a word: the part of its name that is the same in other traces of the program. It is ""
// if the source has only a number.
func (n *Names) Site(m tracefeed.MonitorID) (k Kind, place string, word bool) {
	return n.kind(m), n.place(m), !n.numbered(m)
}

// Taken divides the place of a monitor into the class that the source names, and the place in the
// code where threads take it; each can be "". A monitor that the source names with a word has
// only that.
func (n *Names) Taken(m tracefeed.MonitorID) (class, at string) {
	place := n.place(m)
	word := place[strings.LastIndexByte(place, ' ')+1:]
	colon := strings.LastIndexByte(word, ':')
	if _, err := strconv.ParseUint(word[colon+1:], 10, 32); err != nil || colon < 1 || !n.numbered(m) {
		return place, ""
	}
	return strings.TrimSuffix(strings.TrimSuffix(place, word), " "), word
}

// Owned reports whether threads can own the monitor: whether it is a lock, and no object of
// suspensions.
func (n *Names) Owned(m tracefeed.MonitorID) bool { return n.kind(m) < Condition }

func (n *Names) id(m tracefeed.MonitorID) string {
	if m <= 0 || int(m) >= len(n.monitors) {
		return ""
	}
	return n.monitors[m].ID
}

func (n *Names) kind(m tracefeed.MonitorID) Kind {
	if int(m) >= len(n.ranks.Kinds) || n.ranks.Kinds[m] >= byte(numKinds) {
		return Unknown
	}
	return Kind(n.ranks.Kinds[m])
}

// numbered reports whether the id of a monitor is an address or another number, not
// a name. The number of its process can come first, as in 4711:0x7f5a.
func (n *Names) numbered(m tracefeed.MonitorID) bool {
	id := n.id(m)
	if process, address, ok := strings.Cut(id, ":"); ok && (process == "shared" || strings.Trim(process, "0123456789.") == "") {
		id = address
	}
	_, err := strconv.ParseUint(id, 0, 64)
	return err == nil
}

// place returns the name of a monitor in the source without its number.
func (n *Names) place(m tracefeed.MonitorID) string {
	id := n.id(m)
	if id == "" {
		return ""
	}
	name := n.monitors[m].Name
	if !n.numbered(m) {
		return name
	}
	if name == id {
		return ""
	}
	return strings.TrimPrefix(name, id+" ")
}

// letters returns A for 0, Z for 25, AA for 26, and so on.
func letters(i int) string {
	s := ""
	for ; i >= 0; i = i/26 - 1 {
		s = string(rune('A'+i%26)) + s
	}
	return s
}
