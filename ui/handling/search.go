package handling

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

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
}

// stacksKey is the input of the stacks: a trace, and the rules with the changed code of user and system as text.
type stacksKey struct {
	tl   *timeline.Timeline
	code string
}

// stacks is the stacks of a trace. It never changes.
type stacks struct {
	*handler.Trace
	options  handler.Options
	code     string // of their key
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

// request requests what is due for a trace, with the user's changes.
func (s *search) request(tl *timeline.Timeline, change handling.Change, wake func()) {
	key := stacksKey{tl, fmt.Sprintf("%q %q %v", change.User, change.System, change.Paper)}
	key = s.wait(key)
	s.stacks.Update(key, addUp(key, change.Options()), wake)
	if !s.stacks.Present {
		return
	}
	of := foundKey{s.stacks.Value, change.Thresholds()}
	s.found.Update(of, func(context.Context, func(float64)) (*found, error) { return of.find(), nil }, wake)
	if !s.found.Present {
		return
	}
	f, in := s.found.Value, s.stacks.Key.tl
	if f != s.followed {
		s.follow(f, wake)
	}
	if running, busy := s.calls.Running(); busy && !in.Complete {
		f = running // it would never be finished
	}
	s.calls.Update(f, func(ctx context.Context, _ func(float64)) (*calls, error) {
		c := f.calls(ctx, in)
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
	case busy && running.code == key.code:
		return running // it would never be finished
	case !busy && s.stacks.Present && s.stacks.Key.code == key.code && time.Now().Before(s.next):
		return s.stacks.Key
	}
	return key
}

// addUp returns the function that adds up the stacks of a trace.
func addUp(key stacksKey, o handler.Options) background.Func[*stacks] {
	return func(ctx context.Context, progress func(float64)) (*stacks, error) {
		o.Progress = progress
		begun := time.Now()
		trace := handler.New(ctx, key.tl, o)
		if trace == nil {
			return nil, ctx.Err()
		}
		o.Progress = nil
		s := newStacks(trace)
		s.options, s.code, s.took = o, key.code, time.Since(begun)
		return s, nil
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
	if before := s.followed; before == nil || before.of.limits != f.of.limits || before.of.stacks.code != f.of.stacks.code {
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
	s.followed, s.listed, s.settling = nil, listed{}, handler.Settling{}
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
