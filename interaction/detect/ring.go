package detect

import (
	"fmt"
	"slices"
	"strings"

	"tiv/interaction"
	"tiv/interaction/detect/ending"
	"tiv/timeline"
	"tiv/tracefeed"
)

// Ring is the facts of threads that wait for each other in a ring at the end of the trace.
type Ring struct {
	// MayOpen: another thread may open it.
	MayOpen bool `json:"-"`
	// Releasable: any thread may release such monitors. In the trace only their holders
	// did (observed), or nobody (inferred).
	Releasable bool `json:"-"`
	// Reads says of each thread whether it waits to read what the next one should put into a
	// stream, rather than for a lock; nil if all wait for locks.
	Reads []bool `json:",omitempty"`
	// Others are further rings at the same places. The finding has their threads and monitors
	// behind those of the first ring.
	Others []OtherRing `json:",omitempty"`
}

// OtherRing is the number of threads of a ring, and the time at which it closed.
type OtherRing struct {
	Size  int
	Start tracefeed.Time
}

// ClosedRing is threads of which each waits for the next, since all of them do.
type ClosedRing struct {
	Threads []tracefeed.ThreadID
	Start   tracefeed.Time
}

// Rings returns the rings of a deadlock, in the order of Threads.
func (f *Finding) Rings() (rings []ClosedRing) {
	var others []OtherRing
	if r, ok := f.Facts.(*Ring); ok {
		others = r.Others
	}
	first := len(f.Threads)
	for _, o := range others {
		first -= o.Size
	}
	rings = append(rings, ClosedRing{f.Threads[:first], f.Start})
	left := f.Threads[first:]
	for _, o := range others {
		rings = append(rings, ClosedRing{left[:o.Size], o.Start})
		left = left[o.Size:]
	}
	return rings
}

// Closed returns the rings of a deadlock that are closed at a moment: those that have closed by
// then and, after the end of the finding, that nothing has opened since.
func (f *Finding) Closed(tl *timeline.Timeline, moment tracefeed.Time) (rings []ClosedRing) {
	waits := func(t tracefeed.ThreadID) bool { return f.stillWaits(tl, t, moment) }
	for _, r := range f.Rings() {
		if r.Start <= moment && (moment <= f.End || !slices.ContainsFunc(r.Threads, func(t tracefeed.ThreadID) bool { return !waits(t) })) {
			rings = append(rings, r)
		}
	}
	return rings
}

// ClosedAt returns the rings of all deadlocks among findings that are closed at a moment. searched
// is the time up to which the findings are those of the trace.
func ClosedAt(tl *timeline.Timeline, findings []Finding, searched, moment tracefeed.Time) (rings []ClosedRing) {
	for i := range findings {
		if f := &findings[i]; f.Kind == Deadlock && f.InProgress(tl, moment, searched) {
			rings = append(rings, f.Closed(tl, moment)...)
		}
	}
	return rings
}

func (r *Ring) reason() string {
	switch {
	case r.Reads != nil:
		return "reads"
	case r.MayOpen:
		return "may-open"
	case r.Releasable:
		return "releasable"
	}
	return "closed"
}

func (r *Ring) fits(f *Finding, in extent) bool {
	left := len(f.Threads)
	for _, o := range r.Others {
		if o.Size < 1 || !in.interval(o.Start, f.End) {
			return false
		}
		left -= o.Size
	}
	return left > 0 && len(f.Monitors) == len(f.Threads) && (r.Reads == nil || len(r.Reads) == len(f.Threads) && len(r.Others) == 0)
}

// cause is the places at which the threads of a ring wait, with the functions that they began
// with.
func (r *Ring) cause(f *Finding, c *causes) string {
	if r.Reads != nil {
		return ""
	}
	var places []string
	for _, id := range f.Threads {
		span, _ := ending.LastKnown(c.tl, id)
		p := c.pathOf(span.Stack)
		if p == "" {
			return ""
		}
		places = append(places, p)
	}
	return fmt.Sprint(r.MayOpen, " ", leastTurn(places))
}

func (r *Ring) join(f *Finding, later []Finding) {
	all := &Ring{MayOpen: r.MayOpen, Releasable: r.Releasable}
	f.Threads, f.Monitors, f.Facts = slices.Clone(f.Threads), slices.Clone(f.Monitors), all
	for _, x := range later {
		all.Releasable = all.Releasable || x.Facts.(*Ring).Releasable
		all.Others = append(all.Others, OtherRing{len(x.Threads), x.Start})
		f.Threads, f.Monitors = append(f.Threads, x.Threads...), append(f.Monitors, x.Monitors...)
	}
}

func (r *Ring) advice(*Finding) string {
	if r.MayOpen || r.Releasable {
		return ""
	}
	if r.Reads != nil {
		return "Look at which side should write next, and whether it has flushed what it wrote."
	}
	return "Let all threads take these locks in one order, or put one lock around both."
}

func (r *Ring) text(f *Finding, w wording) string {
	if r.Reads != nil {
		return r.readsText(f, w)
	}
	text := w.ring(f.Threads, f.Monitors)
	if len(r.Others) > 0 {
		text = r.several(f, w)
	}
	if w.dump {
		return text + "."
	}
	release := "releases one of these locks, which Go allows."
	if len(slices.Compact(slices.Sorted(slices.Values(f.Monitors)))) == 1 {
		release = "releases this lock, which Go allows."
	}
	closed, is, never := "The cycle closed at %v and never opened.", "It is a deadlock", "it never will"
	if len(r.Others) > 0 {
		closed, is, never = "The first of them closed at %v, and none ever opened.", "Each is a deadlock", "none ever will"
	}
	text += ". " + fmt.Sprintf(closed, f.Start)
	switch {
	case r.MayOpen:
		return text + " " + is + " unless another thread " + release
	case r.Releasable && f.Evidence == interaction.Inferred:
		return text + " " + strings.ToUpper(never[:1]) + never[1:] + ", unless another thread " + release
	case r.Releasable:
		return text + " No other thread has released such a lock."
	case f.Evidence == interaction.Proven:
		return text + " The runtime has proven that " + never + "."
	}
	return text
}

// readsText describes a ring in which threads wait to read.
func (r *Ring) readsText(f *Finding, w wording) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s wait for each other: ", threads(len(f.Threads)))
	for i, t := range f.Threads[:min(len(f.Threads), mostInRing)] {
		if i > 0 {
			b.WriteString("; ")
		}
		next := f.Threads[(i+1)%len(f.Threads)]
		if r.Reads[i] {
			fmt.Fprintf(&b, "%s waits to read what %s should write", w.inProcess(t), w.inProcess(next))
		} else {
			fmt.Fprintf(&b, "%s waits for %s%s", w.inProcess(t), w.inProcess(next), w.at(f.Monitors[i]))
		}
	}
	if more := len(f.Threads) - mostInRing; more > 0 {
		fmt.Fprintf(&b, "; and %d more", more)
	}
	fmt.Fprintf(&b, ". The cycle closed at %v and never opened: nothing is on its way between them. "+
		"That these threads are the ones to write follows from what was written before.", f.Start)
	return b.String()
}

// several describes rings at the same places: their number, the places, and their threads.
func (r *Ring) several(f *Finding, w wording) string {
	const most = 4
	noun := "deadlocks"
	if r.MayOpen {
		noun = "rings"
	}
	rings := f.Rings()
	var b strings.Builder
	fmt.Fprintf(&b, "%d %s of %s: ", len(rings), noun, strings.Join(waitPlaces(f.Sites), " and "))
	for i, ring := range rings[:min(len(rings), most)] {
		if i > 0 {
			b.WriteString("; ")
		}
		b.WriteString(w.list(ring.Threads))
	}
	if more := len(rings) - most; more > 0 {
		fmt.Fprintf(&b, "; and %d more", more)
	}
	first := rings[0].Threads
	return b.String() + ". In the first, " + w.ring(first, f.Monitors[:len(first)])
}

// Opened is the facts of a ring that opened again.
type Opened struct {
	// Count is how often it closed at least.
	Count int
}

func (o *Opened) reason() string { return "opened" }

func (o *Opened) fits(f *Finding, _ extent) bool { return len(f.Monitors) == len(f.Threads) }

func (o *Opened) text(f *Finding, w wording) string {
	s := fmt.Sprintf("%s. The cycle closed at %v and opened again after %v: a wait ended without its lock.",
		w.ring(f.Threads, f.Monitors), f.Start, f.End-f.Start)
	if o.Count > 1 {
		s += fmt.Sprintf(" It closed at least %d times; this was the longest.", o.Count)
	}
	return s
}

// mostInRing is the number of threads of a ring that a text names.
const mostInRing = 8

// ring describes a ring in which each thread waits for the next, with the monitors.
func (w wording) ring(ring []tracefeed.ThreadID, monitors []tracefeed.MonitorID) string {
	const most = mostInRing
	if len(ring) == 1 {
		return fmt.Sprintf("%s waits for itself%s", w.thread(ring[0]), w.at(monitors[0]))
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s wait for each other: ", threads(len(ring)))
	for i, t := range ring[:min(len(ring), most)] {
		if i > 0 {
			b.WriteString("; ")
		}
		fmt.Fprintf(&b, "%s waits for %s%s", w.thread(t), w.thread(ring[(i+1)%len(ring)]), w.at(monitors[i]))
	}
	if len(ring) > most {
		fmt.Fprintf(&b, "; and %d more", len(ring)-most)
	}
	return b.String()
}
