package timeline

import (
	"context"
	"runtime"
	"sync"

	"tiv/tracefeed"
	"tiv/tracefeed/binfeed"
)

// Wait is a wait, as far as a page tells of it.
type Wait struct {
	Thread tracefeed.ThreadID
	// Monitor is what it is for (Blocking).
	Monitor tracefeed.MonitorID
	// Other is what Span.Other says, as far as it is known at the end of the
	// page.
	Other tracefeed.ThreadID
	// State is Blocking or Suspended.
	State State
	// Open says that it goes on after the page.
	Open bool
	// Nested says that the thread held a monitor when the wait began, or the page in
	// which it goes on (Blocking); false where the thread has no event in the page.
	Nested bool
	// Start is when it began, perhaps in a page before, End when it ended, or
	// the page did.
	Start, End tracefeed.Time
	// First and Last are the stretches of its monitor that it lies in, or the
	// part of it in this page (Blocking): indices of Matches.Stretches.
	First, Last int32
}

// Stretch is a stretch of time in which the same threads hold a monitor. The
// next one in the list begins where it ends. The first one of a page has no
// length, or goes on from the page before.
type Stretch struct {
	Start tracefeed.Time
	// Holder is who holds the monitor, NoThread for nobody. Where there are
	// several, it says where Matches.Sharing finds them.
	Holder tracefeed.ThreadID
	// Holders is how many hold it.
	Holders int32
}

// Contended is a monitor that threads wait for in a page: from First to Last
// are its stretches. After them comes one that begins when the page ends.
type Contended struct {
	Monitor     tracefeed.MonitorID
	First, Last int32
}

// Matches are all waits that a page tells of, each with who held what it was
// for. They do not expand a wait into what is charged to whom: waits for the
// same monitor share its stretches.
type Matches struct {
	Start, End tracefeed.Time
	// Restart says that nothing goes on from the page before, Cut that nothing
	// goes on after this one.
	Restart, Cut bool
	// Waits are sorted by thread and time. Those that were only suspensions
	// which nobody ended are left out.
	Waits     []Wait
	Stretches []Stretch
	Contended []Contended
	// Shared is how much the holders of stretches with several take.
	Shared int

	sharings []sharing
	sharers  []tracefeed.ThreadID
	lost     bool // the page could not be read
	source   *source
}

// source is the page that matches are found in.
type source struct {
	page  int
	block *binfeed.Block
}

// EachMatch calls f for each page that tells of some of [from, to), in order of
// time. What f is given is not cut to that window; f may change it, and it is
// valid only during the call, unless f leaves other Matches in its place. The
// cost follows the events of the pages, not how many stretches the waits have.
//
// Where the events are many, several goroutines find the matches; what is few is
// done at once, because on a busy machine it takes longer to wait for another
// goroutine. Once ctx is done, it returns after the page at hand.
func (tl *Timeline) EachMatch(ctx context.Context, from, to tracefeed.Time, f func(*Matches)) {
	lost := false
	tl.matches(route{from: from, to: to}, (*matcher).page, func(m *Matches) bool {
		m.Restart = m.Restart || lost
		lost = m.lost
		f(m)
		return ctx.Err() == nil
	})
}

// EachMatchBack is EachMatch from the last page to the first, until f returns
// false. With alone it leaves nothing to other goroutines: for who wants a few
// pages, and not to wait. f must not change what it is given then, because it may
// be given the same again.
func (tl *Timeline) EachMatchBack(from, to tracefeed.Time, alone bool, f func(*Matches) bool) {
	tl.matches(route{from: from, to: to, back: true, alone: alone}, (*matcher).page, f)
}

// EachWait is EachMatch for who asks only when there were waits, not who held
// what they were for: it costs less. First and Last of the waits say
// nothing; until is where the page ends.
func (tl *Timeline) EachWait(ctx context.Context, from, to tracefeed.Time, f func(waits []Wait, until tracefeed.Time)) {
	tl.matches(route{from: from, to: to}, (*matcher).bare, func(m *Matches) bool {
		f(m.Waits, m.End)
		return ctx.Err() == nil
	})
}

// route is which pages are looked at, in order of time or back, and whether by one
// goroutine alone.
type route struct {
	from, to    tracefeed.Time
	back, alone bool
}

// fewEvents is how many are few, for who does not want to wait for others.
var fewEvents = 1 << 20

// matches calls f for what a method finds of each page, until that returns false.
// Several matchers can work at the same time, each at another page.
func (tl *Timeline) matches(w route, find func(m *matcher, page int) *Matches, f func(*Matches) bool) {
	from, to := w.from, w.to
	first, last := max(0, tl.pageAt(from)), tl.pageAt(to-1)
	if from >= to || first > last {
		return
	}
	page := func(i int) int { return first + i }
	if w.back {
		page = func(i int) int { return last - i }
	}
	n, events := last-first+1, tl.Events(from, to)
	workers := min(runtime.GOMAXPROCS(0), 1+events/partEvents, n)
	if workers == 1 || w.alone || events <= fewEvents {
		m := tl.matcher(events > manyEvents && !w.alone)
		m.keeps = w.alone
		for i := 0; i < n && f(find(m, page(i))); i++ {
		}
		tl.matchers.Put(m)
		return
	}
	var working sync.WaitGroup
	defer working.Wait()
	quit := make(chan struct{})
	defer close(quit)
	relays := make([]relay, workers)
	for k := range relays {
		relays[k] = relay{make(chan *Matches), make(chan struct{}, 1)}
		working.Go(func() {
			m := tl.matcher(events > manyEvents)
			for i := k; i < n && relays[k].give(find(m, page(i)), quit); i += workers {
			}
			tl.matchers.Put(m)
		})
	}
	for i := 0; i < n && f(<-relays[i%workers].found); i++ {
		relays[i%workers].next <- struct{}{}
	}
}

// matcher returns a matcher, perhaps one that was used before.
func (tl *Timeline) matcher(many bool) *matcher {
	m, ok := tl.matchers.Get().(*matcher)
	if !ok {
		m = &matcher{}
	}
	if m.tl != tl {
		m.kept = nil
	}
	m.tl, m.columns.machine, m.many, m.keeps = tl, &tl.machine, many, false
	if len(m.local) < len(tl.Monitors) {
		m.local = make([]int32, len(tl.Monitors))
	}
	return m
}

// relay is where a matcher hands over a page, and is told to go on.
type relay struct {
	found chan *Matches
	next  chan struct{}
}

// give hands over a page, and reports whether another is wanted.
func (r *relay) give(m *Matches, quit chan struct{}) bool {
	select {
	case r.found <- m:
	case <-quit:
		return false
	}
	select {
	case <-r.next:
		return true
	case <-quit:
		return false
	}
}
