package path

import (
	"cmp"
	"context"
	"slices"

	"tiv/task"
	"tiv/timeline"
	"tiv/tracefeed"
)

// Kind says what a piece of a path is.
type Kind uint8

// The kinds of pieces.
const (
	// Work: a thread works for the task, in a state that is no wait for another thread.
	Work Kind = iota
	// Lock: a thread that works for the task is blocked at a monitor.
	Lock
	// Wait: it is suspended until another thread goes on, or waits to read what that puts into a
	// stream. The other one does not work for the task.
	Wait
	// Collection: it is suspended by the garbage collector.
	Collection
	// Queue: no thread works for the task until Piece.Thread begins to.
	Queue
	// Several: several threads work for the task, and the trace does not say for which of them
	// the rest of the path waited.
	Several
)

// String returns the word that tables use for a kind other than Work.
func (k Kind) String() string {
	return [...]string{"work", "lock", "wait", "collector", "queue", "several threads"}[k]
}

// Link says how the path came to the thread of a piece, from the piece after it.
type Link uint8

// The links.
const (
	// Same: the thread is that of the piece after it, or the path ends here.
	Same Link = iota
	// Ended: the thread ended the wait of the thread of the piece after it.
	Ended
	// Handed: the thread woke or created that one, or gave it an object of the task.
	Handed
	// Back: the thread waited for that one, whose work began by itself.
	Back
	// Alone: only this thread worked for the task at that moment.
	Alone
	// Part: the thread worked for a part, while the state of that one was unknown.
	Part
)

// String returns the word that tables use for the link.
func (l Link) String() string {
	return [...]string{"", "ended the wait", "handed over", "waited", "alone", "part"}[l]
}

// Piece is an interval of a path.
type Piece struct {
	Start, End tracefeed.Time
	Kind       Kind
	// Link is how the path came to Thread at the end of the piece.
	Link Link
	// State is that of the thread (Work); Cause the device or the reason of its wait.
	State tracefeed.State
	Cause tracefeed.Cause
	// Thread works or waits; of a Queue, it took the task from there. It is NoThread for
	// Several, and where no thread is known.
	Thread tracefeed.ThreadID
	// Task is the index of the task or part for which the thread works; task.NoTask for Queue and
	// Several.
	Task int
	// Monitor is what the thread is blocked at, or suspended at; of a Queue, where Thread waited
	// for it. It is NoMonitor if the trace does not say it.
	Monitor tracefeed.MonitorID
	// Holder holds the monitor (Lock), or is the thread waited for (Wait); NoThread if that is
	// not known. Holders is the number of threads that hold the monitor at once. HolderTask is
	// the index of the outermost task for which Holder works, task.NoTask for none.
	Holder     tracefeed.ThreadID
	Holders    int32
	HolderTask int
}

// Path is the critical path of a task.
type Path struct {
	// Pieces are in order of time, without gaps from the start of the task to its end. Two in a
	// row differ in more than their times.
	Pieces []Piece
	// After is how long threads work for the task, or parts of it last, after its end. Late are
	// the indices of these parts, the one that ends last first.
	After tracefeed.Time
	Late  []int
}

// Find returns the critical path of the task with an index. The cost grows with what the
// threads of the task did while they worked for it, and with the changes of owners of the
// monitors at which they were blocked then. Once ctx is done, it returns its error.
func Find(ctx context.Context, tl *timeline.Timeline, x *task.Index, i int) (*Path, error) {
	t := &x.Tasks[i]
	work := x.WorkOf(i)
	f := &finder{ctx: ctx, tl: tl, x: x, task: i, start: t.Start, of: map[tracefeed.ThreadID]*history{}}
	for _, w := range work {
		if w.Start, w.End = max(w.Start, t.Start), min(w.End, t.End); w.Start < w.End {
			if f.of[w.Thread] == nil {
				f.of[w.Thread] = &history{lane: tl.Lane(w.Thread)}
			}
			f.of[w.Thread].work = append(f.of[w.Thread].work, w)
			f.work = append(f.work, w)
		}
	}
	f.walk(t.EndedBy, t.End)
	slices.Reverse(f.pieces)
	p := &Path{Pieces: f.pieces}
	p.late(x, i, work)
	return p, ctx.Err()
}

// late sets what goes on after the end of the task.
func (p *Path) late(x *task.Index, i int, work []task.Work) {
	end := x.Tasks[i].End
	for _, w := range work {
		p.After = max(p.After, w.End-end)
	}
	x.EachPart(i, func(part int) {
		if late := x.Tasks[part].End - end; late > 0 {
			p.Late = append(p.Late, part)
			p.After = max(p.After, late)
		}
	})
	slices.SortFunc(p.Late, func(a, b int) int {
		return cmp.Or(cmp.Compare(x.Tasks[b].End, x.Tasks[a].End), cmp.Compare(a, b))
	})
}
