package corpus

import (
	"sync"
	"sync/atomic"
	"time"
)

// A journal has entries, which its writers add under a lock.
type journal struct {
	mu      sync.Mutex
	entries int
	writers sync.WaitGroup
	added   tally
}

func (j *journal) add() {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.entries++
	j.added.Add(1)
}

// flush waits for writers that it has started, under the lock.
func (j *journal) flush(writers int, write func()) {
	j.mu.Lock()
	defer j.mu.Unlock()
	for range writers {
		j.writers.Go(write)
	}
	j.writers.Wait()
}

// holderJoins has a flush whose writers need the lock of the flush.
func holderJoins(s *Stage) {
	j := &journal{}
	s.Keep(j)
	for range s.N {
		go func() {
			s.repeat(Hang, func() {
				j.add()
				s.pause()
			})
		}()
	}
	j.added.atLeast(3 * s.N)
	go func() {
		s.hungRoot(true)
		j.flush(3, func() {
			s.hung()
			s.Has("deadlock")
			j.add()
		})
	}()
}

// holderJoinsSleepers has one whose writers take hours.
func holderJoinsSleepers(s *Stage) {
	j := &journal{}
	s.Keep(j)
	j.serve(s)
	go j.flush(3, lasts)
}

// A mailRoom has letters behind two locks: one of the room, and one of a condition.
type mailRoom struct {
	room    sync.Mutex
	mu      sync.Mutex
	arrived sync.Cond
	letters int
	seen    int
	taken   tally
}

func newMailRoom(letters int) *mailRoom {
	m := &mailRoom{letters: letters}
	m.arrived.L = &m.mu
	return m
}

// put adds a letter.
func (m *mailRoom) put() {
	m.room.Lock()
	defer m.room.Unlock()
	m.mu.Lock()
	m.letters++
	m.seen++
	m.mu.Unlock()
	m.arrived.Broadcast()
}

// take waits for a letter with the room locked, and so without end.
func (m *mailRoom) take(s *Stage) {
	m.room.Lock()
	defer m.room.Unlock()
	m.mu.Lock()
	defer m.mu.Unlock()
	for m.letters == 0 {
		s.hungRoot(true)
		m.arrived.Wait()
	}
	m.letters--
	m.taken.Add(1)
}

// watch waits for each new letter.
func (m *mailRoom) watch() {
	m.mu.Lock()
	defer m.mu.Unlock()
	for seen := 0; ; seen = m.seen {
		for m.seen == seen {
			m.arrived.Wait()
		}
	}
}

// nestedCondition has a taker that waits for a letter with the room locked, so that none
// can come.
func nestedCondition(s *Stage) {
	m := newMailRoom(4 * s.N)
	s.Keep(m)
	go func() {
		s.hungPerhaps() // at the condition, as the taker
		m.watch()
	}()
	var hasty atomic.Bool
	for range s.N {
		go func() {
			s.repeat(Hang, func() {
				m.put()
				s.pause()
				s.pause()
			})
		}()
		go func() {
			s.hung()
			for {
				m.take(s)
				if !hasty.Load() {
					s.pause()
				}
			}
		}()
	}
	m.taken.atLeast(3 * s.N)
	hasty.Store(true)
}

// A lineLog has lines for a goroutine that writes them, in a channel with little room.
type lineLog struct {
	mu      sync.Mutex
	lines   chan string
	file    int
	wrote   tally
	sender  atomic.Int64 // the goroutine that has the lock and sends, or 0
	changes atomic.Bool  // the file, or wants to
}

func (l *lineLog) print(goroutine int64, line string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.sender.Store(goroutine)
	l.lines <- line
	l.sender.Store(0)
}

// drain writes lines, and changes the file after every 64, under the lock.
func (l *lineLog) drain(write func()) {
	for range l.lines {
		write()
		if l.wrote.Add(1)%64 == 0 {
			l.changes.Store(true)
			l.mu.Lock()
			l.file++
			l.mu.Unlock()
			l.changes.Store(false)
		}
	}
}

// loggerRotates has a writer of lines that wants the lock of a goroutine which waits for
// room.
func loggerRotates(s *Stage) {
	l := &lineLog{lines: make(chan string, 16)}
	s.Keep(l)
	for range s.N {
		go func() {
			s.hung()
			for id := goroutine(); ; {
				l.print(id, "a request")
			}
		}()
	}
	go func() {
		s.hung()
		s.Has("deadlock")
		l.drain(func() { time.Sleep(s.Unit / 40) })
	}()
	polls, before := 0, int64(0)
	Until(func() bool {
		now := l.wrote.Load()
		if now != before || !l.changes.Load() || l.sender.Load() == 0 || len(l.lines) < cap(l.lines) {
			polls, before = 0, now
		}
		polls++
		return polls > 10
	})
	s.has("root", l.sender.Load())
	s.has("deadlock", l.sender.Load())
}
