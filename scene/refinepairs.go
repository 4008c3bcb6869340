package scene

import (
	"context"
	"sync/atomic"
)

// pairsRefinement adds up the waits that a frame left out, in a goroutine of
// its own.
type pairsRefinement struct {
	pairs pairsMaker
	// input is the input of the frame's links, links the links made of all pairs:
	// if the input is the same in the next frame, they are reused as they are.
	input linkInput
	links []Link
	stop  context.CancelFunc
	// ready is set once pairs are made; complete says that they cover the whole
	// window. done is closed when the goroutine ends.
	ready    atomic.Bool
	complete bool
	done     chan struct{}
}

// refinePairs is Refine for the waits. It starts no work while frames follow each
// other, because that would slow them down.
func (b *Builder) refinePairs(notify func()) (better bool) {
	m := &b.links.pairs
	if a := b.pairsRefinement; a != nil {
		same := m.tl == a.pairs.tl && m.from == a.pairs.from && m.to == a.pairs.to
		if !same {
			a.stop()
		}
		if a.ready.Load() {
			if better = same && a.complete && m.draft(); better {
				b.setPairs(a)
			}
			b.stopPairs()
		}
	}
	if b.pairsRefinement == nil && m.draft() && !b.Hurry {
		b.pairsRefinement = b.links.addRest(notify)
	}
	return better
}

// setPairs replaces the pairs by the added-up ones.
func (b *Builder) setPairs(a *pairsRefinement) {
	m := &b.links
	m.pairs = a.pairs
	if m.outdated = !m.input.same(&a.input); !m.outdated {
		m.all = a.links
	}
}

// addRest begins to make the pairs of the whole window, and their links.
func (m *linksMaker) addRest(notify func()) *pairsRefinement {
	ctx, stop := context.WithCancel(context.Background())
	a := &pairsRefinement{stop: stop, done: make(chan struct{}), input: m.input}
	a.pairs = pairsMaker{tl: m.pairs.tl, from: m.pairs.from, to: m.pairs.to}
	go func() {
		defer close(a.done)
		p := &a.pairs
		if p.fill(ctx, AllStretches); ctx.Err() == nil {
			a.links, a.complete = a.input.links(p, nil), true
		}
		a.ready.Store(true)
		notify()
	}()
	return a
}

func (b *Builder) stopPairs() {
	if b.pairsRefinement != nil {
		b.pairsRefinement.stop()
		<-b.pairsRefinement.done
		b.pairsRefinement = nil
	}
}
