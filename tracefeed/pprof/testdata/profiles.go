// Profiles writes the samples of this folder: profiles of its own processor time, memory
// and goroutines.
package main

import (
	"fmt"
	"net"
	"os"
	"runtime"
	"runtime/pprof"
	"sync"
	"time"
)

func check(err error) {
	if err != nil {
		panic(err)
	}
}

var (
	mu      sync.RWMutex
	wg      sync.WaitGroup
	c       = sync.NewCond(new(sync.Mutex))
	pipe    = make(chan int)
	kept    [][]byte
	sink    int
	waiting = map[string]func(){
		"lock":      func() { mu.Lock() },
		"readLock":  func() { mu.RLock() },
		"waitGroup": func() { wg.Wait() },
		"cond":      func() { c.L.Lock(); c.Wait() },
		"receiver":  func() { <-pipe },
		"sleeper":   func() { time.Sleep(time.Hour) },
	}
)

func listen() {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	check(err)
	l.Accept()
}

//go:noinline
func burn(n int) {
	for i := range n {
		sink += i * i % 7
	}
}

func write(name string) {
	f, err := os.Create(name + ".pb.gz")
	check(err)
	check(pprof.Lookup(name).WriteTo(f, 0))
	check(f.Close())
}

func main() {
	f, err := os.Create("cpu.pb.gz")
	check(err)
	check(pprof.StartCPUProfile(f))
	for start := time.Now(); time.Since(start) < 500*time.Millisecond; {
		burn(1e6)
	}
	pprof.StopCPUProfile()
	check(f.Close())
	for range 64 {
		kept = append(kept, make([]byte, 1<<20))
	}
	mu.Lock()
	wg.Add(1)
	for _, wait := range waiting {
		for range 3 {
			go wait()
		}
	}
	go listen()
	runtime.GC()
	time.Sleep(300 * time.Millisecond)
	write("goroutine")
	write("heap")
	fmt.Println(len(kept), sink)
}
