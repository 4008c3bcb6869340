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

// filtering is the filter as it was understood last, what it was asked, and what
// it answered.
type filtering struct {
	text   string
	parsed *filter.Filter
	err    error
	asked  asked
	// memory is what was found out for that.
	memory filter.Memory
	// turn counts how often it was to be asked about something else than another
	// time. matching is what the filter that was answered last is true of, as far
	// as that stands somewhere in the turn kept.
	turn, kept int
	matching   []tracefeed.ThreadID
	answered   Filter
}

// asked is what the answer of a filter depends on besides threads and clusters.
type asked struct {
	tl              *timeline.Timeline
	since, from, to tracefeed.Time
}

// parse understands the filter anew if it is another.
func (w *Workspace) parse() {
	f := &w.filter
	if f.text != w.Filter.Text || f.parsed == nil && f.err == nil {
		f.text = w.Filter.Text
		f.parsed, f.err = filter.Parse(f.text)
	}
}

// asked returns what a filter would be asked now.
func (w *Workspace) asked() asked {
	from, to := w.Look.Window()
	since, _ := w.Look.Past()
	return asked{w.Timeline, since, max(from, 0), to}
}

// view returns what a filter is asked about now.
func (w *Workspace) view() filter.View {
	a := w.asked()
	return filter.View{Timeline: a.tl, Since: a.since, From: a.from, To: a.to, Clusters: w.Look.Clusters, Memory: &w.filter.memory}
}

// sift asks the filter about the threads that stand somewhere: all that
// chooseThreads has to do again where only time has moved on. Where that takes
// long, the window asks it aside, and until then what it said last is shown.
func (w *Workspace) sift() {
	w.parse()
	f, v := &w.filter, w.view()
	w.Look.Late = f.parsed != nil && f.text != "" && w.MostEvents > 0 && !f.parsed.Quick(v, w.MostEvents)
	switch {
	case w.Look.Late:
		w.keep()
	case f.parsed == nil || f.text == "":
		w.answer(w.standing, nil)
	default:
		matching, err := f.parsed.Match(context.Background(), v, w.standing)
		w.answer(matching, err)
	}
	w.Look.Threads, w.Look.Dimmed = w.shown(f.matching, f.answered.Hide)
}

// keep goes on with what the filter was true of when it was asked last; of all, if
// it never was.
func (w *Workspace) keep() {
	f := &w.filter
	if f.kept == f.turn {
		return
	}
	f.kept = f.turn
	if f.answered.Text == "" {
		f.matching = w.standing
		return
	}
	before := slices.Sorted(slices.Values(f.matching))
	f.matching = slices.DeleteFunc(slices.Clone(w.standing), func(t tracefeed.ThreadID) bool { return !scene.Has(before, t) })
}

// answer takes what the filter is true of now; err is why it cannot tell.
func (w *Workspace) answer(matching []tracefeed.ThreadID, err error) {
	f := &w.filter
	if f.parsed != nil {
		f.err = err
	}
	if err != nil {
		matching = w.standing
	}
	f.asked, f.matching, f.answered = w.asked(), matching, w.Filter
}

// shown returns which threads are shown and which stay in the background, if the
// filter is true of some, and hides the others or does not.
func (w *Workspace) shown(matching []tracefeed.ThreadID, hide bool) (threads, dimmed []tracefeed.ThreadID) {
	switch {
	case len(matching) == len(w.standing):
	case hide:
		return matching, w.Back
	default:
		return w.standing, w.set(w.Back, without(w.standing, w.set(matching)))
	}
	return w.standing, w.Back
}

// refilter asks the filter again where time has moved on.
func (w *Workspace) refilter() {
	if w.Filter.Text != "" && w.filter.asked != w.asked() {
		w.sift()
	}
}

// FilterError returns what is wrong with the filter; nil if nothing is.
func (w *Workspace) FilterError() error { return w.filter.err }

// Answered returns the filter that threads are shown by: the last one if the
// present one has yet to be asked.
func (w *Workspace) Answered() Filter { return w.filter.answered }

// Question is what the filter is to be asked, as things stand now.
type Question struct {
	now Workspace // of which nothing that it points to is ever changed
}

// Answer is what the filter has answered.
type Answer struct {
	asked    asked
	turn     int
	matching []tracefeed.ThreadID
	err      error
	memory   filter.Memory
}

// Question returns what the filter is to be asked aside, nil if there is nothing.
func (w *Workspace) Question() *Question {
	if !w.Look.Late {
		return nil
	}
	return &Question{*w}
}

// Ask asks the filter; it may be called in any goroutine. It tells how far it has
// come. Once ctx is done it returns soon, and ok is false.
func (q *Question) Ask(ctx context.Context, tell func(share float64)) (a Answer, ok bool) {
	f, v := &q.now.filter, q.now.view()
	v.Tell = tell
	matching, err := f.parsed.Match(ctx, v, q.now.standing)
	return Answer{q.now.asked(), f.turn, matching, err, f.memory}, ctx.Err() == nil
}

// Show lets a look show what the filter has answered.
func (q *Question) Show(a Answer, look *scene.Look) {
	look.Threads, look.Dimmed = q.now.shown(a.matching, q.now.Filter.Hide)
	look.Late = false
}

// Concerns reports whether the question is still of use: it is the present one,
// or one of another time.
func (q *Question) Concerns(w *Workspace) bool {
	return w.Look.Late && q.now.filter.turn == w.filter.turn && q.now.Timeline == w.Timeline
}

// Take takes over an answer. If it is of another time, it is shown, and the filter
// is asked again.
func (w *Workspace) Take(a Answer) {
	if !w.Look.Late || a.turn != w.filter.turn || a.asked.tl != w.Timeline {
		return
	}
	w.filter.memory = a.memory
	w.answer(a.matching, a.err)
	if w.filter.asked = a.asked; a.asked != w.asked() {
		w.sift()
		return
	}
	w.Look.Late = false
	w.Look.Threads, w.Look.Dimmed = w.shown(a.matching, w.Filter.Hide)
}

// pairs returns who waited for whom in the history, and what is to be said of
// that: "" if it is all of it.
func (w *Workspace) pairs(ctx context.Context) (pairs []interaction.Pair, note string) {
	from, to := w.Look.Past()
	pairs, since := interaction.LatestPairs(ctx, w.Timeline, from, to, scene.AllStretches)
	if since > max(from, 0) {
		note = "Only the waits of the last " + (to - since).String() + " were looked at: they are too many."
	}
	return pairs, note
}

// OnlyInteracting shows only the threads that waited for a thread in the history,
// or that for them: the one that is selected, if it is NoThread.
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
