package main

import (
	"sync"
	"time"
)

// job is a piece of work for a request.
type job struct {
	request int
	done    *sync.WaitGroup
}

// do works for a job.
func (r *run) do(j job) {
	as(j.request, r.work)
	j.done.Done()
}

// pool starts workers that take jobs with take, until it returns false.
func (r *run) pool(take func() (job, bool)) *sync.WaitGroup {
	var workers sync.WaitGroup
	for range r.workers {
		workers.Go(func() {
			for {
				j, ok := take()
				if !ok {
					return
				}
				r.do(j)
			}
		})
	}
	return &workers
}

// submitAll makes all requests, each of some jobs.
func (r *run) submitAll(put func(job)) {
	var all sync.WaitGroup
	r.serveAll(func(n int) {
		var done sync.WaitGroup
		for range r.pieces {
			done.Add(1)
			all.Add(1)
			put(job{n, &done})
		}
		r.work()
		if r.waits {
			done.Wait()
		}
		for range r.pieces {
			all.Done()
		}
	})
	all.Wait()
}

// unbuffered is a pool at a channel without room.
func unbuffered(r *run) {
	jobs := make(chan job)
	workers := r.pool(func() (job, bool) { j, ok := <-jobs; return j, ok })
	r.submitAll(func(j job) { jobs <- j })
	close(jobs)
	workers.Wait()
}

// buffered is a pool at a channel with room.
func buffered(r *run) {
	jobs := make(chan job, 64)
	workers := r.pool(func() (job, bool) { j, ok := <-jobs; return j, ok })
	r.submitAll(func(j job) { jobs <- j })
	close(jobs)
	workers.Wait()
}

// full is a pool that cannot keep up, at a channel with little room.
func full(r *run) {
	r.workers, r.pieces, r.pause = 1, 3, 20*time.Microsecond
	jobs := make(chan job, 4)
	workers := r.pool(func() (job, bool) { j, ok := <-jobs; return j, ok })
	r.submitAll(func(j job) { jobs <- j })
	close(jobs)
	workers.Wait()
}

// selecting is a pool whose workers also wait for the end, and whose clients for a timeout.
func selecting(r *run) {
	jobs, quit := make(chan job, r.upTo(8)), make(chan bool)
	workers := r.pool(func() (job, bool) {
		select {
		case j := <-jobs:
			return j, true
		case <-quit:
			return job{}, false
		}
	})
	r.waits = true
	late := time.NewTimer(time.Hour)
	r.submitAll(func(j job) {
		select {
		case jobs <- j:
		case <-late.C:
		}
	})
	close(quit)
	workers.Wait()
}

// cond is a pool at a list with a condition.
func cond(r *run) {
	var mu sync.Mutex
	var list []job
	var ended bool
	some := sync.NewCond(&mu)
	workers := r.pool(func() (job, bool) {
		mu.Lock()
		defer mu.Unlock()
		for len(list) == 0 {
			if ended {
				return job{}, false
			}
			some.Wait()
		}
		j := list[0]
		list = list[1:]
		return j, true
	})
	r.submitAll(func(j job) {
		mu.Lock()
		list = append(list, j)
		mu.Unlock()
		some.Signal()
	})
	mu.Lock()
	ended = true
	mu.Unlock()
	some.Broadcast()
	workers.Wait()
}

// pipeline passes jobs from stage to stage.
func pipeline(r *run) {
	stages := 2 + r.depth
	links := make([]chan job, stages)
	for i := range links {
		links[i] = make(chan job, r.upTo(3))
	}
	var workers sync.WaitGroup
	for i := range stages {
		workers.Go(func() {
			for j := range links[i] {
				as(j.request, r.work)
				if i+1 < stages {
					as(j.request, func() { links[i+1] <- j })
				} else {
					j.done.Done()
				}
			}
			if i+1 < stages {
				close(links[i+1])
			}
		})
	}
	r.submitAll(func(j job) { links[0] <- j })
	close(links[0])
	workers.Wait()
}

// grown is a pool that requests make larger: its workers are born in requests, and stay.
func grown(r *run) {
	jobs := make(chan job)
	var workers sync.WaitGroup
	r.submitAll(func(j job) {
		select {
		case jobs <- j:
		default:
			workers.Go(func() {
				r.do(j)
				for j := range jobs {
					r.do(j)
				}
			})
		}
	})
	close(jobs)
	workers.Wait()
}

// reuse has connections, each with a goroutine, that requests take and give back.
func reuse(r *run) {
	type connection struct{ ask, answer chan job }
	free := make(chan *connection, r.workers)
	var readers sync.WaitGroup
	for range r.workers {
		c := &connection{make(chan job), make(chan job)}
		readers.Go(func() {
			for j := range c.ask {
				as(j.request, r.work)
				as(j.request, func() { c.answer <- j })
			}
		})
		free <- c
	}
	r.serveAll(func(n int) {
		r.work()
		for range r.pieces {
			c := <-free
			c.ask <- job{request: n}
			<-c.answer
			free <- c
		}
	})
	for range r.workers {
		close((<-free).ask)
	}
	readers.Wait()
}

// lists has workers, and parts of requests, that take connections from a list and put them back.
func lists(r *run) {
	type connection struct{ uses int }
	free, jobs := make(chan *connection, r.workers), make(chan job, 16)
	for range r.workers {
		free <- &connection{}
	}
	use := func() {
		r.work()
		c := <-free
		c.uses++
		r.work()
		free <- c
		r.work()
	}
	var workers sync.WaitGroup
	for range r.workers {
		workers.Go(func() {
			for j := range jobs {
				as(j.request, use)
				j.done.Done()
			}
		})
	}
	r.serveAll(func(n int) {
		var done sync.WaitGroup
		done.Add(r.pieces)
		for range r.pieces {
			jobs <- job{n, &done}
		}
		done.Go(func() { as(n, use) })
		use()
		done.Wait()
	})
	close(jobs)
	workers.Wait()
}

// batch writes the jobs that have come together in one go.
func batch(r *run) {
	jobs := make(chan job, 64)
	var writer sync.WaitGroup
	writer.Go(func() {
		for j := range jobs {
			list := []job{j}
			as(j.request, func() { time.Sleep(300 * time.Microsecond) }) // it has no other yet
			for len(jobs) > 0 {
				list = append(list, <-jobs)
			}
			asAll(list, r.work)
			for _, j := range list {
				as(j.request, r.work)
				j.done.Done()
			}
		}
	})
	r.submitAll(func(j job) { jobs <- j })
	close(jobs)
	writer.Wait()
}
