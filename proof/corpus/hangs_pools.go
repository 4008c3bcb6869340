package corpus

import (
	"sync"
	"sync/atomic"
	"time"
)

// A connPool has a few connections to a database.
type connPool struct {
	conns chan int
	done  tally
}

func newConnPool(s *Stage, size int) *connPool {
	p := &connPool{conns: make(chan int, size)}
	for n := range size {
		p.conns <- n
	}
	s.Keep(p)
	return p
}

// with runs a query with a connection.
func (p *connPool) with(query func()) {
	conn := <-p.conns
	query()
	p.conns <- conn
	p.done.Add(1)
}

// poolTwice has requests that need a second connection while they have one.
func poolTwice(s *Stage) {
	p := newConnPool(s, max(2, s.N/3))
	var audited atomic.Bool
	for range s.N {
		go func() {
			s.repeat(Hang, func() {
				p.with(func() {
					time.Sleep(s.Unit / 4)
					if audited.Load() {
						p.with(func() { time.Sleep(s.Unit / 4) })
					}
				})
			})
		}()
	}
	p.done.atLeast(3 * s.N)
	audited.Store(true)
}

// rowAndPool has a transaction that wants a connection with a row locked. All others
// wait for the row, each with a connection.
func rowAndPool(s *Stage) {
	p := newConnPool(s, max(2, s.N/3))
	row, updates := new(sync.Mutex), new(tally)
	s.Keep(row)
	update := func() {
		updates.Add(1)
		row.Lock()
		time.Sleep(s.Unit / 10)
		row.Unlock()
	}
	var closed atomic.Bool
	for range s.N {
		go func() {
			s.repeat(Hang, func() {
				if closed.Load() {
					p.with(update)
				} else {
					p.with(func() { time.Sleep(s.Unit / 4) })
				}
			})
		}()
	}
	p.done.atLeast(3 * s.N)
	go func() {
		s.hungRoot(true)
		row.Lock()
		closed.Store(true)
		updates.atLeast(cap(p.conns))
		p.with(func() {})
		row.Unlock()
	}()
}

// A flight is a request in progress, which others with the same key wait for.
type flight struct{ done sync.WaitGroup }

// A flights table has at most one flight for each key.
type flights struct {
	mu      sync.Mutex
	current map[int]*flight
	landed  tally
}

// fetch fetches a key, or waits for the flight that does.
func (t *flights) fetch(key int, load func()) {
	t.mu.Lock()
	f := t.current[key]
	if f != nil {
		t.mu.Unlock()
		f.done.Wait()
		return
	}
	f = &flight{}
	f.done.Add(1)
	t.current[key] = f
	t.mu.Unlock()
	load()
	f.done.Done()
	t.mu.Lock()
	delete(t.current, key)
	t.mu.Unlock()
	t.landed.Add(1)
}

// flightLost has a load that panics. Its request recovers, and the flight stays in the
// table: all later requests wait for it.
func flightLost(s *Stage) {
	t := &flights{current: map[int]*flight{}}
	s.Keep(t)
	for range s.N {
		go func() {
			s.repeat(Hang, func() {
				t.fetch(7, func() { time.Sleep(s.Unit) })
				time.Sleep(s.Unit)
			})
		}()
	}
	t.landed.atLeast(10)
	lost := func() (lost bool) {
		defer func() { lost = recover() != nil }()
		t.fetch(7, func() { panic("no answer") })
		return false
	}
	for !lost() {
		time.Sleep(s.Unit / 8)
	}
}

// flightSlow has a load that takes hours.
func flightSlow(s *Stage) {
	t := &flights{current: map[int]*flight{}}
	s.Keep(t)
	for range s.N {
		go func() {
			s.repeat("", func() {
				t.fetch(7, func() {
					if t.landed.Load() > 10 {
						lasts()
					}
					time.Sleep(s.Unit)
				})
				time.Sleep(s.Unit)
			})
		}()
	}
}

// quietPool has workers at a channel, fed by a sender that sleeps after a burst.
func quietPool(s *Stage) {
	jobs := make(chan int)
	for range s.N {
		go func() {
			for range jobs {
				Spin(s.Unit / 20)
			}
		}()
	}
	go func() {
		s.repeat("", func() {
			for range 3 * s.N {
				jobs <- 1
			}
			lasts()
		})
	}()
}

// quietConditionPool has workers at a condition. The source of its jobs is a connection
// from which nothing comes any more.
func quietConditionPool(s *Stage) {
	dial := s.slowServer(0)
	b := newBox()
	s.Keep(b)
	for range s.N {
		go func() { s.repeat("", b.take) }()
	}
	go func() {
		conn := dial()
		for range 20 {
			exchange(conn)
			b.put(s.N/4+1, b.ready.Broadcast)
		}
		conn.Read(make([]byte, 1))
	}()
}
