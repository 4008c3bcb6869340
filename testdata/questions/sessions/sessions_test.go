package sessions

import (
	"fmt"
	"sync"
	"testing"
	"time"
)

// Sessions beyond the size are evicted.
func TestEviction(t *testing.T) {
	s := New(2)
	for i := range 3 {
		s.Put(fmt.Sprint(i), i)
	}
	if present, evicted := s.Load(); present != 2 || evicted != 1 {
		t.Errorf("%d present, %d evicted", present, evicted)
	}
}

// Visitors come while the load is watched. This test hangs once sessions are evicted.
func TestManyVisitors(t *testing.T) {
	s := New(3000)
	var visitors sync.WaitGroup
	for v := range 6 {
		visitors.Go(func() { visit(s, v) })
	}
	done := make(chan bool)
	go watch(s, done)
	visitors.Wait()
	close(done)
}

func visit(s *Store, visitor int) {
	for page := range 20000 {
		s.Put(fmt.Sprint(visitor, page), page)
		if page%10 == 0 {
			time.Sleep(2 * time.Millisecond) // reads
		}
	}
}

// watch looks at the load over and over, as a page of statistics does.
func watch(s *Store, done chan bool) {
	for {
		select {
		case <-done:
			return
		case <-time.After(100 * time.Microsecond):
			if present, _ := s.Load(); present > 3000 {
				panic("too many sessions")
			}
		}
	}
}
