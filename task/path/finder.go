package path

import (
	"context"
	"slices"

	"tiv/interaction"
	"tiv/task"
	"tiv/timeline"
	"tiv/tracefeed"
)

// finder goes back along the path of one task.
type finder struct {
	ctx   context.Context
	tl    *timeline.Timeline
	x     *task.Index
	task  int
	start tracefeed.Time
	work  []task.Work // for the task, in order of time, within it
	of    map[tracefeed.ThreadID]*history
	crowd []crowd // computed at first use
	// pieces are those found, the last one first.
	pieces []Piece
	// link is how the path came to the present thread; Same once there is a piece of it.
	link Link
	// here are the threads on the path since its last piece.
	here []tracefeed.ThreadID
	// left are the threads whose waits were followed to others, each once, the one with the
	// earliest wait last.
	left []tracefeed.ThreadID
}

// walk finds the pieces from a time back to the start of the task. ender is the thread that ended
// the task.
func (f *finder) walk(ender tracefeed.ThreadID, at tracefeed.Time) {
	t := ender
	if !f.works(t, at) {
		t, at = f.alone(ender, at)
	}
	for at > f.start && f.ctx.Err() == nil {
		w := f.of[t].before(at)
		s := f.of[t].span(at)
		from := max(s.Start, w.Start)
		p := Piece{Start: from, End: at, State: s.State, Cause: s.Cause, Thread: t, Task: int(w.Task), Monitor: s.Monitor,
			HolderTask: task.NoTask}
		switch {
		case s.State == tracefeed.Blocking:
			f.blocked(p)
		case s.State == tracefeed.Suspended && s.Cause == tracefeed.CauseCollector:
			p.Kind = Collection
			f.add(p)
		case s.Signalled():
			p.Kind = Wait
			if next, until := f.waits(p, s.Other); next != t {
				t, at = next, until
				continue
			}
		case s.State == tracefeed.Unknown:
			if next, until := f.part(p); next != t {
				t, at = next, until
				continue
			}
		default:
			f.add(p)
		}
		if at = from; at == w.Start && at > f.start {
			t, at = f.origin(t, w, at)
		}
	}
}

// works reports whether a thread works for the task just before a time.
func (f *finder) works(t tracefeed.ThreadID, at tracefeed.Time) bool {
	if h := f.of[t]; h != nil {
		w := h.before(at)
		return w != nil && w.End >= at
	}
	return false
}

// add adds a piece, which ends where the last one starts.
func (f *finder) add(p Piece) {
	if p.Start >= p.End {
		return
	}
	p.Link, f.link = f.link, Same
	if f.here = f.here[:0]; len(f.pieces) > 0 && p.Link == Same {
		last := &f.pieces[len(f.pieces)-1]
		joined := p
		if joined.End, joined.Link = last.End, last.Link; joined.Kind == last.Kind {
			joined.Start = last.Start
			if joined == *last {
				last.Start = p.Start
				return
			}
		}
	}
	f.pieces = append(f.pieces, p)
}

// blocked adds a wait for a monitor, by its owners and their tasks.
func (f *finder) blocked(p Piece) {
	p.Kind = Lock
	var edges []interaction.Edge
	interaction.EachEdge(f.tl, p.Thread, p.Start, p.End, func(e interaction.Edge) {
		if e.Rank == 0 {
			edges = append(edges, e)
		}
	})
	for _, e := range slices.Backward(edges) {
		p.Start, p.End, p.Holder, p.Holders = e.Start, e.End, e.Blocker, e.Sharers
		f.held(p)
	}
}

// held adds a wait for a thread, by the tasks for which that works.
func (f *finder) held(p Piece) {
	var parts []Piece
	f.x.Between(p.Holder, p.Start, p.End, func(of int, from, to tracefeed.Time) {
		if p.Start, p.End, p.HolderTask = from, to, of; of != task.NoTask {
			p.HolderTask = f.x.Outermost(of)
		}
		parts = append(parts, p)
	})
	for _, p := range slices.Backward(parts) {
		f.add(p)
	}
}

// waits adds the part of a wait in which the thread waited for does not work for the task, and
// returns that thread, and when it last did; or the thread that waits, if it never did.
func (f *finder) waits(p Piece, holder tracefeed.ThreadID) (tracefeed.ThreadID, tracefeed.Time) {
	p.Holder, p.Holders = holder, 1
	next, from := p.Thread, p.Start
	if h := f.of[holder]; h != nil && holder != p.Thread {
		if w := h.before(p.End); w != nil {
			last := min(w.End, p.End)
			if last > p.Start && (last < p.End || !slices.Contains(f.here, holder)) {
				next, from = holder, last
			}
		}
	}
	p.Start = from
	f.held(p)
	if next != p.Thread {
		f.leave(p.Thread, Ended)
	}
	return next, from
}

// leave notes that the path goes over from a thread to one for which it waits.
func (f *finder) leave(t tracefeed.ThreadID, link Link) {
	if i := slices.Index(f.left, t); i >= 0 {
		f.left = slices.Delete(f.left, i, i+1)
	}
	f.here, f.left, f.link = append(f.here, t), append(f.left, t), link
}

// part adds the part of an unknown state in which the path stays on the thread, and returns the
// thread that worked for a part before that, and when; or the same thread, if none did.
func (f *finder) part(p Piece) (tracefeed.ThreadID, tracefeed.Time) {
	next, from := p.Thread, p.Start
	for i, at := f.crowdAt(p.End), p.End; at > p.Start; i-- {
		if o := f.crowd[i].threads - p.Thread; f.crowd[i].n == 2 {
			if at == p.End && slices.Contains(f.here, o) {
				break
			}
			part := int(f.of[o].before(at).Task)
			if part != p.Task && f.x.Within(part, p.Task) && f.x.Tasks[part].End <= f.x.Tasks[p.Task].End {
				next, from = o, at
				break
			}
		}
		at = f.crowd[i].since
	}
	p.Start = from
	f.add(p)
	if next != p.Thread {
		f.leave(p.Thread, Part)
	}
	return next, from
}

// origin returns where the path goes on when a thread begins to work for the task at a time.
func (f *finder) origin(t tracefeed.ThreadID, w *task.Work, at tracefeed.Time) (tracefeed.ThreadID, tracefeed.Time) {
	if f.works(t, at) { // for another part
		return t, at
	}
	if by := f.of[w.From]; by != nil {
		handed := at // by a wake-up or a creation
		if w.Evidence != task.Inferred || !f.works(w.From, at) {
			handed = by.lastActive(at)
		}
		if handed >= 0 {
			f.queue(t, handed, at)
			f.link = Handed
			return w.From, handed
		}
	}
	for _, waiter := range slices.Backward(f.left) {
		if f.works(waiter, at) {
			f.link = Back
			return waiter, at
		}
	}
	return f.alone(t, at)
}

// queue adds the time in which the task waited for a thread to take it.
func (f *finder) queue(t tracefeed.ThreadID, from, to tracefeed.Time) {
	p := Piece{Start: from, End: to, Kind: Queue, Thread: t, Task: task.NoTask, HolderTask: task.NoTask}
	if from < to && t != tracefeed.NoThread {
		p.Monitor = f.waitedAt(t, from, to)
	}
	f.add(p)
}

// mostSteps is the number of spans in which waitedAt looks for a wait.
const mostSteps = 4

// waitedAt returns the object at which a thread last ceased to wait in an interval, if that was
// shortly before the end.
func (f *finder) waitedAt(t tracefeed.ThreadID, from, to tracefeed.Time) tracefeed.MonitorID {
	lane, at := f.tl.Lane(t), to
	for range mostSteps {
		if at < max(from, 1) {
			break
		}
		s, end := lane.At(at - 1)
		if s.State == tracefeed.NotAlive || s.State == tracefeed.Unknown {
			break
		}
		if s.State == tracefeed.Suspended && s.Monitor != tracefeed.NoMonitor && end <= to {
			return s.Monitor
		}
		at = s.Start
	}
	return tracefeed.NoMonitor
}
