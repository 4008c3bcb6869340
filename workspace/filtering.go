package workspace

import (
	"context"
	"slices"

	"tiv/interaction"
	"tiv/scene"
	"tiv/timeline"
	"tiv/tracefeed"
	"tiv/workspace/filter"
)

// filtering is the parsed filter, the input of its last evaluation, and the
// result.
type filtering struct {
	text   string
	parsed *filter.Filter
	err    error
	input  filterInput
	// memory caches intermediate results for that input.
	memory filter.Memory
	// generation is incremented whenever the input changes other than by time.
	// matching is the last result, restricted to the unhidden threads of
	// resultGen.
	generation, resultGen int
	matching              []tracefeed.ThreadID
	answered              Filter
}

// filterInput is the input of a filter, except for threads and clusters.
type filterInput struct {
	tl              *timeline.Timeline
	since, from, to tracefeed.Time
}

// parse parses the filter if its text has changed.
func (w *Workspace) parse() {
	f := &w.filter
	if f.text != w.Filter.Text || f.parsed == nil && f.err == nil {
		f.text = w.Filter.Text
		f.parsed, f.err = filter.Parse(f.text)
	}
}

// filterInput returns the present input of the filter.
func (w *Workspace) filterInput() filterInput {
	from, to := w.Look.Window()
	since, _ := w.Look.Past()
	return filterInput{w.Timeline, since, max(from, 0), to}
}

// view returns the present View for the filter.
func (w *Workspace) view() filter.View {
	a := w.filterInput()
	return filter.View{Timeline: a.tl, Since: a.since, From: a.from, To: a.to, Clusters: w.Look.Clusters, Memory: &w.filter.memory}
}

// applyFilter evaluates the filter for the unhidden threads. It is the part of
// chooseThreads that a change of time alone repeats. If the evaluation takes
// long, the window does it in the background, and the last result is shown
// until then.
func (w *Workspace) applyFilter() {
	w.parse()
	f, v := &w.filter, w.view()
	w.Look.Late = f.parsed != nil && f.text != "" && w.MostEvents > 0 && !f.parsed.Quick(v, w.MostEvents)
	switch {
	case w.Look.Late:
		w.keepResult()
	case f.parsed == nil || f.text == "":
		w.setResult(w.unhidden, nil)
	default:
		matching, err := f.parsed.Match(context.Background(), v, w.unhidden)
		w.setResult(matching, err)
	}
	w.Look.Threads, w.Look.Dimmed = w.shown(f.matching, f.answered.Hide)
}

// keepResult uses the last result of the filter for the present threads; all
// threads match if there is none.
func (w *Workspace) keepResult() {
	f := &w.filter
	if f.resultGen == f.generation {
		return
	}
	f.resultGen = f.generation
	if f.answered.Text == "" {
		f.matching = w.unhidden
		return
	}
	before := slices.Sorted(slices.Values(f.matching))
	f.matching = slices.DeleteFunc(slices.Clone(w.unhidden), func(t tracefeed.ThreadID) bool { return !scene.Has(before, t) })
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
	f.input, f.matching, f.answered = w.filterInput(), matching, w.Filter
}

// shown returns which threads are shown and which stay in the background, if the
// filter is true of some, and hides the others or does not.
func (w *Workspace) shown(matching []tracefeed.ThreadID, hide bool) (threads, dimmed []tracefeed.ThreadID) {
	switch {
	case len(matching) == len(w.unhidden):
	case hide:
		return matching, w.Back
	default:
		return w.unhidden, w.set(w.Back, without(w.unhidden, w.set(matching)))
	}
	return w.unhidden, w.Back
}

// refilter evaluates the filter again if time has changed.
func (w *Workspace) refilter() {
	if w.Filter.Text != "" && w.filter.input != w.filterInput() {
		w.applyFilter()
	}
}

// FilterError returns the error of the filter; nil if there is none.
func (w *Workspace) FilterError() error { return w.filter.err }

// Answered returns the filter of the threads shown: the previous one while the
// result of the present one is pending.
func (w *Workspace) Answered() Filter { return w.filter.answered }

// Question is an evaluation of the filter for the present state. Its methods do
// not change the workspace.
type Question struct {
	now Workspace // a shallow copy; the data it points to never changes
}

// Answer is the result of a Question.
type Answer struct {
	input      filterInput
	generation int
	matching   []tracefeed.ThreadID
	err        error
	memory     filter.Memory
}

// Question returns the pending evaluation, to be done in the background; nil if
// there is none.
func (w *Workspace) Question() *Question {
	if !w.Look.Late {
		return nil
	}
	return &Question{*w}
}

// Ask evaluates the filter; it may be called in any goroutine. It calls tell
// with its progress, from 0 to 1. Once ctx is done it returns soon, with ok
// false.
func (q *Question) Ask(ctx context.Context, tell func(share float64)) (a Answer, ok bool) {
	f, v := &q.now.filter, q.now.view()
	v.Tell = tell
	matching, err := f.parsed.Match(ctx, v, q.now.unhidden)
	return Answer{q.now.filterInput(), f.generation, matching, err, f.memory}, ctx.Err() == nil
}

// Show sets the threads of a look according to an answer.
func (q *Question) Show(a Answer, look *scene.Look) {
	look.Threads, look.Dimmed = q.now.shown(a.matching, q.now.Filter.Hide)
	look.Late = false
}

// Concerns reports whether the answer is still useful: the present question is
// the same, except perhaps for the time.
func (q *Question) Concerns(w *Workspace) bool {
	return w.Look.Late && q.now.filter.generation == w.filter.generation && q.now.Timeline == w.Timeline
}

// Take stores an answer. If the time has changed since, the answer is shown,
// and the filter is evaluated again.
func (w *Workspace) Take(a Answer) {
	if !w.Look.Late || a.generation != w.filter.generation || a.input.tl != w.Timeline {
		return
	}
	w.filter.memory = a.memory
	w.setResult(a.matching, a.err)
	if w.filter.input = a.input; a.input != w.filterInput() {
		w.applyFilter()
		return
	}
	w.Look.Late = false
	w.Look.Threads, w.Look.Dimmed = w.shown(a.matching, w.Filter.Hide)
}

// pairs returns the waits of the history by pairs of threads, and a note if
// only a part of the history was read; "" otherwise.
func (w *Workspace) pairs(ctx context.Context) (pairs []interaction.Pair, note string) {
	from, to := w.Look.Past()
	pairs, since := interaction.LatestPairs(ctx, w.Timeline, from, to, scene.AllStretches)
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
	if t = w.known(t); t == tracefeed.NoThread {
		return
	}
	id := filter.Quote(w.Timeline.Threads[t].ID)
	SetFilter{Filter{Text: "id == " + id + " || interacts(" + id + ")", Hide: true}}.apply(w)
}

func (OnlyInteracting) does() (string, string) { return "only those that interact", "" }
