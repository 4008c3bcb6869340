// Package tasking finds the tasks of a workspace in the background, once something shows them.
package tasking

import (
	"context"
	"maps"

	"tiv/task"
	"tiv/task/definition"
	"tiv/timeline"
)

// Tasking is how the tasks of a trace are found, and those that were found last. The zero value
// has no trace.
type Tasking struct {
	sources definition.Sources
	types   []string // of definitions that count at first; all without any
	rules   task.Tracking
	change  Change
	builder *builder        // for what is due; nil before the first query
	own     definition.List // in the text of change; those of sources without it
	asked   bool            // something shows tasks
	due     input
	found   *task.Index
	of      input // of found
	last    *Query
}

// input is what tasks are found in.
type input struct {
	tl *timeline.Timeline
	// revision counts the changes of definitions and rules.
	revision int
}

// Change is what users change of the definitions of a trace.
type Change struct {
	// Text is a file of definitions in place of that of the project; "" for that.
	Text string
	// Types says of types of definitions whether they are on, whatever they were at first.
	Types map[string]bool
}

// Define sets the definitions and the rules by which tasks are found. If types are given, only
// definitions of these count, until the user switches others on.
func (t *Tasking) Define(sources definition.Sources, types []string, rules task.Tracking) {
	t.sources, t.types, t.rules = sources, types, rules
	t.own, t.change.Text = sources.Own, ""
	t.builder = nil
	t.due.revision++
}

// Follow sets the trace, as far as it was read, and what the user has changed. A text with an error
// changes nothing.
func (t *Tasking) Follow(tl *timeline.Timeline, c Change) {
	t.due.tl = tl
	if c.Text == t.change.Text && maps.Equal(c.Types, t.change.Types) {
		return
	}
	if c.Text != t.change.Text {
		t.own = t.sources.Own
		if own, err := t.Read(c.Text); err == nil && c.Text != "" {
			t.own = own
		}
	}
	t.change, t.builder = c, nil
	t.due.revision++
}

// Ask says that something shows tasks: from now on they are found.
func (t *Tasking) Ask() { t.asked = true }

// AskOnceComplete is Ask for something that shows tasks only if there are any: once the trace is
// complete, and if it has names, without which there are neither calls nor tasks. It reports whether
// it has asked.
func (t *Tasking) AskOnceComplete() bool {
	tl := t.due.tl
	if tl == nil || !tl.Complete || len(tl.Names) <= 1 {
		return false
	}
	t.Ask()
	return true
}

// Index returns the tasks that were found last: perhaps of less of the trace, or by other
// definitions; nil before.
func (t *Tasking) Index() *task.Index { return t.found }

// Query is the search for tasks for one state of a workspace, for any goroutines. All that need the
// tasks share it, and it searches once.
type Query struct {
	input   input
	builder *builder
	found   *task.Index // belongs to the goroutine that uses the builder; nil before
}

// builder finds tasks of a trace that grows, for one goroutine at a time. All queries for the same
// definitions and rules share it, so that each costs as much as what is new.
type builder struct {
	turn chan struct{} // has room for the goroutine that uses it
	*task.Builder
}

// Query returns the search that is due; nil if Index is current, or nothing shows tasks.
func (t *Tasking) Query() *Query {
	if !t.asked {
		return nil
	}
	return t.query()
}

// query returns the search for those who are about to use tasks; nil if Index is current.
func (t *Tasking) query() *Query {
	if t.found != nil && t.of == t.due {
		return nil
	}
	if t.last == nil || t.last.input != t.due {
		if t.builder == nil {
			t.builder = &builder{make(chan struct{}, 1), task.NewBuilder(t.options(t.own))}
		}
		t.last = &Query{input: t.due, builder: t.builder}
	}
	return t.last
}

// Run finds the tasks, in any goroutine. Once ctx is done, it returns an error soon.
func (q *Query) Run(ctx context.Context) (x *task.Index, err error) {
	select {
	case q.builder.turn <- struct{}{}:
		defer func() { <-q.builder.turn }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if q.found == nil {
		if x, err = q.builder.Build(ctx, q.input.tl); err != nil {
			return nil, err
		}
		q.found = x
	}
	return q.found, nil
}

// Finder returns a function for any goroutine that returns the tasks: it finds them if Index is
// not current.
func (t *Tasking) Finder() func(context.Context) (*task.Index, error) {
	if q := t.query(); q != nil {
		return q.Run
	}
	found := t.found
	return func(context.Context) (*task.Index, error) { return found, nil }
}

// Useful reports whether the result of a query is still of use: the definitions are the same,
// though the trace may have grown.
func (t *Tasking) Useful(q *Query) bool { return q.input.revision == t.due.revision }

// Set takes the result of a query, if it is of use.
func (t *Tasking) Set(q *Query, x *task.Index) {
	if t.Useful(q) {
		t.found, t.of, t.last = x, q.input, nil
	}
}

// Sync finds the tasks now, if something shows them.
func (t *Tasking) Sync(ctx context.Context) error {
	q := t.Query()
	if q == nil {
		return nil
	}
	x, err := q.Run(ctx)
	if err == nil {
		t.Set(q, x)
	}
	return err
}
