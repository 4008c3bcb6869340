package scene

import (
	"context"
	"sync/atomic"
)

// adding adds up the waits that a frame left out, in a goroutine of its own.
type adding struct {
	pairs pairsMaker
	stop  context.CancelFunc
	// ready is set once pairs are made; complete says that they are all there.
	// done is closed when the goroutine ends.
	ready    atomic.Bool
	complete bool
	done     chan struct{}
}

// refinePairs is Refine for the waits. While frames follow each other, it would
// only take the time that those need.
func (b *Builder) refinePairs(notify func()) (better bool) {
	m := &b.links.pairs
	if a := b.adding; a != nil {
		same := m.tl == a.pairs.tl && m.from == a.pairs.from && m.to == a.pairs.to
		if !same {
			a.stop()
		}
		if a.ready.Load() {
			if better = same && a.complete && m.draft(); better {
				*m, b.links.refined = a.pairs, true
			}
			b.stopPairs()
		}
	}
	if b.adding == nil && m.draft() && !b.Hurry {
		b.adding = m.addRest(notify)
	}
	return better
}

// addRest begins to make the pairs of the whole window of m.
func (m *pairsMaker) addRest(notify func()) *adding {
	ctx, stop := context.WithCancel(context.Background())
	a := &adding{stop: stop, done: make(chan struct{})}
	a.pairs = pairsMaker{tl: m.tl, from: m.from, to: m.to}
	go func() {
		defer close(a.done)
		p := &a.pairs
		p.fill(ctx, allStretches)
		a.complete = ctx.Err() == nil
		a.ready.Store(true)
		notify()
	}()
	return a
}

func (b *Builder) stopPairs() {
	if b.adding != nil {
		b.adding.stop()
		<-b.adding.done
		b.adding = nil
	}
}
