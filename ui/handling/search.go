package handling

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"tiv/execution/slice"
	"tiv/handler"
	"tiv/internal/background"
	"tiv/report"
	"tiv/report/handlers"
	"tiv/report/table"
	"tiv/scene/view"
	"tiv/timeline"
	"tiv/tracefeed"
	"tiv/workspace/handling"
)

// search finds handlers in the background, in three stages: the stacks of the trace, what the limits find
// in them, and the calls of what was found.
type search struct {
	stacks background.Latest[stacksKey, *stacks]
	found  background.Latest[foundKey, *found]
	calls  background.Latest[*found, *calls]
	listed listed
	// followed is the result that settling has last. next is when the stacks of a trace that grows may be added up
	// again, and timer wakes the window then.
	followed *found
	settling handler.Settling
	next     time.Time
	timer    *time.Timer
	growth   *growth // nil before the first
}

// growth adds up the stacks of a trace that grows, for inputs like one. It belongs to the job of stacks.
type growth struct {
	growing *handler.Growing
	of      stacksKey
}

// stacksKey is the input of the stacks: a trace, the part of it that counts, and the rules with the changed code of
// user and system as text.
type stacksKey struct {
	tl   *timeline.Timeline
	part part
	code string
}

// part is the part of a trace that counts.
type part struct {
	// from and to bound the time; a to of 0 is the end of the trace.
	from, to tracefeed.Time
	// base is the only time of threads that counts, nil for all.
	base *slice.Set
}

// partOf returns the part that counts in a picture: the selected interval, if there is one, and the base.
func partOf(l *view.Look) part {
	p := part{base: l.Slicing.Base(l.Base)}
	if l.HasInterval() {
		p.from, p.to = l.SelectedInterval()
	}
	return p
}

// String says what the part is, empty for all.
func (p part) String() string {
	var said []string
	if p.to > 0 {
		said = append(said, fmt.Sprintf("from %v to %v", p.from, p.to))
	}
	if p.base != nil {
		said = append(said, "in the base")
	}
	return strings.Join(said, ", ")
}

// stacks is the stacks of a trace. It never changes.
type stacks struct {
	*handler.Trace
	options  handler.Options
	key      stacksKey
	took     time.Duration
	subtrees []handler.Counts
	// children are those of each node, the largest first, and of no node at the end.
	children [][]int32
}

// foundKey is the input of the search in stacks.
type foundKey struct {
	stacks *stacks
	limits handler.Thresholds
}

// found is what limits find in stacks. It never changes.
type found struct {
	of        foundKey
	list      []handler.Found
	kinds     map[string]string // of the functions of list
	labels    []handler.Label   // of the nodes
	functions *view.Functions
	doubts    []string
}

// calls is the calls of what was found. It never changes.
type calls struct {
	uses map[string]handler.Use
	took time.Duration
}

// listed is the rows of the table.
type listed struct {
	of    *found
	calls *calls
	rows  []handlers.Row
	table *table.Table
}

// request requests what is due for a part of a trace, with the user's changes.
func (s *search) request(tl *timeline.Timeline, of part, change handling.Change, wake func()) {
	key := s.wait(stacksKey{tl, of, fmt.Sprintf("%q %q %v", change.User, change.System, change.Paper)})
	s.stacks.Update(key, s.addUp(key, change.Options()), wake)
	if !s.stacks.Present {
		return
	}
	in := foundKey{s.stacks.Value, change.Thresholds()}
	s.found.Update(in, func(context.Context, func(float64)) (*found, error) { return in.find(), nil }, wake)
	if !s.found.Present {
		return
	}
	f, shown := s.found.Value, s.stacks.Key.tl
	if f != s.followed {
		s.follow(f, wake)
	}
	if running, busy := s.calls.Running(); busy && !shown.Complete {
		f = running // it would never be finished
	}
	s.calls.Update(f, func(ctx context.Context, _ func(float64)) (*calls, error) {
		c := f.calls(ctx, shown)
		return c, ctx.Err()
	}, wake)
	s.list()
}

// list lists what was found, with the calls as far as they are known.
func (s *search) list() {
	f, c := s.found.Value, s.calls.Value // nil before the first
	if s.listed.of == f && s.listed.calls == c && s.listed.table != nil {
		return
	}
	var uses map[string]handler.Use
	if c != nil {
		uses = c.uses
	}
	rows := handlers.Rows(f.of.stacks.Trie, f.list, uses)
	s.listed = listed{f, c, rows, handlers.Table(rows)}
}

// wait returns the input of the stacks that are due: of a trace that grows, those that are computed, until the
// pause is over.
func (s *search) wait(key stacksKey) stacksKey {
	running, busy := s.stacks.Running()
	switch {
	case key.tl.Complete:
	case busy && running.like(&key):
		return running // it would never be finished
	case !busy && s.stacks.Present && s.stacks.Key.like(&key) && time.Now().Before(s.next):
		return s.stacks.Key
	}
	return key
}

// like reports whether two inputs differ in their traces only.
func (k *stacksKey) like(other *stacksKey) bool { return k.code == other.code && k.part == other.part }

// addUp returns the function that adds up the stacks of a trace. Of a trace that grows, it continues with those of the
// last one.
func (s *search) addUp(key stacksKey, o handler.Options) background.Func[*stacks] {
	o.From, o.To = key.part.from, key.part.to
	if key.part.base != nil {
		o.Within = key.part.base
	}
	if s.growth == nil {
		s.growth = &growth{}
	}
	g := s.growth
	return func(ctx context.Context, progress func(float64)) (*stacks, error) {
		begun := time.Now()
		if g.growing == nil || !g.of.like(&key) {
			g.growing, g.of = handler.NewGrowing(o), key
		}
		g.growing.Progress = progress
		trace := g.growing.Add(ctx, key.tl)
		if trace == nil {
			return nil, ctx.Err()
		}
		of := newStacks(trace)
		of.options, of.key, of.took = o, key, time.Since(begun)
		return of, nil
	}
}

// newStacks returns the stacks of a trace, in the order of the tree.
func newStacks(trace *handler.Trace) *stacks {
	s := &stacks{Trace: trace, subtrees: trace.Subtrees(), children: make([][]int32, len(trace.Nodes)+1)}
	for i := range trace.Nodes {
		in := &s.children[len(trace.Nodes)]
		if p := trace.Nodes[i].Parent; p >= 0 {
			in = &s.children[p]
		}
		*in = append(*in, int32(i))
	}
	for _, list := range s.children {
		slices.SortStableFunc(list, func(a, b int32) int { return cmp.Compare(s.subtrees[b].Sum(), s.subtrees[a].Sum()) })
	}
	return s
}

// name returns the function of a node.
func (s *stacks) name(node int32) string { return s.Functions[s.Nodes[node].Function].Name }

// spot returns the longest call of a function as far as it is known.
func (s *stacks) spot(function string) report.Spot {
	spot := report.Spot{Thread: tracefeed.NoThread, Moment: -1, Function: function}
	if t := s.Tree; t != nil {
		for i, name := range t.Functions {
			if name == function && i < len(t.Longest) && t.Longest[i].Thread != tracefeed.NoThread {
				spot.Longest = t.Longest[i]
				spot.Thread, spot.Moment = spot.Longest.Thread, max(spot.Longest.Start, spot.Longest.End-tracefeed.Nanosecond)
			}
		}
	}
	return spot
}

// find finds handlers.
func (k foundKey) find() *found {
	x := k.stacks.Trace
	f := &found{of: k, list: x.Find(k.limits), labels: x.Labels(k.limits), kinds: map[string]string{}}
	functions := view.Functions{}
	for i := range f.list {
		x := &f.list[i]
		functions[x.Function] = true
		f.kinds[x.Function] = cmp.Or(f.kinds[x.Function], x.Kind())
	}
	f.functions, f.doubts = &functions, handlers.Doubts(x.Trie, f.list)
	return f
}

// calls finds the calls of what was found, unless ctx is done before.
func (f *found) calls(ctx context.Context, tl *timeline.Timeline) *calls {
	begun, s := time.Now(), f.of.stacks
	return &calls{s.Uses(ctx, tl, s.options, f.list), time.Since(begun)}
}

// follow takes a new result into account.
func (s *search) follow(f *found, wake func()) {
	if before := s.followed; before == nil || before.of.limits != f.of.limits || !before.of.stacks.key.like(&f.of.stacks.key) {
		s.settling = handler.Settling{}
	}
	s.followed = f
	s.settling.Add(f.list, s.stacks.Key.tl.End)
	cost := f.of.stacks.took
	if s.calls.Present {
		cost += s.calls.Value.took
	}
	pause := handler.Pause(cost)
	s.next = time.Now().Add(pause)
	if s.timer != nil {
		s.timer.Stop()
	}
	if !s.stacks.Key.tl.Complete {
		s.timer = time.AfterFunc(pause, wake)
	}
}

// busy reports whether something is being computed.
func (s *search) busy() bool {
	_, stacks := s.stacks.Running()
	_, found := s.found.Running()
	_, calls := s.calls.Running()
	return stacks || found || calls
}

// pause stops all work, and keeps the results.
func (s *search) pause() {
	s.stacks.Pause()
	s.found.Pause()
	s.calls.Pause()
}

// reset drops everything.
func (s *search) reset() {
	s.stacks.Reset()
	s.found.Reset()
	s.calls.Reset()
	s.followed, s.listed, s.settling, s.growth = nil, listed{}, handler.Settling{}, nil
}

// Close ends all work.
func (s *search) Close() {
	if s.timer != nil {
		s.timer.Stop()
	}
	s.stacks.Close()
	s.found.Close()
	s.calls.Close()
}
