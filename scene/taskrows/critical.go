package taskrows

import (
	"context"
	"sort"

	"tiv/task"
	"tiv/task/path"
	"tiv/timeline"
	"tiv/tracefeed"
)

// trail is the critical path of a task, as rows show it. It does not change.
type trail struct {
	path *path.Path
	// marks are the stretches in the row of each task that has some, in order of time: of the task itself all of
	// the path, of a part what leads through it, of another task what the path waits for.
	marks map[int32][]mark
}

// trailOf is what a trail is made of.
type trailOf struct {
	tasks *task.Index
	task  int // task.NoTask for none
}

// mark is a stretch of a trail of one kind.
type mark struct {
	start, end tracefeed.Time
	kind       markKind
}

// markKind is what a stretch of a trail looks like.
type markKind uint8

const (
	solid  markKind = iota // a thread works for the task, or waits
	dashed                 // the task is in a queue
	hollow                 // several threads work for the task, and one does not know which of them matters
	thin                   // this is the task for which a thread works that the path waits for
)

// newTrail finds the critical path of a task, see path.Find for the cost.
func newTrail(ctx context.Context, tl *timeline.Timeline, of trailOf) (*trail, error) {
	p, err := path.Find(ctx, tl, of.tasks, of.task)
	if err != nil {
		return nil, err
	}
	r := &trail{path: p, marks: map[int32][]mark{}}
	for i := range p.Pieces {
		piece := &p.Pieces[i]
		kind := solid
		switch piece.Kind {
		case path.Queue:
			kind = dashed
		case path.Several:
			kind = hollow
		}
		r.add(of.task, piece, kind)
		for part := piece.Task; part >= 0 && part != of.task; part = of.tasks.Tasks[part].Around {
			r.add(part, piece, kind)
		}
		if h := piece.HolderTask; h >= 0 && !of.tasks.Within(h, of.task) && !of.tasks.Within(of.task, h) {
			r.add(h, piece, thin)
		}
	}
	return r, nil
}

// add adds a piece to the row of a task.
func (r *trail) add(i int, p *path.Piece, kind markKind) {
	list := r.marks[int32(i)]
	if n := len(list); n > 0 && list[n-1].end == p.Start && list[n-1].kind == kind {
		list[n-1].end = p.End
		return
	}
	r.marks[int32(i)] = append(list, mark{p.Start, p.End, kind})
}

// each calls f for the stretches in the row of a task that overlap an interval. Those that end within least after
// the start of another are left out: so it calls f once for each length of least at most.
func (r *trail) each(i int, from, to, least tracefeed.Time, f func(mark)) {
	list := r.marks[int32(i)]
	after := func(k int, at tracefeed.Time) int {
		return k + sort.Search(len(list)-k, func(n int) bool { return list[k+n].end > at })
	}
	for k := after(0, from); k < len(list) && list[k].start < to; {
		f(list[k])
		k = after(k+1, max(list[k].end, list[k].start+least))
	}
}

// at returns the piece that has the most of an interval in the row of a task, and the number of those that have some.
func (r *trail) at(i int, of trailOf, from, to tracefeed.Time) (most *path.Piece, count int) {
	pieces := r.path.Pieces
	length := tracefeed.Time(0)
	for k := sort.Search(len(pieces), func(k int) bool { return pieces[k].End > from }); k < len(pieces) && pieces[k].Start < to; k++ {
		p := &pieces[k]
		if i != of.task && !(p.Task >= 0 && of.tasks.Within(p.Task, i)) && p.HolderTask != i {
			continue
		}
		count++
		if d := min(p.End, to) - max(p.Start, from); d > length {
			most, length = p, d
		}
	}
	return most, count
}
