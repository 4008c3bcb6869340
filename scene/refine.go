package scene

import (
	"context"

	"tiv/internal/task"
	"tiv/tracefeed"
)

// MostEvents is the number of events that a window lets its Builder read for
// one frame, which takes about a hundredth of a second.
const MostEvents = 1_000_000

// DraftNote is the text of captions for a draft.
const DraftNote = "draft, reading …"

// LateNote is the text of captions while the result of a filter is pending.
const LateNote = "filter not asked yet, reading …"

// refinement makes the shares of a draft exact, in a goroutine.
type refinement struct {
	shares *sharesMaker // its cells belong to the task until that is done
	*task.Task[struct{}]
}

// Refine makes the last frame exact if it is a draft, and adds up the waits
// that it left out: it starts goroutines that read the trace, and takes over
// their results. Call it before each Frame; it never blocks. It reports whether
// the next frame will be better than the last. It calls notify, from another
// goroutine, whenever Refine should be called again. Stop must be called in the
// end.
func (b *Builder) Refine(notify func()) (better bool) {
	shares := b.refineShares(notify)
	return b.refinePairs(notify) || shares
}

func (b *Builder) refineShares(notify func()) (better bool) {
	if r := b.refinement; r != nil {
		if !b.shares.near(r.shares) {
			r.Cancel()
		}
		if r.Done() {
			better = b.shares.accept(r)
			b.stopShares()
		}
	}
	if b.refinement == nil && b.shares.draft {
		b.refinement = b.shares.refine(notify)
	}
	return better
}

// Rest drops the data cached for the next frame, which then takes longer, and
// cancels the goroutines of Refine. It never blocks.
func (b *Builder) Rest() {
	if b.refinement != nil {
		b.refinement.Cancel()
	}
	if b.pairsRefinement != nil {
		b.pairsRefinement.Cancel()
	}
	b.shares, b.links = sharesMaker{}, linksMaker{}
}

// Stop ends the goroutines of Refine, if there are any.
func (b *Builder) Stop() {
	b.stopShares()
	b.stopPairs()
}

func (b *Builder) stopShares() {
	if b.refinement != nil {
		b.refinement.Stop()
		b.refinement = nil
	}
}

// refine begins to make the same shares as m, but exactly.
func (m *sharesMaker) refine(notify func()) *refinement {
	shares := &sharesMaker{key: m.key, moment: m.moment, threads: m.threads, rows: m.rows}
	return &refinement{shares, task.Start(func(ctx context.Context, _ func(float64)) (struct{}, error) {
		shares.clear()
		shares.fill(ctx, 0, shares.key.steps)
		return struct{}{}, ctx.Err()
	}, notify)}
}

// near reports whether m can reuse other shares: those with the same key and
// nearly the same time.
func (m *sharesMaker) near(other *sharesMaker) bool {
	return m.same(other.key) && max(m.moved(other), -m.moved(other)) < tracefeed.Time(m.key.steps)
}

// moved returns the number of steps by which m is later than other shares.
func (m *sharesMaker) moved(other *sharesMaker) tracefeed.Time {
	return m.look().latest() - other.look().latest()
}

// accept takes over the result of a refinement, which may belong to an earlier
// moment. It reports whether the result was useful.
func (m *sharesMaker) accept(r *refinement) bool {
	if _, err := r.Result(); err != nil || !m.draft || !m.near(r.shares) {
		return false
	}
	r.shares.shares.Version, r.shares.mostEvents = m.shares.Version, m.mostEvents
	*m = *r.shares
	m.cumulate()
	return true
}
