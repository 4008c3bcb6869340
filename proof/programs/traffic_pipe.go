package main

import (
	"context"
	"sync/atomic"
	"time"
)

// pipeTraffic is a pipeline in the process: readings come by timers, two
// workers add them up, and a third goroutine reports at deadlines.
func pipeTraffic(*life) {
	readings := make(chan int, 16)
	var sum atomic.Int64
	for range 2 {
		go add(readings, &sum)
	}
	go sample(readings)
	go reportSums(&sum)
	time.AfterFunc(30*time.Millisecond, func() { readings <- 1 })
}

// sample sends a reading after each pause.
func sample(readings chan<- int) {
	for n := 0; ; n++ {
		<-time.After(3 * time.Millisecond)
		readings <- n
	}
}

func add(readings <-chan int, sum *atomic.Int64) {
	for n := range readings {
		spin(30 * time.Microsecond)
		sum.Add(int64(n))
	}
}

// reportSums waits for the deadline of each report.
func reportSums(sum *atomic.Int64) {
	for {
		ctx, cancel := context.WithTimeout(context.Background(), 40*time.Millisecond)
		<-ctx.Done()
		cancel()
		sum.Store(0)
	}
}
