package workspace

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"tiv/execution"
	"tiv/scene/view"
	"tiv/timeline"
	"tiv/tracefeed"
)

// Commands about calls.
type (
	// SetCallColors sets the meaning of the colours of calls.
	SetCallColors struct{ By view.CallColors }
	// SetOpened makes the rows of threads high in the execution view, or as high as others.
	SetOpened struct {
		On      bool
		Threads []tracefeed.ThreadID
	}
	// SelectCall selects a call and its thread. A call without a thread is none: the
	// selected threads stay.
	SelectCall struct{ Call view.Call }
	// FindCalls lights up the calls of a function, or of those whose names contain a text; "" is
	// none. See view.Cursor.
	FindCalls struct{ Function string }
	// SeekCall moves the moment to the begin of the selected call, ShowCall shows the time
	// of the call.
	SeekCall struct{}
	ShowCall struct{}
	// NextCall selects the next call of the selected call's function in its thread, or with
	// Direction -1 the previous one, and moves the moment to its begin.
	NextCall struct{ Direction int }
	// GoToFunction selects the threads that call a function, and the longest of its calls, lights up all of
	// them, and moves the moment to the end of the longest one.
	GoToFunction struct{ Function string }
)

func (c SetCallColors) apply(w *Workspace) {
	if int(c.By) < view.NumCallColors {
		w.Look.CallColors = c.By
	}
}

func (c SetCallColors) on(w *Workspace) bool { return w.Look.CallColors == c.By }

func (c SetOpened) apply(w *Workspace) { w.Look.Opened = listed(w, c.On, w.Look.Opened, c.Threads) }

func (c SetOpened) on(w *Workspace) bool { return areListed(w, w.Look.Opened, c.Threads) == c.On }

func (c SelectCall) apply(w *Workspace) {
	call := validCall(w.Timeline, c.Call)
	if call.Thread != tracefeed.NoThread {
		Select{call.Thread}.apply(w)
	}
	w.Look.Call = call
}

// validCall returns a call within the limits of a trace; none if the trace does not have its
// thread.
func validCall(tl *timeline.Timeline, call view.Call) view.Call {
	if call.Thread = known(tl, call.Thread); call.Thread == tracefeed.NoThread {
		return view.Call{}
	}
	call.Function = shorten(call.Function, maxFunctionLen)
	call.Depth = min(max(call.Depth, 0), execution.MaxLanes)
	call.Start = min(max(call.Start, 0), tl.End)
	call.End = min(max(call.End, call.Start), tl.End)
	return call
}

// maxFunctionLen is the longest name of a selected call's function, in bytes.
const maxFunctionLen = 10_000

// dropCall drops the selected call when its thread is no longer selected.
func dropCall(w *Workspace) {
	if call := &w.Look.Call; call.Thread != tracefeed.NoThread && !view.Has(w.Look.Selection, call.Thread) {
		*call = view.Call{}
	}
}

func (c FindCalls) apply(w *Workspace) { w.Look.Found = shorten(c.Function, maxFunctionLen) }

func (SeekCall) apply(w *Workspace) {
	if c := &w.Look.Call; c.Thread != tracefeed.NoThread {
		SeekTo{c.Start}.apply(w)
	}
}

func (ShowCall) apply(w *Workspace) {
	c := &w.Look.Call
	if c.Thread == tracefeed.NoThread {
		return
	}
	margin := max((c.End-c.Start)/20, view.ShortestStep)
	ShowRange{max(c.Start-margin, 0), min(c.End+margin, w.Timeline.End)}.apply(w)
}

func (c NextCall) apply(w *Workspace) { runNow(c, w) }

// always makes the search a task of the background, however small the trace is: its result
// is worth a note.
func (NextCall) always() {}

func (c NextCall) prepare(ctx context.Context, w *Workspace) (commit func(*Workspace), note string) {
	from := &w.Look.Call
	if from.Thread == tracefeed.NoThread {
		return func(*Workspace) {}, NoCall
	}
	search, word := execution.NextCall, "later"
	if c.Direction < 0 {
		search, word = execution.PreviousCall, "earlier"
	}
	found, ok := search(ctx, w.Timeline,
		&execution.TreeCall{Thread: from.Thread, Name: from.Function, Depth: from.Depth, Start: from.Start, End: from.End,
			Evidence: from.Evidence()})
	if !ok {
		return func(*Workspace) {}, fmt.Sprintf("There is no %s call of %s in this thread.", word, from.Function)
	}
	call := callOf(&found)
	return func(w *Workspace) {
		SelectCall{call}.apply(w)
		SeekCall{}.apply(w)
	}, ""
}

func (c GoToFunction) apply(w *Workspace) { runNow(c, w) }

// always makes the search a task of the background, as that of NextCall.
func (GoToFunction) always() {}

func (c GoToFunction) prepare(ctx context.Context, w *Workspace) (commit func(*Workspace), note string) {
	var longest execution.TreeCall
	threads := map[tracefeed.ThreadID]bool{}
	execution.EachTreeCall(ctx, w.Timeline, execution.All(w.Timeline), func(call *execution.TreeCall) {
		if call.Name != c.Function || c.Function == "" {
			return
		}
		if len(threads) == 0 || call.End-call.Start > longest.End-longest.Start {
			longest = *call
		}
		threads[call.Thread] = true
	})
	if len(threads) == 0 || ctx.Err() != nil {
		return func(*Workspace) {}, fmt.Sprintf("The trace has no call of %s.", c.Function)
	}
	return func(w *Workspace) {
		SelectCall{callOf(&longest)}.apply(w)
		SelectMany{Threads: slices.Sorted(maps.Keys(threads)), Mode: SelectAlso}.apply(w)
		w.Look.Selected = longest.Thread
		SeekTo{max(longest.Start, longest.End-tracefeed.Nanosecond)}.apply(w)
		FindCalls(c).apply(w)
	}, ""
}

// callOf returns a call as it is selected.
func callOf(c *execution.TreeCall) view.Call {
	return view.Call{Thread: c.Thread, Function: c.Name, Depth: c.Depth, Start: c.Start, End: c.End,
		Sampled: c.Evidence == execution.Sampled}
}

// NoCall is the note of commands about a call while none is selected.
const NoCall = "Click a call in the execution view first."

func (SetCallColors) Info() Info { return Info{label: "colours of calls", Effects: Undoable} }
func (SetOpened) Info() Info     { return Info{label: "open rows", Effects: Undoable | MovesThreads} }
func (SelectCall) Info() Info    { return Info{label: "select call"} }
func (FindCalls) Info() Info     { return Info{label: "find calls"} }
func (SeekCall) Info() Info      { return Info{label: "go to call", Effects: Jumps} }
func (ShowCall) Info() Info      { return Info{label: "zoom to call", Effects: Undoable | Jumps} }
func (GoToFunction) Info() Info {
	return Info{label: "go to function", Task: "search for its calls", Effects: Jumps}
}
func (NextCall) Info() Info {
	return Info{label: "next call", Task: "search for the call", Effects: Jumps}
}
