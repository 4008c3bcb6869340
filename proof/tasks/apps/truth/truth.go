// Package truth is what the applications share: the parameters of a run, the work of a request,
// and the marks that say for which request a goroutine works. A region "truth N" covers what it
// does for request N, "truth 0" what it does for none.
package truth

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime/trace"
	"strconv"
	"sync"
	"sync/atomic"
	"time"
)

// Run is a run of an application. The seed chooses the number of clients and workers, the work
// and the pauses.
type Run struct {
	Requests, Clients, Workers, Pieces int
	// Waits is true if a request waits for its pieces.
	Waits bool

	mu   sync.Mutex
	rng  *rand.Rand
	next atomic.Int64
}

// New returns the run of the arguments PROGRAM SEED REQUESTS.
func New() *Run {
	seed, err := strconv.ParseUint(os.Args[2], 10, 64)
	Must(err)
	requests, err := strconv.Atoi(os.Args[3])
	Must(err)
	rng := rand.New(rand.NewPCG(seed, 7))
	return &Run{Requests: requests, rng: rng, Clients: 2 + rng.IntN(4), Workers: 2 + rng.IntN(3), Pieces: 1 + rng.IntN(3),
		Waits: rng.IntN(2) == 0}
}

// Must panics for an error.
func Must(err error) {
	if err != nil {
		panic(err)
	}
}

// UpTo returns a random number below n.
func (r *Run) UpTo(n int) int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.rng.IntN(n)
}

// As does work for a request, or for none: 0.
func As(request int, work func()) {
	defer trace.StartRegion(context.Background(), "truth "+strconv.Itoa(request)).End()
	work()
}

// Work is what a piece of a request takes: processor time, and sometimes a wait for nobody.
func (r *Run) Work() {
	d := time.Duration(20+r.UpTo(150)) * time.Microsecond
	for begin := time.Now(); time.Since(begin) < d; {
	}
	if r.UpTo(4) == 0 {
		time.Sleep(time.Duration(50+r.UpTo(300)) * time.Microsecond)
	}
}

// ClientsDo lets the clients make all requests, one after the other each, and waits for them. They
// work for no request: request returns the type of the task that the server has for it.
func (r *Run) ClientsDo(request func(client, n int) (taskType string)) {
	counts := map[string]int{}
	var clients sync.WaitGroup
	for c := range r.Clients {
		clients.Go(func() {
			for n := int(r.next.Add(1)); n <= r.Requests; n = int(r.next.Add(1)) {
				As(0, func() {
					taskType := request(c, n)
					r.mu.Lock()
					counts[taskType]++
					r.mu.Unlock()
					time.Sleep(time.Duration(r.UpTo(500)) * time.Microsecond)
				})
			}
		})
	}
	clients.Wait()
	for taskType, n := range counts {
		fmt.Printf("expect %d %s\n", n, taskType)
	}
}
