package scene

import (
	"context"

	"tiv/internal/task"
)

// pairsRefinement adds up the waits that a frame left out, in a goroutine. Its
// result is the links made of all pairs: if the input of the next frame's links
// is the same, they are reused as they are.
type pairsRefinement struct {
	pairs *pairCache // its sums belong to the task until that is done
	input linkInput  // of the frame's links
	*task.Task[[]Link]
}

// refinePairs is Refine for the waits. It starts no work while frames follow each
// other, because that would slow them down.
func (b *Builder) refinePairs(notify func()) (better bool) {
	m := &b.links.pairs
	if r := b.pairsRefinement; r != nil {
		same := m.tl == r.pairs.tl && m.from == r.pairs.from && m.to == r.pairs.to && m.base == r.pairs.base
		if !same {
			r.Cancel()
		}
		if r.Done() {
			links, err := r.Result()
			if better = same && err == nil && m.partial(); better {
				b.setPairs(r, links)
			}
			b.stopPairs()
		}
	}
	if b.pairsRefinement == nil && m.partial() && !b.Animating {
		b.pairsRefinement = b.links.addRest(notify)
	}
	return better
}

// setPairs replaces the pairs by those of a refinement, and the links by its
// links.
func (b *Builder) setPairs(r *pairsRefinement, links []Link) {
	m := &b.links
	m.pairs = *r.pairs
	if m.outdated = !m.input.same(&r.input); !m.outdated {
		m.all, m.staleGroups = links, true
	}
}

// addRest begins to make the pairs of the whole window, and their links.
func (m *linkCache) addRest(notify func()) *pairsRefinement {
	r := &pairsRefinement{input: m.input, pairs: &pairCache{tl: m.pairs.tl, from: m.pairs.from, to: m.pairs.to, base: m.pairs.base}}
	r.Task = task.Start(func(ctx context.Context, _ func(float64)) ([]Link, error) {
		if r.pairs.fill(ctx, AllIntervals); ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return r.input.links(r.pairs, nil), nil
	}, notify)
	return r
}

func (b *Builder) stopPairs() {
	if b.pairsRefinement != nil {
		b.pairsRefinement.Stop()
		b.pairsRefinement = nil
	}
}
