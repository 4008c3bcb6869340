package gotrace

import (
	"tiv/tracefeed"
	"tiv/tracefeed/gotrace/wire"
)

// block makes the goroutine wait.
func (g *goroutine) block(w wait, at tracefeed.StackID) {
	g.doing, g.wait, g.at, g.leaked = waiting, w, at, false
}

// leaked repeats the start of a goroutine's wait, once, with the proof that it
// never ends. There is no proof for a device.
func (m *mapper) leaked(n wire.G) {
	if int(n) >= len(m.gs.threads) || m.gs.threads[n] == tracefeed.NoThread {
		return
	}
	t := m.gs.threads[n]
	g := &m.gs.list[t]
	start := &waits[g.wait].start
	if g.doing != waiting || g.leaked || start.Forever || start.Kind == tracefeed.IOStart {
		return
	}
	g.leaked = true
	m.out.lastEmitted = m.out.now
	ev := m.out.push()
	m.fillWait(ev, t, g.wait, g.at)
	ev.Time, ev.Forever = m.out.now, true
}

// search is the search for leaked goroutines by the program's runtime, as far as a recorder
// logs it.
type search struct {
	known, off bool   // off: the collector is
	count      uint64 // of searches so far
	// result says, at the end of the trace, why there was no search.
	result tracefeed.LeakSearch
}

// end stores, at the end of the trace, the reason why there was no search. The program has
// lived until then.
func (s *search) end(m *mapper) {
	if !s.known || s.count > 0 {
		return
	}
	s.known, s.result = false, tracefeed.LeakSearchTooShort
	if s.off {
		s.result = tracefeed.LeakSearchOff
	}
	m.out.emit(tracefeed.NoKind, tracefeed.NoThread)
}
