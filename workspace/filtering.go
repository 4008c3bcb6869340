package workspace

import (
	"context"
	"slices"

	"tiv/execution/slice"
	"tiv/expression"
	"tiv/interaction"
	"tiv/interaction/lockname"
	"tiv/scene"
	"tiv/timeline"
	"tiv/tracefeed"
	"tiv/workspace/filter"
)

// filtering is the parsed filter, the input of its last evaluation, and the
// result.
type filtering struct {
	text   string
	parsed *filter.Filter // nil if the text is no filter
	err    error          // of parsing or of the last evaluation
	input  filterInput
	// memory caches intermediate results for that input.
	memory filter.Memory
	// generation is incremented whenever the input changes other than by time.
	// matching is the last result, restricted to the unhidden threads of
	// resultGen.
	generation, resultGen int
	matching              []tracefeed.ThreadID
	shown                 Filter
}

// filterInput is the input of a filter, except for threads and clusters.
type filterInput struct {
	tl                             *timeline.Timeline
	moment, from, to, since, until tracefeed.Time
	locks                          *lockname.Names
	slices                         *slice.Slices
}

// parse parses a text if it has changed.
func (f *filtering) parse(text string) {
	if f.text != text || f.parsed == nil && f.err == nil {
		f.text = text
		f.parsed, f.err = filter.Parse(f.text)
	}
}

// filterInput returns the present input of the filter.
func (w *Workspace) filterInput() filterInput {
	from, to := w.Look.Counted()
	since, until := w.Look.Past()
	return filterInput{w.Timeline, w.Look.Moment, from, to, since, until, w.Look.Locks, w.Look.Slicing}
}

// view returns the present View for the filter.
func (w *Workspace) view() filter.View {
	in := w.filterInput()
	return filter.View{Timeline: in.tl, Moment: in.moment, From: in.from, To: in.to, Since: in.since, Until: in.until,
		Locks: in.locks, Slices: in.slices, Clusters: w.Look.Clusters, Memory: &w.filter.memory}
}

// applyFilter evaluates the filter for the unhidden threads. It is the part of
// chooseThreads that a change of time alone repeats. If the evaluation takes
// long, the window does it in the background, and the last result is shown
// until then.
func (w *Workspace) applyFilter() {
	w.filter.parse(w.Filter.Text)
	f, v := &w.filter, w.view()
	w.Look.FilterPending = f.parsed != nil && f.text != "" && w.MaxFilterEvents > 0 && !f.parsed.Quick(v, w.MaxFilterEvents)
	switch {
	case w.Look.FilterPending:
		f.keep(w.unhidden)
	case f.parsed == nil || f.text == "":
		w.setResult(w.unhidden, nil)
	default:
		matching, err := f.parsed.Match(context.Background(), v, w.unhidden)
		w.setResult(matching, err)
	}
	w.Look.Threads, w.Look.Dimmed = split(w, f.matching, f.shown)
}

// keep uses the last result for the threads that are unhidden now; all match if
// there is none.
func (f *filtering) keep(unhidden []tracefeed.ThreadID) {
	if f.resultGen == f.generation {
		return
	}
	f.resultGen = f.generation
	if f.shown.Text == "" {
		f.matching = unhidden
		return
	}
	before := slices.Sorted(slices.Values(f.matching))
	f.matching = slices.DeleteFunc(slices.Clone(unhidden), func(t tracefeed.ThreadID) bool { return !scene.Has(before, t) })
}

// setResult stores a result of the filter; err says why there is none.
func (w *Workspace) setResult(matching []tracefeed.ThreadID, err error) {
	f := &w.filter
	if f.parsed != nil {
		f.err = err
	}
	if err != nil {
		matching = w.unhidden
	}
	f.input, f.matching, f.shown = w.filterInput(), matching, w.Filter
}

// split returns the threads that are shown if some match a filter, and those of them
// that stay in the background: the dimmed ones, and all unhidden threads that do not
// match, unless the filter hides these.
func split(w *Workspace, matching []tracefeed.ThreadID, f Filter) (shown, background []tracefeed.ThreadID) {
	switch {
	case len(matching) == len(w.unhidden):
		return w.unhidden, w.Dimmed
	case f.Hide:
		return matching, w.Dimmed
	}
	return w.unhidden, union(w.Timeline, w.Dimmed, without(w.unhidden, union(w.Timeline, matching)))
}

// refilter evaluates the filter again if the moment or the interval shown has
// changed.
func (w *Workspace) refilter() {
	if w.Filter.Text != "" && w.filter.input != w.filterInput() {
		w.applyFilter()
	}
}

// FilterStatus is the outcome of the filter.
type FilterStatus struct {
	// Err is the syntax error of the filter, or the error of its last evaluation.
	Err error
	// Shown is the filter that the shown threads match: the previous one while
	// the present one is being evaluated.
	Shown Filter
	// Matching is the number of threads that are not hidden and match, All the
	// number of threads that could be shown.
	Matching, All int
}

// FilterStatus returns the outcome of the filter.
func (w *Workspace) FilterStatus() FilterStatus {
	return FilterStatus{w.filter.err, w.filter.shown, len(w.filter.matching), w.listable}
}

// FilterQuery is an evaluation of the filter for one state of a workspace, for a
// background goroutine. Its methods do not change the workspace.
type FilterQuery struct {
	now Workspace // a shallow copy; the data it points to never changes
}

// FilterResult is the result of a FilterQuery: the matching threads, or an error.
type FilterResult struct {
	input      filterInput
	generation int
	matching   []tracefeed.ThreadID
	err        error
	memory     filter.Memory
}

// FilterQuery returns the evaluation that is due in the background; nil if there
// is none.
func (w *Workspace) FilterQuery() *FilterQuery {
	if !w.Look.FilterPending {
		return nil
	}
	return &FilterQuery{*w}
}

// Run evaluates the filter; it may be called in any goroutine. It reports its
// progress, from 0 to 1. Once ctx is done it returns soon, with ok false.
func (q *FilterQuery) Run(ctx context.Context, progress func(share float64)) (r FilterResult, ok bool) {
	f, v := &q.now.filter, q.now.view()
	v.Progress = progress
	matching, err := f.parsed.Match(ctx, v, q.now.unhidden)
	return FilterResult{q.now.filterInput(), f.generation, matching, err, f.memory}, ctx.Err() == nil
}

// Apply sets the threads of a look according to the query's result.
func (q *FilterQuery) Apply(r FilterResult, look *scene.Look) {
	look.Threads, look.Dimmed = split(&q.now, r.matching, q.now.Filter)
	look.FilterPending = false
}

// Current reports whether the result is still useful: the workspace's present
// query is the same, except perhaps for the time.
func (q *FilterQuery) Current(w *Workspace) bool {
	return w.Look.FilterPending && q.now.filter.generation == w.filter.generation && q.now.Timeline == w.Timeline
}

// TakeFilterResult shows the result of the pending query; it ignores the results
// of others. If the time has changed since, the filter is evaluated again.
func (w *Workspace) TakeFilterResult(r FilterResult) {
	if !w.Look.FilterPending || r.generation != w.filter.generation || r.input.tl != w.Timeline {
		return
	}
	w.filter.memory = r.memory
	w.setResult(r.matching, r.err)
	if w.filter.input = r.input; r.input != w.filterInput() {
		w.applyFilter()
		return
	}
	w.Look.FilterPending = false
	w.Look.Threads, w.Look.Dimmed = split(w, r.matching, w.Filter)
}

// historyPairs returns the waits of a look's history by pairs of threads, and a
// note if only a part of the history was read; "" otherwise.
func historyPairs(ctx context.Context, tl *timeline.Timeline, look *scene.Look) (pairs []interaction.Pair, note string) {
	from, to := look.Past()
	pairs, since := interaction.LatestPairs(ctx, tl, from, to, scene.AllIntervals, nil)
	if since > max(from, 0) {
		note = "Only the waits of the last " + (to - since).String() + " were looked at: they are too many."
	}
	return pairs, note
}

// OnlyInteracting shows only Thread and the threads that waited for it, or it
// for them, in the history. NoThread means the selected thread.
type OnlyInteracting struct{ Thread tracefeed.ThreadID }

func (c OnlyInteracting) apply(w *Workspace) {
	t := c.Thread
	if t == tracefeed.NoThread {
		t = w.Look.Selected
	}
	if t = known(w.Timeline, t); t == tracefeed.NoThread {
		return
	}
	id := expression.Quote(w.Timeline.Threads[t].ID)
	SetFilter{Filter{Text: "id == " + id + " || interacts(" + id + ")", Hide: true}}.apply(w)
}

func (OnlyInteracting) Info() Info {
	return Info{Label: "show only interacting threads", Effects: Undoable | MovesThreads}
}
