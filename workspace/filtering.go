package workspace

import (
	"context"

	"tiv/interaction"
	"tiv/timeline"
	"tiv/tracefeed"
	"tiv/workspace/filter"
)

// filtering is the filter as it was understood last, and what it was asked.
type filtering struct {
	text   string
	parsed *filter.Filter
	err    error
	asked  asked
}

// asked is what the answer of a filter depends on besides threads and clusters.
type asked struct {
	tl       *timeline.Timeline
	from, to tracefeed.Time
	history  int
}

// mostFilterStretches is how many stretches of waits are added up to find out
// who interacts with whom: what takes some hundredths of a second.
const mostFilterStretches = 1_000_000

// match returns which of some threads the filter is true of: all, if there is
// none or it is wrong.
func (f *filtering) match(w *Workspace, threads []tracefeed.ThreadID) []tracefeed.ThreadID {
	if f.text != w.Filter.Text || f.parsed == nil && f.err == nil {
		*f = filtering{text: w.Filter.Text}
		f.parsed, f.err = filter.Parse(f.text)
	}
	f.asked = w.asked()
	if f.parsed == nil || f.text == "" {
		return threads
	}
	view := filter.View{Timeline: w.Timeline, From: f.asked.from, To: f.asked.to, Clusters: w.Look.Clusters, Pairs: w.filterPairs}
	matching, err := f.parsed.Match(context.Background(), view, threads)
	if f.err = err; err != nil {
		return threads
	}
	return matching
}

// asked returns what a filter would be asked now.
func (w *Workspace) asked() asked {
	from, to := w.Look.Window()
	return asked{w.Timeline, max(from, 0), to, w.Look.History}
}

// filterPairs returns who waited for whom in the history.
func (w *Workspace) filterPairs() []interaction.Pair { return w.pairs(context.Background()) }

func (w *Workspace) pairs(ctx context.Context) []interaction.Pair {
	from, to := w.Look.Past()
	pairs, _ := interaction.LatestPairs(ctx, w.Timeline, from, to, mostFilterStretches)
	return pairs
}

// refilter asks the filter again where time has moved on.
func (w *Workspace) refilter() {
	if w.Filter.Text != "" && w.filter.asked != w.asked() {
		w.sift()
	}
}

// FilterError returns what is wrong with the filter; nil if nothing is.
func (w *Workspace) FilterError() error { return w.filter.err }

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
