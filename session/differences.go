package session

import (
	"context"
	"fmt"
	"slices"

	"tiv/command"
	"tiv/interaction/compare"
	"tiv/interaction/detect"
	"tiv/internal/background"
	"tiv/report/diff"
	"tiv/scene/view"
	"tiv/task"
	"tiv/timeline"
	"tiv/tracefeed"
	"tiv/workspace"
)

// Differences are computed in the background.
type Differences struct {
	Current *compare.Row // that was gone to; nil for none
	latest  background.Latest[[2]differing, *Compared]
	marked  *compare.Diff // whose threads are marked
}

// differing is the state of a side on which the differences depend.
type differing struct {
	tl *timeline.Timeline
	// definitions counts the changes of definitions of tasks.
	definitions int
}

// Compared is the result of a comparison.
type Compared struct {
	*diff.Document
	Sections []diff.Section
	wrong    error // why there is none
}

// close stops the computation, and forgets its result.
func (x *Differences) close() {
	x.latest.Close()
	x.latest.Reset()
	x.marked, x.Current = nil, nil
}

// busy reports whether the differences are not known yet.
func (x *Differences) busy() bool { return !x.latest.Present }

// Found returns the differences, or why the traces cannot be compared; nil while neither is
// known.
func (x *Differences) Found() (*Compared, error) {
	if !x.latest.Present {
		return nil, nil
	}
	if err := x.latest.Value.wrong; err != nil {
		return nil, err
	}
	return x.latest.Value, nil
}

// diff returns the differences of threads; nil while they are not known.
func (x *Differences) diff() *compare.Diff {
	if found, _ := x.Found(); found != nil {
		return found.Diff
	}
	return nil
}

// update computes the differences in the background, and marks threads once they are
// known.
func (x *Differences) update(c *Comparison) {
	sides, of, key := &c.Sides, [2]sideOfDiff{}, [2]differing{}
	for i, t := range sides {
		if !t.Searched() || t.Workspace.Growing() {
			return
		}
		w := t.Workspace
		of[i], key[i] = sideOfDiff{w.Name, w.Timeline, w.Report, w.Tasking.Finder()}, differing{w.Timeline, w.Tasking.Revision()}
	}
	x.latest.Update(key, differ(of), c.session.wake)
	d := x.diff()
	if d == nil || d == x.marked {
		return
	}
	x.marked, x.Current = d, nil
	for side, t := range sides {
		t.Workspace.Do(workspace.MarkChanges{Of: changesOf(d, side)})
		t.Stale = true
	}
}

// sideOfDiff is a trace to compare, with its findings, and the function that finds its tasks.
type sideOfDiff struct {
	name   string
	tl     *timeline.Timeline
	report detect.Report
	tasks  func(context.Context) (*task.Index, error)
}

// differ returns the function that compares two traces.
func differ(sides [2]sideOfDiff) background.Func[*Compared] {
	return func(ctx context.Context, progress func(float64)) (*Compared, error) {
		var runs [2][]*compare.Run
		var facts [2][]diff.Trace
		for i, s := range sides {
			x, err := s.tasks(ctx)
			var ofTasks []detect.Finding
			var run *compare.Run
			if err == nil {
				ofTasks, err = (&findingsQuery{s.tl, x}).Run(ctx)
			}
			if err == nil {
				run, err = compare.NewRun(ctx, s.tl, s.report.WithTasks(s.tl, ofTasks), x)
			}
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			if err != nil {
				return &Compared{wrong: fmt.Errorf("%s: %w", s.name, err)}, nil
			}
			runs[i], facts[i] = []*compare.Run{run}, []diff.Trace{diff.TraceOf(s.name, s.tl, run)}
			progress(float64(i+1) / 2)
		}
		d, err := compare.Of(runs[0], runs[1], compare.Second)
		if err != nil {
			return &Compared{wrong: err}, nil
		}
		doc := &diff.Document{Diff: d, Before: facts[0], After: facts[1]}
		return &Compared{Document: doc, Sections: doc.Sections()}, nil
	}
}

// changesOf returns the marks of the threads of a side: by the largest change of their
// group's waits for locks or processors.
func changesOf(d *compare.Diff, side int) map[tracefeed.ThreadID]view.Change {
	changes := map[tracefeed.ThreadID]view.Change{}
	for i := range d.Groups { // the largest change of a group first
		r, change := &d.Groups[i], view.Unchanged
		switch status := r.Status(); {
		case status == "new" && side == 1, status == "gone" && side == 0:
			change = view.OnlyHere
		case r.Small || r.State != tracefeed.Blocking && r.State != tracefeed.Runnable:
		case (status == "longer") == (side == 1):
			change = view.Longer
		default:
			change = view.Shorter
		}
		if change == view.Unchanged {
			continue
		}
		for _, t := range d.Threads(side, r) {
			if changes[t] == view.Unchanged {
				changes[t] = change
			}
		}
	}
	return changes
}

// rows returns the differences in the order of their panel.
func (x *Compared) rows() (list []*compare.Row) {
	for i := range x.Sections {
		list = append(list, x.Sections[i].Of...)
	}
	return list
}

// goToDifference goes on by a number of differences, or to the one of a number.
func goToDifference(m *Messages, c *Comparison, n int, absolute bool) {
	if !c.Compares() {
		m.Say("Compare two traces first.")
		return
	}
	found, err := c.Differences.Found()
	if found == nil {
		m.Fail(err)
		if err == nil {
			m.Say("The differences are not known yet.")
		}
		return
	}
	rows := found.rows()
	switch now := slices.Index(rows, c.Differences.Current); {
	case len(rows) == 0:
		m.Say("There are no differences.")
	case !absolute && now < 0 && n < 0:
		c.goTo(rows[len(rows)-1])
	case !absolute:
		c.goTo(rows[((now+n)%len(rows)+len(rows))%len(rows)])
	case n < 0 || n >= len(rows):
		m.Say(fmt.Sprintf("There is no difference %d.", n))
	default:
		c.goTo(rows[n])
	}
}

// goTo selects the threads of a difference on both sides, and goes to its moment on each. If
// both have one, the sides are coupled there.
func (c *Comparison) goTo(r *compare.Row) {
	d := c.Differences.diff()
	c.Differences.Current = r
	var at [2]tracefeed.Time
	var has [2]bool
	for side := range c.Sides {
		at[side], has[side] = d.Moment(side, r)
	}
	for side, t := range c.Sides {
		if has[side] {
			t.Send(workspace.SeekTo{Moment: at[side]}, workspace.SelectMany{Threads: d.Threads(side, r)})
		}
	}
	if c.placed = has[0] && has[1]; c.placed && !c.Off {
		c.By, c.Marks = command.ByMarks, at
	}
}
