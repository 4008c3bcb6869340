// Command go is programs that work for numbered requests, in the ways in which Go programs
// hand work over, and that write the truth into their trace: a region "truth N" covers what
// a goroutine does for request N, "truth N+N" what it does for several at once, and "truth 0"
// what it does for none.
//
//	go run ./proof/tasks/go PROGRAM SEED REQUESTS [FILE]
//
// Two processes, front and back, find each other by a file.
package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime/trace"
	"sort"
	"strconv"
	"sync"
	"sync/atomic"
	"time"
)

// programs are by name.
var programs = map[string]func(*run){
	"buffered": buffered, "cond": cond, "deadline": deadline, "future": future, "group": group, "grown": grown,
	"http": web, "limited": limited, "once": once, "pipeline": pipeline, "retry": retry, "reuse": reuse, "select": selecting,
	"front": front, "back": back,
	"spawn": spawn, "unbuffered": unbuffered, "batch": batch, "full": full, "results": results, "tokens": tokens, "lists": lists,
}

func main() {
	if len(os.Args) != 4 && len(os.Args) != 5 {
		names := []string{}
		for name := range programs {
			names = append(names, name)
		}
		sort.Strings(names)
		fmt.Fprintln(os.Stderr, "usage: go PROGRAM SEED REQUESTS [FILE], with one of", names)
		os.Exit(2)
	}
	seed, _ := strconv.ParseUint(os.Args[2], 10, 64)
	requests, _ := strconv.Atoi(os.Args[3])
	program, ok := programs[os.Args[1]]
	if !ok {
		fmt.Fprintln(os.Stderr, "no program", os.Args[1])
		os.Exit(2)
	}
	rng := rand.New(rand.NewPCG(seed, 7))
	r := &run{requests: requests, rng: rng, clients: 2 + rng.IntN(3), workers: 2 + rng.IntN(4), pieces: 1 + rng.IntN(3),
		pause: time.Duration(100+rng.IntN(900)) * time.Microsecond, depth: 1 + rng.IntN(3), waits: rng.IntN(2) == 0}
	program(r)
}

// run is the parameters of a program, which the seed chooses.
type run struct {
	requests, clients, workers, pieces, depth int
	// pause is the mean time of a client between two requests.
	pause time.Duration
	// waits is true if a request waits for its pieces.
	waits bool

	mu   sync.Mutex
	rng  *rand.Rand
	next atomic.Int64
}

// upTo returns a random number below n.
func (r *run) upTo(n int) int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.rng.IntN(n)
}

// as is work for a request: the truth.
func as(request int, work func()) {
	defer trace.StartRegion(context.Background(), "truth "+strconv.Itoa(request)).End()
	work()
}

// asAll is work for the requests of several jobs at once.
func asAll(list []job, work func()) {
	mark := "truth "
	for i, j := range list {
		if i > 0 {
			mark += "+"
		}
		mark += strconv.Itoa(j.request)
	}
	defer trace.StartRegion(context.Background(), mark).End()
	work()
}

// serve begins a request; the definition of the tasks names it.
//
//go:noinline
func serve(request int, work func()) { as(request, work) }

// serveAll lets the clients make all requests, each with f, and waits until they have returned.
func (r *run) serveAll(f func(request int)) {
	var clients sync.WaitGroup
	for range r.clients {
		clients.Go(func() {
			for {
				n := int(r.next.Add(1))
				if n > r.requests {
					return
				}
				serve(n, func() { f(n) })
				as(0, func() { time.Sleep(r.pause/2 + time.Duration(r.upTo(int(r.pause)))) })
			}
		})
	}
	clients.Wait()
}

// work is what a piece of a request takes: processor time, and sometimes a wait for nobody.
func (r *run) work() {
	spin(time.Duration(20+r.upTo(150)) * time.Microsecond)
	if r.upTo(4) == 0 {
		time.Sleep(time.Duration(50+r.upTo(300)) * time.Microsecond)
	}
}

func spin(d time.Duration) {
	for begin := time.Now(); time.Since(begin) < d; {
	}
}
