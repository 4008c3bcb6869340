package corpus

import (
	"errors"
	"sync"
	"sync/atomic"
	"time"
)

// A jobLimit is a semaphore with three places.
type jobLimit struct {
	places chan struct{}
	bad    atomic.Bool
	done   tally
}

var errBadImage = errors.New("bad image")

// resize does a job at a place. Its error path keeps the place.
func (l *jobLimit) resize(length time.Duration) error {
	l.places <- struct{}{}
	time.Sleep(length)
	if l.bad.Load() {
		return errBadImage
	}
	<-l.places
	l.done.Add(1)
	return nil
}

// semaphoreKept has workers that lose all places of a semaphore to errors.
func semaphoreKept(s *Stage) {
	l := &jobLimit{places: make(chan struct{}, 3)}
	s.Keep(l)
	for range s.N {
		go func() { s.repeat(Hang, func() { l.resize(s.Unit / 4) }) }()
	}
	l.done.atLeast(2 * s.N)
	l.bad.Store(true)
}

// semaphoreSlow has jobs that last, one of them ends occasionally.
func semaphoreSlow(s *Stage) {
	l := &jobLimit{places: make(chan struct{}, 3)}
	s.Keep(l)
	for n := range s.N {
		go func() { s.repeat("", func() { l.resize(s.length / time.Duration(2+n%3)) }) }()
	}
}

// A crawler has workers that put the links which they find into their own queue.
type crawler struct {
	queue chan int
	pages tally
	full  atomic.Int64 // workers that send
}

// work fetches pages and adds links of each.
func (c *crawler) work(links func(page int) int, fetch func()) {
	for page := range c.queue {
		fetch()
		c.pages.Add(1)
		for range links(page) {
			c.full.Add(1)
			c.queue <- page + 1
			c.full.Add(-1)
		}
	}
}

// crawlerFull has few pages with links at first. Later all have one: the queue is full,
// and all that empty it wait for room in it.
func crawlerFull(s *Stage) {
	c := &crawler{queue: make(chan int, s.N/2)}
	s.Keep(c)
	var deep atomic.Bool
	links := func(int) int {
		if deep.Load() || c.pages.Load()%4 == 0 {
			return 1
		}
		return 0
	}
	for range s.N {
		go func() {
			s.hung()
			c.work(links, func() { time.Sleep(s.Unit / 4) })
		}()
	}
	go func() {
		s.repeat(Hang, func() { c.queue <- 0 }) // from a list of addresses
	}()
	c.pages.atLeast(8 * s.N)
	deep.Store(true)
	polls, before := 0, int64(0)
	Until(func() bool {
		now := c.pages.Load()
		if now != before || c.full.Load() < int64(s.N) {
			polls, before = 0, now
		}
		polls++
		return polls > 10
	})
}

// crawlerSlow has pages that take long, with one link each, and more workers than pages.
func crawlerSlow(s *Stage) {
	c := &crawler{queue: make(chan int, 2*s.N)}
	s.Keep(c)
	for range s.N {
		c.queue <- 0
	}
	for range 2 * s.N {
		go c.work(func(int) int { return 1 }, func() { time.Sleep(s.length / 3) })
	}
}

// A collection is the work of several goroutines, with one that collects the results.
type collection struct {
	results chan error
	workers sync.WaitGroup
	bad     atomic.Bool
	got     tally
}

func (c *collection) result() error {
	if c.bad.Load() {
		return errBadImage
	}
	return nil
}

// collectorStops has a collector that returns at the first error. The workers wait to be
// rid of their results, and the report for the workers.
func collectorStops(s *Stage) {
	c := &collection{results: make(chan error)}
	s.Keep(c)
	for range s.N {
		c.workers.Go(func() {
			s.hung()
			for {
				time.Sleep(s.Unit)
				c.results <- c.result()
			}
		})
	}
	go func() {
		for err := range c.results {
			if err != nil {
				return
			}
			c.got.Add(1)
		}
	}()
	go func() {
		s.hung()
		c.workers.Wait()
	}()
	c.got.atLeast(3 * s.N)
	c.bad.Store(true)
}

// slowConsumer has producers at a full channel, whose consumer takes twenty items in all.
func slowConsumer(s *Stage) {
	items := make(chan int, 4)
	for range s.N {
		go func() { s.repeat("", func() { items <- 1 }) }()
	}
	go func() {
		s.repeat("", func() {
			<-items
			time.Sleep(s.length / 20)
		})
	}()
}
