package main

import (
	"sync"
	"time"
)

// batchNoDone has a batch with a job that fails and returns without a call of
// Done: the batch waits forever. There is no other batch.
func batchNoDone(l *life) {
	l.calm()
	go runBatch([]int{1, 2, -1, 3})
	l.rest()
}

// batchSomeDone has many batches; the fifth has the bad job.
func batchSomeDone(l *life) {
	for n := range 12 {
		bad := 1
		if n == 5 {
			bad = -1
		}
		go runBatch([]int{1, bad, 2})
		time.Sleep(l.length / 40)
	}
	l.rest()
}

// batchesDone has batches without bad jobs. At the end one waits for a job that
// takes an hour.
func batchesDone(l *life) {
	for range 12 {
		go runBatch([]int{1, 2, 3})
		time.Sleep(l.length / 40)
	}
	go runBatch([]int{1, 3_600_000})
	l.rest()
}

// hungMain has a main goroutine that waits for a batch with a bad job. The
// program ends by a signal.
func hungMain(l *life) {
	l.calm()
	go killAfter(l)
	runBatch([]int{1, -1})
}

func killAfter(l *life) {
	l.rest()
	killed(l)
}

// runBatch runs jobs of the given durations in milliseconds.
func runBatch(jobs []int) {
	var wg sync.WaitGroup
	for _, job := range jobs {
		wg.Add(1)
		go doJob(&wg, job)
	}
	wg.Wait()
}

func doJob(wg *sync.WaitGroup, job int) {
	if job < 0 {
		return
	}
	time.Sleep(time.Duration(job) * time.Millisecond)
	wg.Done()
}
