// Command hung is a program whose goroutines wait in many ways, for goroutine dumps:
//
//	hung ADDRESS &
//	curl http://ADDRESS/debug/pprof/goroutine?debug=2
//	kill -QUIT %1
//
// Each stack has a wait of its own kind; most are for the mutex mu.
package main

import (
	"context"
	"fmt"
	"net"
	"net/http"
	_ "net/http/pprof"
	"os"
	"runtime"
	"sync"
	"syscall"
	"time"
)

var (
	mu   sync.Mutex
	rw   sync.RWMutex
	wg   sync.WaitGroup
	cond = sync.NewCond(&sync.Mutex{})
	ch   = make(chan int)
)

type account struct {
	sync.Mutex
	money int
}

func (a *account) transfer(b *account) {
	a.Lock()
	time.Sleep(50 * time.Millisecond)
	b.Lock()
	b.money++
	b.Unlock()
	a.Unlock()
}

func main() {
	a, b := &account{}, &account{}
	go a.transfer(b)
	go b.transfer(a)
	go holder()
	go reader()
	time.Sleep(100 * time.Millisecond)
	for range 5 {
		go waiter()
	}
	go writer()
	time.Sleep(100 * time.Millisecond)
	go lateReader()
	wg.Add(1)
	for _, f := range []func(){joiner, notified, receiver, selector, nilSender, parker, systemCaller, pipeReader, accepter, spinner} {
		go f()
	}
	go collect()
	http.ListenAndServe(os.Args[1], nil)
}

func holder()     { mu.Lock(); time.Sleep(time.Hour) }
func waiter()     { mu.Lock(); fmt.Println("never") }
func reader()     { rw.RLock(); time.Sleep(time.Hour) }
func writer()     { rw.Lock() }
func lateReader() { rw.RLock() }
func joiner()     { wg.Wait() }
func notified()   { cond.L.Lock(); cond.Wait() }
func receiver()   { <-ch }

func selector() {
	select {
	case <-ch:
	case <-context.Background().Done():
	case <-time.After(time.Hour):
	}
}

func nilSender() { var c chan int; c <- 1 }
func parker()    { select {} }

func systemCaller() {
	var b [1]byte
	var p [2]int
	syscall.Pipe(p[:])
	syscall.Read(p[0], b[:])
}

func pipeReader() {
	var b [1]byte
	r, _, _ := os.Pipe()
	r.Read(b[:])
}

func accepter() {
	l, _ := net.Listen("tcp", "127.0.0.1:0")
	l.Accept()
}

func spinner() {
	for {
		runtime.Gosched()
	}
}

// collect runs the collector, which notes how long goroutines have waited.
func collect() {
	for {
		runtime.GC()
		time.Sleep(10 * time.Second)
		go waiter()
	}
}
