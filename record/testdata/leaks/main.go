// Leaks starts goroutines that wait for ever, and others that wait for good
// reasons. It prints the id of each and ends as its argument says.
package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"strconv"
	"sync"
	"syscall"
	"time"
)

var (
	ready   sync.WaitGroup
	printed sync.Mutex
	global  = make(chan int)
)

// start runs f as a goroutine and prints its name and id.
func start(name string, f func()) {
	ready.Add(1)
	go func() {
		stack := make([]byte, 64)
		id, _ := strconv.Atoi(string(bytes.Fields(stack[:runtime.Stack(stack, false)])[1]))
		printed.Lock()
		fmt.Println(name, id)
		printed.Unlock()
		ready.Done()
		f()
	}()
}

func leaks() {
	unread, unsent := make(chan int), make(chan int)
	start("leaked-sender", func() { unread <- 1 })
	start("leaked-receiver", func() { <-unsent })
	var group sync.WaitGroup
	group.Add(1)
	start("leaked-group", group.Wait)
	never, cancel := context.WithCancel(context.Background())
	_ = cancel
	start("leaked-watcher", func() { <-never.Done() })
	var a, b sync.Mutex
	both := make(chan bool, 2)
	start("leaked-lock", func() { a.Lock(); both <- true; <-both; a.Lock(); b.Lock() })
	both <- true
	cond := sync.NewCond(&b)
	start("leaked-cond", func() { b.Lock(); cond.Wait() })
	start("leaked-nil", func() { var none chan int; <-none })
}

// idle starts goroutines that something in reach can let go on.
func idle() (pool chan func(), stop context.CancelFunc) {
	pool = make(chan func())
	start("idle-worker", func() {
		for f := range pool {
			f()
		}
	})
	start("idle-global", func() { global <- 1 })
	start("idle-timer", func() { <-time.After(time.Hour) })
	start("idle-ticker", func() {
		for range time.Tick(time.Hour) {
		}
	})
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGUSR1)
	start("idle-signal", func() { <-signals })
	start("idle-parked", func() { select {} })
	ctx, stop := context.WithCancel(context.Background())
	start("idle-watcher", func() { <-ctx.Done() })
	r, _, _ := os.Pipe()
	start("idle-reader", func() { r.Read(make([]byte, 1)) })
	return pool, stop
}

// looked returns after a search for leaks that began now or later, whose results are
// known: a program that allocates little collects only for these searches, and the next one
// begins after the results of the last. The second one from now can have begun before.
func looked() {
	if os.Getenv("GOGC") == "off" {
		return
	}
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	for first, end := stats.NumGC, time.Now().Add(time.Minute); stats.NumGC < first+3; runtime.ReadMemStats(&stats) {
		if time.Sleep(10 * time.Millisecond); time.Now().After(end) {
			panic("no search for leaks")
		}
	}
}

func main() {
	leaks()
	pool, stop := idle()
	ready.Wait()
	done := make(chan bool)
	pool <- func() { done <- true }
	<-done
	time.Sleep(50 * time.Millisecond) // all of them wait
	switch os.Args[1] {
	case "signal":
		syscall.Kill(os.Getpid(), syscall.SIGTERM)
		time.Sleep(time.Minute)
	case "exit":
		go os.Exit(3)
		time.Sleep(time.Minute)
	case "panic":
		panic("as asked")
	case "return":
		looked()
	}
	pool <- func() { done <- true }
	<-done
	stop()
	if os.Args[1] == "soon" {
		ch := make(chan int)
		start("idle-at-end", func() { <-ch })
		ready.Wait()
		time.Sleep(10 * time.Millisecond)
	}
}
