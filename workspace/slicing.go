package workspace

import (
	"context"
	"slices"

	"tiv/execution/slice"
	"tiv/interaction/lockname"
	"tiv/timeline"
)

// Slicing is what the slices of a workspace cover: Look.Slicing. It is computed in the
// background, and follows the trace and the list of slices.
type Slicing struct{ w *Workspace }

// SlicingOf returns the slicing of a workspace. It follows its changes.
func SlicingOf(w *Workspace) Slicing { return Slicing{w} }

// slicingInput is what slices are computed of, except for their definitions.
type slicingInput struct {
	tl    *timeline.Timeline
	locks *lockname.Names
}

// current reports whether Look.Slicing is that of the present trace and list.
func (s Slicing) current() bool {
	w, l := s.w, s.w.Look.Slicing
	if len(w.Look.Slices) == 0 && w.Look.Base == "" {
		return l == nil
	}
	return l != nil && w.sliced == s.input() && slices.Equal(l.Definitions, w.Look.Slices)
}

func (s Slicing) input() slicingInput { return slicingInput{s.w.Timeline, s.w.Look.Locks} }

// SliceQuery is the computation of slices for one state of a workspace, for a background
// goroutine.
type SliceQuery struct {
	input       slicingInput
	definitions []slice.Definition
	base        string
	before      *slice.Slices
}

// Query returns the computation that is due; nil if Look.Slicing is current.
func (s Slicing) Query() *SliceQuery {
	if s.current() {
		return nil
	}
	q := &SliceQuery{input: s.input(), definitions: s.w.Look.Slices, base: s.w.Look.Base}
	if s.w.sliced == q.input {
		q.before = s.w.Look.Slicing
	}
	return q
}

// Draft returns a computation that ends with a draft of the slice at an index, or, below
// 0, of a new one. The slices that it can depend on are in front of it.
func (s Slicing) Draft(index int, draft slice.Definition) *SliceQuery {
	front := s.w.Look.Slices
	if index >= 0 {
		front = front[:min(index, len(front))]
	}
	draft.Name = "\x00" // no other slice has it
	q := &SliceQuery{input: s.input(), definitions: append(slices.Clip(front), draft)}
	if s.w.sliced == q.input {
		q.before = s.w.Look.Slicing
	}
	return q
}

// Run computes the slices, in any goroutine. Once ctx is done, it returns an error soon.
func (q *SliceQuery) Run(ctx context.Context) (*slice.Slices, error) {
	computed, err := slice.Compute(ctx, slice.Input{Timeline: q.input.tl, Locks: q.input.locks.Terms}, q.definitions, q.before)
	if err == nil {
		computed.Base(q.base) // so that no frame waits for it
	}
	return computed, err
}

// Useful reports whether the result of a query is still of use: the list is the same,
// though the trace may have grown.
func (s Slicing) Useful(q *SliceQuery) bool { return slices.Equal(q.definitions, s.w.Look.Slices) }

// Set takes the result of a query, if it is of use.
func (s Slicing) Set(q *SliceQuery, result *slice.Slices) {
	if s.Useful(q) {
		s.w.Look.Slicing, s.w.sliced = result, q.input
		s.w.sync()
	}
}

// Sync computes the slices now.
func (s Slicing) Sync(ctx context.Context) error {
	q := s.Query()
	if q == nil {
		return nil
	}
	result, err := q.Run(ctx)
	if err == nil {
		s.Set(q, result)
	}
	return err
}
