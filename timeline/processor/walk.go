package processor

import (
	"cmp"
	"slices"

	"tiv/timeline"
	"tiv/tracefeed"
)

// walk is a call of Each. Pages have events by thread: each page is a list of changes for each
// processor, which is sorted and applied at its end.
type walk struct {
	v          Visitor
	begin      tracefeed.Time // from where events are read
	from, to   tracefeed.Time
	now        tracefeed.Time // up to which they have been
	threads    []thread
	processors map[tracefeed.CPU]*processor
	lost       tracefeed.Time // when all was lost last; -1 for never
	// begun are the threads that got a processor in the page.
	begun []tracefeed.ThreadID
}

// thread is a thread of the walk: the processor that it is on, NoCPU for none, and since when.
type thread struct {
	on    tracefeed.CPU
	since tracefeed.Time
	// told says that its processor has the change.
	told bool
}

// processor is a processor of the walk.
type processor struct {
	cpu     tracefeed.CPU
	threads []tracefeed.ThreadID // on it
	known   bool                 // while no thread is
	lost    tracefeed.Time       // the time of the last loss; -1 for none
	since   tracefeed.Time       // of the stretch
	changes []change
}

// change is a change of a processor.
type change struct {
	at     tracefeed.Time
	kind   changeKind
	thread tracefeed.ThreadID // NoThread for none
}

// changeKind is the kind of a change, in the order of those at one time.
type changeKind uint8

const (
	leaves changeKind = iota // a thread leaves
	takes                    // a thread takes the processor; NoThread for a run of no length
	loses                    // a thread, if any, leaves, and nothing is known until a later run
)

// page reads a page.
func (w *walk) page(p *timeline.Page) {
	if p.Restart {
		w.lose(p.Start)
	}
	var ev tracefeed.Event
	for g := range p.Groups {
		t := p.Groups[g].Thread
		if t == tracefeed.NoThread {
			continue
		}
		x := &w.threads[t]
		for events := p.Events(g); ; {
			state, ok := events.Next(&ev)
			if !ok {
				break
			}
			if state != tracefeed.Running {
				w.leave(t, ev.Time, state == tracefeed.Unknown)
			} else if ev.Kind == tracefeed.Run && ev.CPU != tracefeed.NoCPU && ev.CPU != x.on {
				w.leave(t, ev.Time, false)
				x.on, x.since, x.told = ev.CPU, ev.Time, false
				w.begun = append(w.begun, t)
			}
		}
	}
	w.now = max(w.now, p.End)
	w.apply()
}

// lose forgets all at a time.
func (w *walk) lose(at tracefeed.Time) {
	for t := range w.threads {
		w.leave(tracefeed.ThreadID(t), at, true)
	}
	for _, p := range w.processors {
		p.changes = append(p.changes, change{at: at, kind: loses})
	}
	w.lost = at
}

// leave takes a thread from its processor. lost says that it may still be there.
func (w *walk) leave(t tracefeed.ThreadID, at tracefeed.Time, lost bool) {
	x := &w.threads[t]
	if x.on == tracefeed.NoCPU {
		return
	}
	p := w.processor(x.on)
	switch {
	case x.told || x.since < at:
		w.take(t)
		kind := leaves
		if lost {
			kind = loses
		}
		p.changes = append(p.changes, change{at, kind, t})
	case lost:
		p.changes = append(p.changes, change{at: at, kind: loses})
	default:
		p.changes = append(p.changes, change{at: at, kind: takes})
	}
	w.run(t, at)
	*x = thread{}
}

// take tells the processor of a thread that it has taken it.
func (w *walk) take(t tracefeed.ThreadID) {
	if x := &w.threads[t]; !x.told {
		p := w.processor(x.on)
		p.changes = append(p.changes, change{x.since, takes, t})
		x.told = true
	}
}

// run passes on the run of a thread that ends at a time.
func (w *walk) run(t tracefeed.ThreadID, end tracefeed.Time) {
	x := &w.threads[t]
	within := end > w.from || x.since == end && end == w.from
	if within && (x.since < w.to || x.since == w.to && end == w.to) && w.v.Run != nil {
		w.v.Run(Run{x.since, end, x.on, t})
	}
}

// processor returns a processor.
func (w *walk) processor(cpu tracefeed.CPU) *processor {
	p := w.processors[cpu]
	if p == nil {
		p = &processor{cpu: cpu, known: w.begin > 0, lost: w.lost, since: w.begin}
		w.processors[cpu] = p
	}
	return p
}

// apply applies the changes of the page.
func (w *walk) apply() {
	for _, t := range w.begun {
		if w.threads[t].on != tracefeed.NoCPU {
			w.take(t)
		}
	}
	w.begun = w.begun[:0]
	for _, p := range w.processors {
		slices.SortFunc(p.changes, func(a, b change) int { return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.kind, b.kind)) })
		for _, c := range p.changes {
			if p.changedBy(c) {
				w.end(p, c.at)
			}
			p.change(c)
		}
		p.changes = p.changes[:0]
	}
}

// changedBy reports whether a change ends the stretch.
func (p *processor) changedBy(c change) bool {
	switch {
	case c.thread != tracefeed.NoThread:
		return c.kind == takes || slices.Contains(p.threads, c.thread)
	case len(p.threads) > 0:
		return false
	case c.kind == takes:
		return !p.known && c.at > p.lost
	}
	return p.known
}

// change applies a change.
func (p *processor) change(c change) {
	i := slices.Index(p.threads, c.thread)
	switch {
	case c.kind == takes && c.thread != tracefeed.NoThread:
		p.threads = append(p.threads, c.thread)
	case c.kind != takes && i >= 0:
		p.threads = slices.Delete(p.threads, i, i+1)
	}
	switch c.kind {
	case takes:
		p.known = p.known || c.at > p.lost
	case loses:
		p.known, p.lost = false, c.at
	}
}

// end passes on the stretch of a processor that ends at a time.
func (w *walk) end(p *processor, at tracefeed.Time) {
	s := Stretch{Start: p.since, End: at, CPU: p.cpu}
	p.since = at
	switch len(p.threads) {
	case 0:
		s.Kind = Unknown
		if p.known {
			return
		}
	case 1:
		s.Thread = p.threads[0]
	default:
		s.Thread, s.Kind = slices.Min(p.threads), Several
	}
	if s.End > max(s.Start, w.from) && s.Start < w.to && w.v.Stretch != nil {
		w.v.Stretch(s)
	}
}

// finish ends all that goes on.
func (w *walk) finish() {
	for t := range w.threads {
		if w.threads[t].on != tracefeed.NoCPU {
			w.run(tracefeed.ThreadID(t), w.now)
		}
	}
	for _, p := range w.processors {
		w.end(p, w.now)
	}
}
