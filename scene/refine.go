package scene

import (
	"context"

	"tiv/internal/background"
)

// MaxEvents is the number of events that a window lets its Builder read for
// one frame, which takes about a hundredth of a second.
const MaxEvents = 1_000_000

// ApproximateNote is the text of captions for a draft.
const ApproximateNote = "draft, reading …"

// LateNote is the text of captions while the result of a filter is pending.
const LateNote = "filter pending, reading …"

// Refine makes the last frame exact if it is a draft, adds up the waits that it left out,
// and reads calls and runs: it starts goroutines that read the trace, and takes over
// their results. Call it before each Frame; it never blocks. It reports whether
// the next frame will be better than the last. It calls notify, from another
// goroutine, whenever Refine should be called again. Stop must be called in the
// end.
func (b *Builder) Refine(notify func()) (better bool) {
	divided, lanes, rows := b.slices.Refine(notify), b.lanes.Refine(notify), b.processors.Refine(notify)
	shares, pairs := b.shares.Refine(notify), b.links.refine(notify, b.Animating)
	plates, tasks := b.plates.Refine(notify, b.Animating), b.tasks.cache.Refine(notify)
	taskRows := b.tasks.rows.Refine(notify)
	return taskRows || tasks || shares || pairs || lanes || rows || divided || plates
}

// DropCaches drops the data cached for the next frame, which then takes longer, and
// cancels the goroutines of Refine. It never blocks.
func (b *Builder) DropCaches() {
	b.shares.Drop()
	b.links.drop()
	b.slices.Drop()
	b.lanes.Drop()
	b.plates.Drop()
	b.processors.Drop()
	b.tasks.cache.Drop()
	b.tasks.rows.Drop()
}

// Stop ends the goroutines of Refine, if there are any.
func (b *Builder) Stop() {
	b.shares.Stop()
	b.links.stop()
	b.slices.Stop()
	b.lanes.Stop()
	b.plates.Stop()
	b.processors.Stop()
	b.tasks.cache.Stop()
	b.tasks.rows.Stop()
}

// pairsRefinement adds up the waits that a frame left out, in a goroutine. Its
// result is the links made of all pairs: if the input of the next frame's links
// is the same, they are reused as they are.
type pairsRefinement struct {
	pairs *pairCache // its sums belong to the task until that is done
	input linkInput  // of the frame's links
	*background.Job[[]Link]
}

// refine adds up the waits that the last frame left out, in a goroutine, and takes over the
// result; see Builder.Refine. It starts no work while frames follow each other, because that
// would slow them down.
func (c *linkCache) refine(notify func(), animating bool) (better bool) {
	m := &c.pairs
	if r := c.refinement; r != nil {
		same := m.tl == r.pairs.tl && m.from == r.pairs.from && m.to == r.pairs.to && m.base == r.pairs.base
		if !same {
			r.Cancel()
		}
		if r.Done() {
			links, err := r.Result()
			if better = same && err == nil && m.partial(); better {
				c.setPairs(r, links)
			}
			c.stop()
		}
	}
	if c.refinement == nil && m.partial() && !animating {
		c.refinement = c.addRest(notify)
	}
	return better
}

// setPairs replaces the pairs by those of a refinement, and the links by its
// links.
func (c *linkCache) setPairs(r *pairsRefinement, links []Link) {
	c.pairs = *r.pairs
	if c.outdated = !c.input.same(&r.input); !c.outdated {
		c.all, c.staleGroups = links, true
	}
}

// addRest begins to make the pairs of the whole window, and their links.
func (c *linkCache) addRest(notify func()) *pairsRefinement {
	r := &pairsRefinement{input: c.input,
		pairs: &pairCache{tl: c.pairs.tl, from: c.pairs.from, to: c.pairs.to, base: c.pairs.base}}
	r.Job = background.Start(func(ctx context.Context, _ func(float64)) ([]Link, error) {
		if r.pairs.fill(ctx, AllIntervals); ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return r.input.links(r.pairs, nil), nil
	}, notify)
	return r
}

// drop drops the links, and cancels the goroutine of refine.
func (c *linkCache) drop() {
	if c.refinement != nil {
		c.refinement.Cancel()
	}
	*c = linkCache{refinement: c.refinement}
}

// stop ends the goroutine of refine.
func (c *linkCache) stop() {
	if c.refinement != nil {
		c.refinement.Stop()
		c.refinement = nil
	}
}
