package main

import (
	"context"
	"sync"
	"time"
)

// picture is a job of the pool.
type picture struct {
	number int
	whole  bool
}

// runPool gives pictures to four workers. Their handlers are resize and encode, and add is that of
// the goroutine that takes the results.
func runPool(ctx context.Context) {
	jobs, sizes := make(chan picture, 16), make(chan int, 16)
	var workers sync.WaitGroup
	for range 4 {
		workers.Go(func() { handlePictures(jobs, sizes) })
	}
	var all totals
	go all.collect(sizes)
	tick := time.NewTicker(4 * time.Millisecond)
	for n := 0; ctx.Err() == nil; n++ {
		jobs <- picture{n, n%3 == 0}
		<-tick.C
	}
	close(jobs)
	workers.Wait()
}

// handlePictures is a worker.
func handlePictures(jobs <-chan picture, sizes chan<- int) {
	for p := range jobs {
		if p.whole {
			sizes <- encode(p)
		} else {
			sizes <- resize(p)
		}
	}
}

func encode(p picture) int { return int(work(100)[0]) + p.number }

func resize(p picture) int { return int(work(60)[1]) + p.number }

// totals adds up sizes.
type totals struct{ pictures, size int }

// collect takes sizes.
func (t *totals) collect(sizes <-chan int) {
	for size := range sizes {
		t.add(size)
	}
}

func (t *totals) add(size int) {
	t.pictures++
	t.size += size
}
