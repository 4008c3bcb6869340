package scene

import (
	"context"
	"sync/atomic"
)

// adding adds up the waits that a frame left out, in a goroutine of its own.
type adding struct {
	pairs pairsMaker
	// of is the input of the frame's links, links the links made of all pairs:
	// if the input is the same in the next frame, they are reused as they are.
	of    gathering
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
	if a := b.adding; a != nil {
		same := m.tl == a.pairs.tl && m.from == a.pairs.from && m.to == a.pairs.to
		if !same {
			a.stop()
		}
		if a.ready.Load() {
			if better = same && a.complete && m.draft(); better {
				b.takeOver(a)
			}
			b.stopPairs()
		}
	}
	if b.adding == nil && m.draft() && !b.Hurry {
		b.adding = b.links.addRest(notify)
	}
	return better
}

// takeOver replaces the pairs by the added-up ones.
func (b *Builder) takeOver(a *adding) {
	m := &b.links
	m.pairs = a.pairs
	if m.refined = !m.of.same(&a.of); !m.refined {
		m.all = a.links
	}
}

// addRest begins to make the pairs of the whole window, and their links.
func (m *linksMaker) addRest(notify func()) *adding {
	ctx, stop := context.WithCancel(context.Background())
	a := &adding{stop: stop, done: make(chan struct{}), of: m.of}
	a.pairs = pairsMaker{tl: m.pairs.tl, from: m.pairs.from, to: m.pairs.to}
	go func() {
		defer close(a.done)
		p := &a.pairs
		if p.fill(ctx, AllStretches); ctx.Err() == nil {
			a.links, a.complete = a.of.links(p, nil), true
		}
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
