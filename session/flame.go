package session

import (
	"context"
	"fmt"
	"os"
	"slices"

	"tiv/command"
	"tiv/execution"
	"tiv/execution/slice"
	"tiv/internal/background"
	"tiv/internal/replace"
	"tiv/report/flame"
	"tiv/scene/share"
	"tiv/timeline"
	"tiv/tracefeed"
	"tiv/workspace"
)

// FlameKey identifies what the call tree of a flame graph is made of.
type FlameKey struct {
	Timeline *timeline.Timeline
	From, To tracefeed.Time
	threads  *tracefeed.ThreadID // the first in a list that never changes
	count    int
	base     *slice.Set // the only time that counts; nil for all
	// slicing has the slices that decide the colours; nil if functions do.
	slicing *slice.Slices
}

// FlameTree returns how the call tree of the flame graph of a document is made.
func FlameTree(d *Document) (FlameKey, background.Func[*execution.Tree]) {
	l, tl := &d.Workspace.Look, d.Workspace.Timeline
	threads := l.Threads
	if d.Flame.Selected && len(l.Selection) > 0 {
		threads = l.Selection
	}
	key := FlameKey{Timeline: tl, count: len(threads), base: l.Slicing.Base(l.Base)}
	key.From, key.To = workspace.Interval(&d.Workspace.Look, d.Flame.Whole)
	sets, _ := share.SliceColors(l)
	if len(sets) > 0 {
		key.slicing = l.Slicing
	}
	if key.count > 0 {
		key.threads = &threads[0]
	}
	return key, func(ctx context.Context, _ func(float64)) (*execution.Tree, error) {
		q := execution.Query{Of: workspace.MembersOf(tl, threads), From: key.From, To: key.To}
		if key.base != nil {
			q.Within = key.base
		}
		for _, s := range sets {
			q.Sets = append(q.Sets, s)
		}
		tree := execution.NewTree(ctx, tl, q)
		return background.OrCanceled(tree, tree != nil)
	}
}

// flameStates are the states whose time counts, by choice.
var flameStates = [...][]tracefeed.State{
	command.FlameAll: {tracefeed.Running, tracefeed.Runnable, tracefeed.Suspended, tracefeed.Blocking, tracefeed.IO,
		tracefeed.Unknown},
	command.FlameWaiting: {tracefeed.Suspended, tracefeed.Blocking, tracefeed.IO},
	command.FlameRunning: {tracefeed.Running},
}

// FlameGraph returns the graph of a call tree: of a function with its callers and callees, or of
// all code.
func FlameGraph(tree *execution.Tree, counted command.FlameStates, function string) *flame.Graph {
	states := flameStates[counted]
	if function == "" {
		return flame.New(tree, states)
	}
	i := max(int32(slices.Index(tree.Functions, function)), 0) // 0 has no calls in other traces
	return flame.NewAround(tree, i, states)
}

// FlameFormat returns the format of the path of a flame graph; a picture for other extensions.
func FlameFormat(path string) flame.Format {
	f, ok := flame.FormatOf("", path)
	if !ok {
		return flame.Formats()[0]
	}
	return f
}

// Flame writes the flame graph of the shown trace.
func (x *Exporter) Flame(path string, format flame.Format) {
	d := x.session.Shown.Document
	key, tree := FlameTree(d)
	of, name, base := d.Flame, d.Workspace.Name, ""
	if key.base != nil {
		base = ", in " + slice.PathTitle(d.Workspace.Look.Base)
	}
	x.start("The flame graph", func(w *Worker) (Message, error) {
		t, err := tree(w.ctx, w.progress)
		if err != nil {
			return Message{}, err
		}
		g := FlameGraph(t, of.States, of.Function)
		about := ": code of the threads"
		if of.Function != "" {
			about = ": " + of.Function
		}
		g.Title = fmt.Sprintf("%s%s from %v to %v%s", name, about, key.From, key.To, base)
		if err := replace.File(path, func(f *os.File) error { return format.Write(f, g) }); err != nil {
			return Message{}, fmt.Errorf("write flame graph: %s: %w", path, err)
		}
		return savedFile(path)
	})
}

// flameHandlers carry out the commands about flame graphs.
var flameHandlers = command.Handlers[*Session]{
	command.Does(func(s *Session, c command.ShowFlameGraph) {
		if c.Find != s.Shown.Flame.Find { // the search of the execution view is the same
			s.Shown.Send(workspace.FindCalls{Function: c.Find})
		}
		s.Shown.Flame = c.FlameGraph
		s.Shown.Send(workspace.OpenPanel{Name: command.FlamePanel, Open: true})
	}),
	command.Tries(func(s *Session, c command.SaveFlameGraph) bool {
		if c.Path == "" {
			return false
		}
		format := FlameFormat(c.Path)
		if path, ok := s.Exporter.Target(c.Path, extensionOf(c.Path, format.Extensions), format.Kind); ok {
			s.Exporter.Flame(path, format)
		}
		return true
	}),
}
