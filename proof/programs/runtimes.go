package main

import (
	"iter"
	"os"
	"os/exec"
	"runtime"
	"sync"
	"sync/atomic"
	"time"
	"unique"
)

// cleanups has finalizers, cleanups and unique values, whose goroutines belong
// to the runtime, and collections of garbage.
func cleanups(l *life) {
	var cleaned atomic.Int64
	go allocate(&cleaned, l.length/20)
	until(func() bool { return cleaned.Load() > 5 })
	l.rest()
}

func allocate(cleaned *atomic.Int64, pause time.Duration) {
	for n := 0; ; n++ {
		runtime.AddCleanup(&[64]int{}, func(int) { cleaned.Add(1) }, n)
		runtime.SetFinalizer(&[32]int{}, func(*[32]int) { cleaned.Add(1) })
		unique.Make(n)
		runtime.GC()
		time.Sleep(pause)
	}
}

// pulledIterator has coroutines: one is pulled at every tick, one has not been
// pulled for a long time.
func pulledIterator(l *life) {
	go pull(2 * time.Millisecond)
	go pull(time.Hour)
	l.rest()
}

func pull(pause time.Duration) {
	next, stop := iter.Pull(countUp())
	defer stop()
	for {
		next()
		time.Sleep(pause)
	}
}

func countUp() iter.Seq[int] {
	return func(yield func(int) bool) {
		for n := 0; yield(n); n++ {
		}
	}
}

// childProcess waits for a child to end and copies its output. The child runs
// twice as long as the program and dies with it.
func childProcess(l *life) {
	self, err := os.Executable()
	check(err)
	cmd := exec.Command(self, "-for", (2 * l.length).String(), "exporter")
	cmd.Stdout = &output{}
	check(cmd.Start())
	defer cmd.Process.Kill()
	go cmd.Wait()
	l.rest()
}

// An output keeps the output of a child. It makes package exec copy that.
type output struct {
	mu   sync.Mutex
	text []byte
}

func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.text = append(o.text, p...)
	return len(p), nil
}

// blockedMain has a main goroutine that waits for a channel that is never
// closed. The program ends by a signal.
func blockedMain(l *life) {
	go killAfter(l)
	<-make(chan struct{})
}

// mainHolds has a main goroutine in an empty select with a deferred stop of
// its workers. The program ends by a signal.
func mainHolds(l *life) {
	stop, jobs := make(chan struct{}), make(chan int)
	defer close(stop)
	for range 3 {
		go workUntilStop(jobs, stop)
	}
	jobs <- 1
	go killAfter(l)
	select {}
}
