package path

import (
	"cmp"
	"context"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"tiv/task"
	"tiv/timeline"
	"tiv/tracefeed"
)

// Alike is what pieces have in common that Sum adds up.
type Alike struct {
	// Type is the type of the tasks on whose paths the pieces are. Part is the type of the part
	// for which a thread works then, empty for none.
	Type, Part string
	Kind       Kind
	State      tracefeed.State // Work
	Cause      tracefeed.Cause // Work
	// Monitor is that of a Lock, a Wait or a Queue.
	Monitor tracefeed.MonitorID
	// Holder is the type of the task of the thread waited for (Lock, Wait). Held is false if that
	// thread works for no task, or is not known.
	Holder string
	Held   bool
}

// Cost is the time of the pieces that are alike, and the number of tasks with such.
type Cost struct {
	Alike
	Tasks int
	Time  tracefeed.Time
}

// Sum adds up the paths of some tasks, given by their indices: by type, then the longest time
// first. All processors share the work. Once ctx is done, it returns its error.
func Sum(ctx context.Context, tl *timeline.Timeline, x *task.Index, of []int) ([]Cost, error) {
	var next atomic.Int64
	var wait sync.WaitGroup
	parts := make([]map[Alike]Cost, min(runtime.GOMAXPROCS(0), max(len(of), 1)))
	for k := range parts {
		parts[k] = map[Alike]Cost{}
		wait.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(of) && ctx.Err() == nil; i = int(next.Add(1)) - 1 {
				if p, err := Find(ctx, tl, x, of[i]); err == nil {
					p.addTo(parts[k], x, of[i])
				}
			}
		})
	}
	wait.Wait()
	sums := parts[0]
	for _, part := range parts[1:] {
		for k, c := range part {
			sums[k] = Cost{k, sums[k].Tasks + c.Tasks, sums[k].Time + c.Time}
		}
	}
	list := make([]Cost, 0, len(sums))
	for _, c := range sums {
		list = append(list, c)
	}
	slices.SortFunc(list, func(a, b Cost) int {
		return cmp.Or(cmp.Compare(a.Type, b.Type), cmp.Compare(b.Time, a.Time), cmp.Compare(a.Kind, b.Kind),
			cmp.Compare(a.State, b.State), cmp.Compare(a.Cause, b.Cause), cmp.Compare(a.Part, b.Part),
			cmp.Compare(a.Monitor, b.Monitor), cmp.Compare(a.Holder, b.Holder), compareBool(a.Held, b.Held))
	})
	return list, ctx.Err()
}

func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}

// addTo adds the pieces of the path of a task.
func (p *Path) addTo(sums map[Alike]Cost, x *task.Index, i int) {
	seen := map[Alike]bool{}
	for k := range p.Pieces {
		piece := &p.Pieces[k]
		a := piece.alike(x, i)
		c := sums[a]
		if c.Alike, c.Time = a, c.Time+piece.End-piece.Start; !seen[a] {
			seen[a] = true
			c.Tasks++
		}
		sums[a] = c
	}
}

// alike returns what Sum adds the piece up by, on the path of a task.
func (p *Piece) alike(x *task.Index, i int) Alike {
	a := Alike{Type: x.Tasks[i].Type, Kind: p.Kind}
	if p.Kind == Work {
		a.State, a.Cause = p.State, p.Cause
	} else {
		a.Monitor = p.Monitor
	}
	if p.Task >= 0 && p.Task != i {
		a.Part = x.Tasks[p.Task].Type
	}
	if a.Held = p.HolderTask >= 0; a.Held {
		a.Holder = x.Tasks[p.HolderTask].Type
	}
	return a
}
