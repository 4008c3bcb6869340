package filter

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"tiv/interaction"
	"tiv/timeline"
	"tiv/tracefeed"
)

// longestName is how many bytes of a name are looked at: traces are not to be
// trusted.
const longestName = 4096

// witness computes the values of one filter's words in one view.
type witness struct {
	uses map[string]bool
	v    *View
	// sums are the times in the window, by the thread's index.
	sums []timeline.Bucket
	// known has the waits in the window, and the contacts with names.
	known *Memory
	// length is that of the part of the window that lies in the trace.
	length   tracefeed.Time
	clusters map[tracefeed.ThreadID]string
	// waits are the waits at the moment, blocks the threads that wait for each
	// thread.
	waits  map[tracefeed.ThreadID]*interaction.Wait
	blocks map[tracefeed.ThreadID][]tracefeed.ThreadID
	row    row
}

// newWitness computes the values that need all threads at once.
func newWitness(ctx context.Context, f *Filter, v *View, known *Memory, threads []tracefeed.ThreadID) *witness {
	w := &witness{uses: f.uses, v: v, known: known}
	w.length = max(1, v.To-max(v.From, 0))
	if w.needs("running", "runnable", "suspended", "blocking", "io", "unknown") {
		w.sumUp(threads)
	}
	if w.needs("cluster") {
		w.clusters = map[tracefeed.ThreadID]string{}
		for i := range v.Clusters {
			for _, t := range v.Clusters[i].Threads {
				w.clusters[t] = v.Clusters[i].Name
			}
		}
	}
	if w.needs("waits_for", "blocks", "monitor") {
		w.lookAtMoment()
	}
	if w.needs("waits") {
		known.countWaits(ctx, v)
	}
	w.row.Interacts = func(string) bool { return false }
	if w.needs("interacts") {
		known.findContacts(ctx, v, f.partners)
	}
	return w
}

// needs reports whether one of some words is used.
func (w *witness) needs(words ...string) bool {
	return slices.ContainsFunc(words, func(word string) bool { return w.uses[word] })
}

// sumUp computes the times of threads, which may be in any order.
func (w *witness) sumUp(threads []tracefeed.ThreadID) {
	byID := make([]int, len(threads))
	for i := range byID {
		byID[i] = i
	}
	slices.SortFunc(byID, func(a, b int) int { return cmp.Compare(threads[a], threads[b]) })
	ids := make([]tracefeed.ThreadID, len(threads))
	for n, i := range byID {
		ids[n] = threads[i]
	}
	w.sums = make([]timeline.Bucket, len(threads))
	w.v.Timeline.EachSum(ids, w.v.From, w.v.To, func(n int, b *timeline.Bucket) { w.sums[byID[n]] = *b })
}

// lookAtMoment computes the waits at the moment.
func (w *witness) lookAtMoment() {
	list := interaction.At(w.v.Timeline, w.v.To)
	w.waits = make(map[tracefeed.ThreadID]*interaction.Wait, len(list))
	w.blocks = map[tracefeed.ThreadID][]tracefeed.ThreadID{}
	for i := range list {
		w.waits[list[i].Thread] = &list[i]
		if w.uses["blocks"] {
			for _, b := range list[i].Blockers {
				w.blocks[b] = append(w.blocks[b], list[i].Thread)
			}
		}
	}
}

// values returns the values of the words for a thread, which is threads[i]. The
// row is valid until the next call.
func (w *witness) values(i int, t tracefeed.ThreadID) *row {
	r, th, lane := &w.row, &w.v.Timeline.Threads[t], w.v.Timeline.Lane(t)
	r.Name, r.ID, r.System = tame(th.Name), tame(th.ID), th.System
	if w.needs("state", "alive") {
		state := lane.StateAt(w.v.To)
		r.State, r.Alive = state.String(), state != timeline.NotAlive
	}
	if w.sums != nil {
		r.times(&w.sums[i], w.length)
	}
	if w.uses["waits"] {
		r.Waits = int(w.known.waits.counts[t])
	}
	if w.uses["function"] {
		r.Function = tame(w.function(lane))
	}
	if w.needs("start", "end") {
		r.Start.ns, r.End.ns = lane.Life()
	}
	r.Cluster = tame(w.clusters[t])
	w.fillMoment(t)
	if w.uses["interacts"] {
		from, to := w.v.past()
		r.Interacts = func(name string) bool { return w.known.contacts[name].Within(t, from, to) }
	}
	return r
}

// fillMoment fills in a thread's blocker, the place of its wait, and the
// threads that wait for it.
func (w *witness) fillMoment(t tracefeed.ThreadID) {
	r := &w.row
	r.Monitor, r.WaitsFor, r.Blocks = "", r.WaitsFor[:0], r.Blocks[:0]
	if wait := w.waits[t]; wait != nil {
		r.Monitor = tame(w.v.Timeline.Monitors[wait.Monitor].Name)
		if w.uses["waits_for"] {
			r.WaitsFor = w.names(r.WaitsFor, wait.Blockers)
		}
	}
	r.Blocks = w.names(r.Blocks, w.blocks[t])
}

func (w *witness) names(out names, threads []tracefeed.ThreadID) names {
	for _, t := range threads {
		out = append(out, tame(w.v.Timeline.Threads[t].Name))
	}
	return out
}

// function returns the outermost function of a thread's first stack, if there
// is one in the first few spans.
func (w *witness) function(lane timeline.Lane) (name string) {
	tl, spans := w.v.Timeline, 0
	born, _ := lane.Life()
	lane.Spans(born, tl.End, func(s *timeline.Span, _ tracefeed.Time) bool {
		if frames := tl.Stacks[s.Stack]; len(frames) > 0 {
			name = tl.Frames[frames[len(frames)-1]].Func
		}
		const most = 20
		spans++
		return name == "" && spans < most
	})
	return name
}

// times fills in the times in states.
func (r *row) times(b *timeline.Bucket, of tracefeed.Time) {
	r.Unknown = length{b[timeline.Unknown], of}
	r.Running = length{b[timeline.Running], of}
	r.Runnable = length{b[timeline.Runnable], of}
	r.Suspended = length{b[timeline.Suspended], of}
	r.Blocking = length{b[timeline.Blocking], of}
	r.IO = length{b[timeline.IO], of}
}

// tame makes any text one that an expression can be true of: valid, and not too
// long.
func tame(s string) string { return strings.ToValidUTF8(s[:min(len(s), longestName)], "\ufffd") }
