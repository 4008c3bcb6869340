package slow

import (
	"cmp"
	"container/heap"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// shop is a simulated program: a front that accepts orders, workers that pay them, a database, three
// peers, and a report, which need locks. All of them take random times, in nanoseconds.
type shop struct {
	rng    *rand.Rand
	causes injected
	now    int
	soon   events
	lines  []shopLine
	pauses [][2]int // collections, which stop all threads that run
	locks  map[string]*shopLock
	orders []int // accepted, and not yet taken
	idle   []string
	// reports is the number of reports, seq that of events.
	reports, seq int
}

// injected is what makes some orders slow.
type injected struct {
	lock, collector, device, peer int // how long it takes at times, in nanoseconds
	workers, burst                int // the number of workers, and of orders that come at once
}

const (
	micro = 1000
	milli = 1000 * micro
)

// shopLine is a line of the trace.
type shopLine struct {
	at   int
	text string
}

type shopLock struct {
	owner   string
	waiting []func()
}

// event is something to do at a time.
type event struct {
	at, seq int
	do      func()
}

type events []event

func (e events) Len() int { return len(e) }
func (e events) Less(i, j int) bool {
	return cmp.Or(cmp.Compare(e[i].at, e[j].at), cmp.Compare(e[i].seq, e[j].seq)) < 0
}
func (e events) Swap(i, j int) { e[i], e[j] = e[j], e[i] }
func (e *events) Push(x any)   { *e = append(*e, x.(event)) }
func (e *events) Pop() any {
	last := (*e)[len(*e)-1]
	*e = (*e)[:len(*e)-1]
	return last
}

// shopTrace returns the trace of a shop with some orders.
func shopTrace(seed uint64, orders int, causes injected) string {
	s := &shop{rng: rand.New(rand.NewPCG(seed, 5)), causes: causes, locks: map[string]*shopLock{}}
	for _, name := range []string{"A", "B", "C"} {
		s.locks[name] = &shopLock{}
	}
	s.write("front", "start name=front")
	s.write("reporter", "start name=reporter")
	for i := range cmp.Or(causes.workers, 24) {
		worker := fmt.Sprint("w", i)
		s.write(worker, "start name=worker-"+fmt.Sprint(i))
		s.idle = append(s.idle, worker)
	}
	end := orders * 2 * milli
	for at := s.noise(40 * milli); at < end+500*milli; at += s.noise(40 * milli) {
		length := s.noise(milli)
		if len(s.pauses)%2 == 1 {
			length += s.causes.collector
		}
		s.pauses = append(s.pauses, [2]int{at, at + length})
		s.lines = append(s.lines, shopLine{at, "- gc-start"}, shopLine{at + length, "- gc-end"})
		at += length
	}
	s.accept(1, orders)
	s.later(s.noise(60*milli), func() { s.report(end) })
	for len(s.soon) > 0 {
		e := heap.Pop(&s.soon).(event)
		s.now = e.at
		e.do()
	}
	slices.SortStableFunc(s.lines, func(a, b shopLine) int { return cmp.Compare(a.at, b.at) })
	var b strings.Builder
	b.WriteString("tiv-text 1\n")
	for _, l := range s.lines {
		fmt.Fprintf(&b, "%dns %s\n", l.at, l.text)
	}
	return b.String()
}

// noise returns a random time with a mean.
func (s *shop) noise(mean int) int { return 1 + int(s.rng.ExpFloat64()*float64(mean)) }

// rare is true once in n times.
func (s *shop) rare(n int) bool { return s.rng.IntN(n) == 0 }

func (s *shop) write(thread, what string) {
	s.lines = append(s.lines, shopLine{s.now, thread + " " + what})
}

func (s *shop) later(d int, do func()) {
	s.seq++
	heap.Push(&s.soon, event{s.now + d, s.seq, do})
}

// run lets a thread run for a time, and stops it during collections.
func (s *shop) run(thread string, d int, then func()) {
	end := s.now + d
	for _, p := range s.pauses {
		if from := max(p[0], s.now); from < end && p[1] > s.now {
			s.lines = append(s.lines, shopLine{from, thread + " suspend-start gc"}, shopLine{p[1], thread + " suspend-end"})
			end += p[1] - from
		}
	}
	s.later(end-s.now, then)
}

// call does something within a call.
func (s *shop) call(thread, function string, do func(then func()), then func()) {
	s.write(thread, "call-enter "+function)
	do(func() {
		name, _, _ := strings.Cut(function, " ")
		s.write(thread, "call-exit "+name)
		then()
	})
}

// io waits for a device.
func (s *shop) io(thread, device string, d int, then func()) {
	s.write(thread, "io-start "+device)
	s.later(d, func() {
		s.write(thread, "io-end")
		then()
	})
}

// locked runs with a lock.
func (s *shop) locked(thread, name string, d int, then func()) {
	l := s.locks[name]
	enter := func() {
		l.owner = thread
		s.write(thread, "monitor-enter "+name)
		s.run(thread, d, func() {
			s.write(thread, "monitor-exit "+name)
			if l.owner = ""; len(l.waiting) > 0 {
				next := l.waiting[0]
				l.waiting = l.waiting[1:]
				next()
			}
			then()
		})
	}
	if l.owner == "" {
		enter()
		return
	}
	s.write(thread, "monitor-wait "+name)
	l.waiting = append(l.waiting, enter)
}

// accept accepts orders, one after the other.
func (s *shop) accept(order, orders int) {
	s.call("front", fmt.Sprint("shop.Serve object=1 value=", order), func(then func()) {
		s.write("front", fmt.Sprintf("alloc object=%d value=100 what=shop.Order", 1000+order))
		s.run("front", s.noise(10*micro), then)
	}, func() {
		s.orders = append(s.orders, order)
		s.take()
		if order == orders {
			return
		}
		pause := s.noise(2 * milli)
		if b := s.causes.burst; b > 0 {
			if pause = 1; order%b == 0 {
				pause = 2 * milli * b
			}
		}
		s.later(pause, func() { s.accept(order+1, orders) })
	})
}

// take lets an idle worker take an order.
func (s *shop) take() {
	if len(s.idle) == 0 || len(s.orders) == 0 {
		return
	}
	worker, order := s.idle[0], s.orders[0]
	s.idle, s.orders = s.idle[1:], s.orders[1:]
	s.later(s.noise(20*micro), func() {
		s.call(worker, fmt.Sprintf("shop.Order.pay object=%d", 1000+order), func(then func()) { s.pay(worker, then) }, func() {
			s.idle = append(s.idle, worker)
			s.take()
		})
	})
}

// pay is what a worker does for an order.
func (s *shop) pay(worker string, then func()) {
	steps := []func(func()){
		func(then func()) { s.call(worker, "shop.parse", s.runs(worker, milli), then) },
		func(then func()) { s.locked(worker, "A", s.noise(50*micro), then) },
		func(then func()) {
			d := s.noise(500 * micro)
			if s.rare(14) {
				d += s.causes.device
			}
			s.call(worker, "db.read", func(then func()) { s.io(worker, "disk", d, then) }, then)
		},
		func(then func()) { s.locked(worker, "B", s.noise(50*micro), then) },
	}
	for _, peer := range []string{"A", "B", "C"} {
		d := s.noise(500 * micro)
		if peer == "B" && s.rare(14) {
			d += s.causes.peer
		}
		steps = append(steps, func(then func()) {
			s.call(worker, "ask.peer"+peer, func(then func()) { s.io(worker, "net", d, then) }, then)
		})
	}
	steps = append(steps, func(then func()) { s.locked(worker, "C", s.noise(50*micro), then) },
		func(then func()) { s.call(worker, "shop.format", s.runs(worker, 500*micro), then) })
	var next func(i int)
	next = func(i int) {
		if i == len(steps) {
			then()
			return
		}
		steps[i](func() { next(i + 1) })
	}
	next(0)
}

func (s *shop) runs(thread string, mean int) func(func()) {
	return func(then func()) { s.run(thread, s.noise(mean), then) }
}

// report takes the lock A now and then.
func (s *shop) report(until int) {
	if s.now > until {
		return
	}
	hold := s.noise(milli)
	if s.reports++; s.reports%3 == 0 {
		hold += s.causes.lock
	}
	s.call("reporter", "shop.Report", func(then func()) { s.locked("reporter", "A", hold, then) }, func() {
		s.later(s.noise(60*milli), func() { s.report(until) })
	})
}
