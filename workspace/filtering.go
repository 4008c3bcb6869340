package workspace

import (
	"context"
	"slices"

	"tiv/execution/slice"
	"tiv/expression"
	"tiv/interaction"
	"tiv/interaction/lockname"
	"tiv/scene"
	"tiv/scene/view"
	"tiv/task"
	"tiv/timeline"
	"tiv/tracefeed"
	"tiv/workspace/filter"
)

// filterState is the parsed filter, the input of its last evaluation, and the
// result.
type filterState struct {
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
	tasks                          *task.Index // nil if the filter is not about tasks
}

// parse parses a text if it has changed.
func (f *filterState) parse(text string) {
	if f.text != text || f.parsed == nil && f.err == nil {
		f.text = text
		f.parsed, f.err = filter.Parse(f.text)
	}
}

// Filtering is the evaluation of the filter of a workspace.
type Filtering struct{ w *Workspace }

// FilteringOf returns the filtering of a workspace. It follows its changes.
func FilteringOf(w *Workspace) Filtering { return Filtering{w} }

// present returns the present input of the filter.
func (f Filtering) present() filterInput {
	w := f.w
	from, to := w.Look.Counted()
	since, until := w.Look.Past()
	in := filterInput{w.Timeline, w.Look.Moment, from, to, since, until, w.Look.Locks, w.Look.Slicing, nil}
	if f.OfTasks() {
		in.tasks = w.Look.Tasks
	}
	return in
}

// OfTasks reports whether the filter is about tasks.
func (f Filtering) OfTasks() bool { return f.w.filter.parsed != nil && f.w.filter.parsed.OfTasks() }

// view returns the present View for the filter.
func (f Filtering) view() filter.View {
	in, w := f.present(), f.w
	return filter.View{Timeline: in.tl, Moment: in.moment, From: in.from, To: in.to, Since: in.since, Until: in.until,
		Locks: in.locks, Slices: in.slices, Tasks: in.tasks, Clusters: w.Look.Clusters, Memory: &w.filter.memory}
}

// evaluate evaluates the filter for the unhidden threads. It is the part of
// chooseThreads that a change of time alone repeats. If the evaluation takes
// long, the window does it in the background, and the last result is shown
// until then.
func (f Filtering) evaluate() {
	w, now := f.w, &f.w.filter
	now.parse(w.Filter.Text)
	v := f.view()
	if f.OfTasks() {
		w.Tasking.Ask()
	}
	w.Look.FilterPending = now.parsed != nil && now.text != "" && w.MaxFilterEvents > 0 && !now.parsed.Quick(v, w.MaxFilterEvents)
	switch {
	case w.Look.FilterPending:
		now.keep(w.unhidden)
	case now.parsed == nil || now.text == "":
		f.setResult(w.unhidden, nil)
	default:
		matching, err := now.parsed.Match(context.Background(), v, w.unhidden)
		f.setResult(matching, err)
	}
	w.Look.Threads, w.Look.Dimmed = f.split(now.matching, now.shown)
}

// keep uses the last result for the threads that are unhidden now; all match if
// there is none.
func (f *filterState) keep(unhidden []tracefeed.ThreadID) {
	if f.resultGen == f.generation {
		return
	}
	f.resultGen = f.generation
	if f.shown.Text == "" {
		f.matching = unhidden
		return
	}
	before := slices.Sorted(slices.Values(f.matching))
	f.matching = slices.DeleteFunc(slices.Clone(unhidden), func(t tracefeed.ThreadID) bool { return !view.Has(before, t) })
}

// setResult stores a result of the filter; err says why there is none.
func (f Filtering) setResult(matching []tracefeed.ThreadID, err error) {
	w, now := f.w, &f.w.filter
	if now.parsed != nil {
		now.err = err
	}
	if err != nil {
		matching = w.unhidden
	}
	now.input, now.matching, now.shown = f.present(), matching, w.Filter
}

// split returns the threads that are shown if some match a filter, and those of them
// that stay in the background: the dimmed ones, and all unhidden threads that do not
// match, unless the filter hides these.
func (f Filtering) split(matching []tracefeed.ThreadID, by Filter) (shown, background []tracefeed.ThreadID) {
	w := f.w
	switch {
	case len(matching) == len(w.unhidden):
		return w.unhidden, w.Dimmed
	case by.Hide:
		return matching, w.Dimmed
	}
	return w.unhidden, union(w.Timeline, w.Dimmed, without(w.unhidden, union(w.Timeline, matching)))
}

// refresh evaluates the filter again if the moment or the interval shown has
// changed.
func (f Filtering) refresh() {
	if f.w.Filter.Text != "" && f.w.filter.input != f.present() {
		f.evaluate()
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

// Status returns the outcome of the filter.
func (f Filtering) Status() FilterStatus {
	now := &f.w.filter
	return FilterStatus{now.err, now.shown, len(now.matching), f.w.listable}
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

// Query returns the evaluation that is due in the background; nil if there
// is none.
func (f Filtering) Query() *FilterQuery {
	if !f.w.Look.FilterPending {
		return nil
	}
	return &FilterQuery{*f.w}
}

// Awaited returns the evaluation for a picture that is to be exact: that of Query, or one of a filter about
// tasks that are still to be found; nil if there is none.
func (f Filtering) Awaited() *FilterQuery {
	if f.OfTasks() && f.w.Tasking.Query() != nil {
		return &FilterQuery{*f.w}
	}
	return f.Query()
}

// ShowTasks lets the evaluation use the tasks of its trace.
func (q *FilterQuery) ShowTasks(x *task.Index) { q.now.Look.Tasks = x }

// Run evaluates the filter; it may be called in any goroutine. It reports its
// progress, from 0 to 1. Once ctx is done it returns soon, with ok false.
func (q *FilterQuery) Run(ctx context.Context, progress func(share float64)) (r FilterResult, ok bool) {
	f, now := Filtering{&q.now}, &q.now.filter
	v := f.view()
	v.Progress = progress
	matching, err := now.parsed.Match(ctx, v, q.now.unhidden)
	return FilterResult{f.present(), now.generation, matching, err, now.memory}, ctx.Err() == nil
}

// Apply sets the threads of a look according to the query's result.
func (q *FilterQuery) Apply(r FilterResult, look *view.Look) {
	look.Threads, look.Dimmed = Filtering{&q.now}.split(r.matching, q.now.Filter)
	look.FilterPending = false
}

// Current reports whether the result is still useful: the workspace's present
// query is the same, except perhaps for the time.
func (q *FilterQuery) Current(w *Workspace) bool {
	return w.Look.FilterPending && q.now.filter.generation == w.filter.generation && q.now.Timeline == w.Timeline
}

// Take shows the result of the pending query; it ignores the results
// of others. If the time has changed since, the filter is evaluated again.
func (f Filtering) Take(r FilterResult) {
	w := f.w
	if !w.Look.FilterPending || r.generation != w.filter.generation || r.input.tl != w.Timeline {
		return
	}
	w.filter.memory = r.memory
	f.setResult(r.matching, r.err)
	if w.filter.input = r.input; r.input != f.present() {
		f.evaluate()
		return
	}
	w.Look.FilterPending = false
	w.Look.Threads, w.Look.Dimmed = f.split(r.matching, w.Filter)
}

// historyPairs returns the waits of a look's history by pairs of threads, and a
// note if only a part of the history was read; "" otherwise.
func historyPairs(ctx context.Context, tl *timeline.Timeline, look *view.Look) (pairs []interaction.Pair, note string) {
	from, to := look.Past()
	latest := interaction.LatestPairs(ctx, tl, from, to, scene.AllIntervals, nil)
	if latest.From > max(from, 0) {
		note = "Only the waits of the last " + (to - latest.From).String() + " were looked at: they are too many."
	}
	return latest.Pairs, note
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
	return Info{label: "show only interacting threads", Effects: Undoable | MovesThreads}
}
