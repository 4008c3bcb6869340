package main

import (
	"context"
	"math/rand/v2"
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
	// Jobs come at irregular times: the kernel samples at its clock ticks, every 4 ms on many machines,
	// and would never see jobs that begin just after each.
	for n := 0; ctx.Err() == nil; n++ {
		jobs <- picture{n, n%3 == 0}
		time.Sleep(time.Duration(1_000_000 + rand.IntN(6_000_000)))
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

func encode(p picture) int { return int(work(200)[0]) + p.number }

func resize(p picture) int { return int(work(120)[1]) + p.number }

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
