package trigger

import (
	"cmp"
	"slices"
	"strings"

	"tiv/timeline/ring"
	"tiv/tracefeed"
)

// Hit is a moment at which a trigger became true.
type Hit struct {
	// At is that moment.
	At tracefeed.Time
	// Reason is one or a few words for the name of a file, and Text describes it for people.
	Reason, Text string
}

// Call is the start of the name of a counter, region or task with which a program asks to
// keep what led to here. The rest is its reason.
const Call = "tiv trigger: "

// watcher is a trigger that is watched. Both methods return when it became true.
type watcher interface {
	// pass is called before the events of a time, with the state since the time before.
	pass(s *ring.State, before, now tracefeed.Time) (Hit, bool)
	// see is called after each event.
	see(s *ring.State, ev *tracefeed.Event, names *tracefeed.Tables) (Hit, bool)
}

// Watch looks for the moments at which triggers become true. A trigger that stays true hits once.
type Watch struct {
	all []watcher
	now tracefeed.Time
}

// New watches triggers, and the program's own calls.
func New(triggers []*Trigger) *Watch {
	w := &Watch{all: []watcher{calls{}}}
	for _, t := range triggers {
		switch t.word {
		case Deadlock:
			w.all = append(w.all, &rings{known: map[tracefeed.ThreadID]tracefeed.Time{}})
		case "task":
			w.all = append(w.all, &tasks{Trigger: t, open: map[int64]tracefeed.Time{}})
		default:
			w.all = append(w.all, &lasting{Trigger: t, values: map[tracefeed.ThreadID]float64{}})
		}
	}
	return w
}

// Passed tells that a time has come, before the events of it; s is the state since the time before. It
// returns what became true.
func (w *Watch) Passed(s *ring.State, now tracefeed.Time) (hits []Hit) {
	if now <= w.now || s == nil {
		return nil
	}
	for _, x := range w.all {
		if h, ok := x.pass(s, w.now, now); ok {
			hits = append(hits, h)
		}
	}
	w.now = now
	return hits
}

// Event tells of an event, after it; s is the state after it. It returns what became true.
func (w *Watch) Event(s *ring.State, ev *tracefeed.Event, names *tracefeed.Tables) (hits []Hit) {
	for _, x := range w.all {
		if h, ok := x.see(s, ev, names); ok {
			hits = append(hits, h)
		}
	}
	return hits
}

// calls are a program's own calls.
type calls struct{}

func (calls) pass(*ring.State, tracefeed.Time, tracefeed.Time) (h Hit, ok bool) { return h, false }

func (calls) see(_ *ring.State, ev *tracefeed.Event, names *tracefeed.Tables) (h Hit, ok bool) {
	if ev.Kind != tracefeed.Counter && ev.Kind != tracefeed.RegionStart && ev.Kind != tracefeed.TaskStart {
		return h, false
	}
	reason, ok := strings.CutPrefix(names.Names[ev.Name], Call)
	return Hit{ev.Time, reason, "the program asks: " + reason}, ok
}

// lasting is a share of threads, or a counter, that has to be true for some time.
type lasting struct {
	*Trigger
	values map[tracefeed.ThreadID]float64 // of the counter, by thread
	since  tracefeed.Time                 // from when on it is true
	is     bool
	told   bool
}

// now reports whether the condition is true.
func (l *lasting) now(s *ring.State) bool {
	if l.word == "share" {
		in, alive := s.Share(l.state)
		return alive > 0 && l.compares(100*float64(in), l.value*float64(alive))
	}
	for _, v := range l.values {
		if l.compares(v, l.value) {
			return true
		}
	}
	return false
}

func (l *lasting) pass(s *ring.State, before, now tracefeed.Time) (h Hit, ok bool) {
	if !l.now(s) {
		l.is, l.told = false, false
		return h, false
	}
	if !l.is {
		l.is, l.since = true, before
	}
	return l.hit(now)
}

// hit returns the hit of a condition that is true.
func (l *lasting) hit(now tracefeed.Time) (h Hit, ok bool) {
	if l.told || now-l.since < l.lasting {
		return h, false
	}
	l.told = true
	return Hit{l.since + l.lasting, cmp.Or(l.name, l.state.String()), l.text}, true
}

func (l *lasting) see(s *ring.State, ev *tracefeed.Event, names *tracefeed.Tables) (h Hit, ok bool) {
	const most = 1 << 16
	if l.word != "counter" || ev.Kind != tracefeed.Counter || names.Names[ev.Name] != l.name {
		return h, false
	}
	if _, known := l.values[ev.Thread]; known || len(l.values) < most {
		l.values[ev.Thread] = float64(ev.Value)
	}
	if l.lasting > 0 {
		return h, false // pass decides
	}
	if !l.now(s) {
		l.is, l.told = false, false
		return h, false
	}
	l.is, l.since = true, ev.Time
	return l.hit(ev.Time)
}

// tasks are the open tasks of a name.
type tasks struct {
	*Trigger
	open  map[int64]tracefeed.Time
	queue []begun // in order of time; some have ended
}

type begun struct {
	object int64
	at     tracefeed.Time
}

func (x *tasks) pass(_ *ring.State, _, now tracefeed.Time) (h Hit, ok bool) {
	for len(x.queue) > 0 && now-x.queue[0].at > x.lasting {
		first := x.queue[0]
		x.queue = x.queue[1:]
		if at, open := x.open[first.object]; open && at == first.at {
			delete(x.open, first.object)
			h, ok = Hit{first.at + x.lasting, "task " + x.name, x.text}, true
		}
	}
	return h, ok
}

func (x *tasks) see(_ *ring.State, ev *tracefeed.Event, names *tracefeed.Tables) (h Hit, ok bool) {
	const most = 1 << 16
	switch {
	case ev.Kind == tracefeed.TaskEnd:
		delete(x.open, ev.Object)
		if len(x.queue) > 2*len(x.open)+100 {
			x.queue = slices.DeleteFunc(x.queue, func(b begun) bool { return x.open[b.object] != b.at })
		}
	case ev.Kind == tracefeed.TaskStart && !ev.Shared && names.Names[ev.Name] == x.name && len(x.open) < most:
		x.open[ev.Object] = ev.Time
		x.queue = append(x.queue, begun{ev.Object, ev.Time})
	}
	return h, false
}
