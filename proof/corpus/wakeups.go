package corpus

import (
	"sync"
	"time"
)

var wakeups = []shape{
	{kind: "thundering-herd", name: "broadcast", run: herdAtCondition},
	{kind: "thundering-herd", name: "closed", run: herdAtClose},
	{kind: "thundering-herd", name: "two-kinds", run: herdOfTwoKinds},
	{kind: "thundering-herd", name: "healthy-signal", run: signalOne},
	{kind: "thundering-herd", name: "healthy-all", run: broadcastAll},
	{kind: "thundering-herd", name: "healthy-pool", run: busyPool},
	{kind: "thundering-herd", name: "healthy-rounds", run: roundsForAll},

	{kind: "lost-wakeup", name: "early", run: signalEarly},
	{kind: "lost-wakeup", name: "wrong-waiter", run: signalWrong},
	{kind: "lost-wakeup", name: "dropped", run: droppedMessage},
	{kind: "lost-wakeup", name: "healthy-predicate", run: signalWithPredicate},
	{kind: "lost-wakeup", name: "healthy-later", run: signalLater},
	{kind: "lost-wakeup", name: "healthy-kept", run: keptMessage},
}

// A box is a queue behind a condition.
type box struct {
	mu    sync.Mutex
	ready *sync.Cond
	items int
}

func newBox() *box {
	b := &box{}
	b.ready = sync.NewCond(&b.mu)
	return b
}

// put adds items and wakes waiters.
func (b *box) put(items int, wake func()) {
	b.mu.Lock()
	b.items += items
	b.mu.Unlock()
	wake()
}

// take waits for an item and takes it.
func (b *box) take() {
	b.mu.Lock()
	for b.items == 0 {
		b.ready.Wait()
	}
	b.items--
	b.mu.Unlock()
}

// herdAtCondition wakes all waiters for each item; one of them gets it.
func herdAtCondition(s *Stage) {
	b := newBox()
	for range 6 + s.N {
		s.loop("thundering-herd", func() {
			b.take()
			Spin(s.Unit / 20)
		})
	}
	s.loop("", func() {
		b.put(1, b.ready.Broadcast)
		time.Sleep(s.Unit)
	})
}

// herdAtClose closes a channel for each item; one waiter gets it, and all wait for
// the next channel.
func herdAtClose(s *Stage) {
	var mu sync.Mutex
	items, changed := 0, make(chan struct{})
	for range 6 + s.N {
		s.loop("thundering-herd", func() {
			mu.Lock()
			got, next := items > 0, changed
			if got {
				items--
			}
			mu.Unlock()
			if !got {
				<-next
			}
		})
	}
	s.loop("", func() {
		mu.Lock()
		items++
		close(changed)
		changed = make(chan struct{})
		mu.Unlock()
		time.Sleep(s.Unit)
	})
}

// herdOfTwoKinds has many consumers and one producer at one condition, which each
// wake all others.
func herdOfTwoKinds(s *Stage) {
	b := newBox()
	for range 6 + s.N {
		s.loop("thundering-herd", func() {
			b.take()
			b.ready.Broadcast()
		})
	}
	s.loop("", func() {
		b.mu.Lock()
		for b.items > 0 {
			b.ready.Wait()
		}
		b.items++
		b.mu.Unlock()
		b.ready.Broadcast()
		time.Sleep(s.Unit)
	})
}

// signalOne wakes one waiter for each item.
func signalOne(s *Stage) {
	b := newBox()
	for range 6 + s.N {
		s.loop("", func() {
			b.take()
			Spin(s.Unit / 20)
		})
	}
	s.loop("", func() {
		b.put(1, b.ready.Signal)
		time.Sleep(s.Unit)
	})
}

// broadcastAll wakes all waiters, and each of them goes on.
func broadcastAll(s *Stage) {
	b := newBox()
	for range 6 + s.N {
		s.loop("", func() {
			b.take()
			time.Sleep(s.Unit)
		})
	}
	s.loop("", func() {
		b.put(6+s.N, b.ready.Broadcast)
		time.Sleep(3 * s.Unit)
	})
}

// roundsForAll wakes all waiters for each round, in which each of them works.
func roundsForAll(s *Stage) {
	b := newBox()
	for range 6 + s.N {
		go func() {
			for round := 1; ; round++ {
				b.mu.Lock()
				for b.items < round {
					b.ready.Wait()
				}
				b.mu.Unlock()
				Spin(s.Unit / 20)
			}
		}()
	}
	s.loop("", func() {
		b.put(1, b.ready.Broadcast)
		time.Sleep(2 * s.Unit)
	})
}

// busyPool has workers at one channel.
func busyPool(s *Stage) {
	jobs := make(chan int)
	for range 6 + s.N {
		go func() {
			for range jobs {
				Spin(s.Unit / 20)
			}
		}()
	}
	s.loop("", func() {
		jobs <- 1
		time.Sleep(s.Unit)
	})
}

// signalEarly has waiters that wait without a look at a state, after their signal.
func signalEarly(s *Stage) {
	for range s.N {
		b, signalled := newBox(), make(chan bool)
		go func() {
			s.Has("lost-wakeup")
			<-signalled
			b.mu.Lock()
			b.ready.Wait()
			b.mu.Unlock()
		}()
		go func() {
			b.mu.Lock()
			b.ready.Signal()
			b.mu.Unlock()
			signalled <- true
		}()
	}
}

// signalWrong has two kinds of waiters at one condition. The only signal reaches a
// waiter that it is not for, which waits again.
func signalWrong(s *Stage) {
	for range s.N {
		b := newBox()
		wanted := 0
		wait := func(value int, waits chan<- bool) {
			b.mu.Lock()
			waits <- true
			for wanted != value {
				b.ready.Wait()
			}
			b.mu.Unlock()
		}
		waits := make(chan bool, 2)
		for value := 1; value <= 2; value++ {
			go func() {
				s.Has(map[int]string{1: "stuck", 2: "lost-wakeup"}[value])
				wait(value, waits)
			}()
			<-waits
			b.mu.Lock() // after it waits
			b.items = 0
			b.mu.Unlock()
		}
		go func() {
			b.mu.Lock()
			wanted = 2
			b.ready.Signal()
			b.mu.Unlock()
		}()
	}
}

// droppedMessage has a sender that drops its only message.
func droppedMessage(s *Stage) {
	for range s.N {
		missedReady(s, false)
	}
}

// signalWithPredicate has waiters that look at a state before they wait.
func signalWithPredicate(s *Stage) {
	for range s.N {
		b, signalled := newBox(), make(chan bool)
		go func() {
			<-signalled
			b.take()
		}()
		go func() {
			b.put(1, b.ready.Signal)
			signalled <- true
		}()
	}
}

// signalLater has waiters with an early first signal, and a second one after the run.
func signalLater(s *Stage) {
	for range s.N {
		b := newBox()
		b.ready.Signal()
		go b.take()
		go func() {
			time.Sleep(time.Hour)
			b.put(1, b.ready.Signal)
		}()
	}
}

// keptMessage has a sender that leaves its only message in the channel.
func keptMessage(s *Stage) {
	for range s.N {
		missedReady(s, true)
	}
}
