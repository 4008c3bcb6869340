package emit

import (
	"testing"
	"time"

	"tiv/tracefeed"
)

// The events of one thread in a flood are not gathered all at once: a block
// takes as many as fit.
func TestGatherStopsAtFullBlock(t *testing.T) {
	w := &Writer{clock: newClock(), tables: *tracefeed.NewTables()}
	w.pool.init(0)
	f := w.Thread("1", "flood")
	for range 4 * blockLen {
		f.Run(1)
	}
	fl := &flusher{w: w}
	fl.horizon = moment{tick: 1}
	fl.adopt()
	if fl.gather(w.clock.tick(), false) || len(fl.own) <= blockLen || len(fl.own) > blockLen+slotsPerPage {
		t.Errorf("%d events, want a little more than %d", len(fl.own), blockLen)
	}
}

// Once events are lost, no more are kept than can soon be in the file.
func TestBoundAfterRefusal(t *testing.T) {
	var p pool
	p.init(1000 * 4096)
	p.bound(10, time.Second, 5)
	for range 1000 {
		if p.take() == nil {
			t.Fatal("no page, though none was refused before")
		}
	}
	if p.take() != nil {
		t.Fatal("more pages than there is room for")
	}
	for n := uint32(1); n <= 1000; n++ {
		p.give(p.get(n))
	}
	for _, c := range []struct{ written, want int }{{1000, 25}, {10, 5}, {1 << 20, 1000}} {
		p.refused.Store(true)
		p.bound(c.written, time.Second, 5)
		var taken []*page
		for page := p.take(); page != nil; page = p.take() {
			taken = append(taken, page)
		}
		if len(taken) != c.want {
			t.Errorf("%d written in a second: %d pages, want %d", c.written, len(taken), c.want)
		}
		for _, page := range taken {
			p.give(page)
		}
	}
	p.refused.Store(false)
	if p.bound(10, time.Second, 5); p.limit.Load() != 1000 {
		t.Errorf("%d pages, want all where none was refused", p.limit.Load())
	}
}
