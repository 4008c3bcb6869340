// Mixed is the program that wrote go-1.22.trace.gz to go-1.26.trace.gz: a bit
// of everything, in generations of ten milliseconds.
//
//	GOTOOLCHAIN=go1.25.3 go build -o mixed main.go
//	GODEBUG=traceadvanceperiod=10000000 ./mixed go-1.25.trace 4 40 4
//
// For Go 1.22, which has no package iter, take the coroutine out.
package main

import (
	"context"
	"io"
	"iter"
	"os"
	"os/exec"
	"runtime"
	"runtime/pprof"
	"runtime/trace"
	"strconv"
	"sync"
	"sync/atomic"
	"time"
)

var sink atomic.Int64

func work(n int) {
	sum := 0
	for i := range n {
		sum += i * i
	}
	sink.Add(int64(sum))
}

// main takes the file, the number of workers, milliseconds and processors.
func main() {
	workers, ms, procs := number(2), number(3), number(4)
	runtime.GOMAXPROCS(procs)
	f, err := os.Create(os.Args[1])
	if err != nil {
		panic(err)
	}
	early := make(chan int)
	go func() {
		for range early {
		}
	}()
	pprof.StartCPUProfile(io.Discard)
	trace.Start(f)
	stop := time.Now().Add(time.Duration(ms) * time.Millisecond)
	var wg sync.WaitGroup
	var locks [4]sync.Mutex
	for i := range workers {
		wg.Add(1)
		items := make(chan int)
		go func() {
			for n := range items {
				work(n)
			}
		}()
		go func() {
			defer wg.Done()
			for k := 0; time.Now().Before(stop); k++ {
				lock := &locks[(i+k)%len(locks)]
				lock.Lock()
				work(200)
				lock.Unlock()
				items <- 50
				if k%64 == 0 {
					time.Sleep(50 * time.Microsecond)
				}
			}
			close(items)
		}()
	}
	wg.Add(1)
	go func() {
		defer wg.Done()
		others(stop, early)
	}()
	wg.Wait()
	trace.Stop()
	f.Close()
}

// others makes a task, regions, system calls, a coroutine, garbage and a child.
func others(stop time.Time, early chan int) {
	ctx, task := trace.NewTask(context.Background(), "job")
	defer task.End()
	for time.Now().Before(stop) {
		trace.WithRegion(ctx, "read", func() { os.ReadFile("/proc/self/stat") })
		next, end := iter.Pull(func(yield func(int) bool) {
			for i := 0; i < 3 && yield(i); i++ {
			}
		})
		next()
		next()
		end()
		sink.Add(int64(len(make([]byte, 1<<16))))
		early <- 1
		time.Sleep(100 * time.Microsecond)
	}
	exec.Command("true").Run()
}

func number(arg int) int {
	n, err := strconv.Atoi(os.Args[arg])
	if err != nil {
		panic(err)
	}
	return n
}
