package listener

import (
	"net"
	"sync"
	"time"
)

// refusals slows down those who guess a token: each wrong one of an address doubles the time
// before the answer.
type refusals struct {
	mu    sync.Mutex
	known map[string]*guesser
}

type guesser struct{ guesses, waiting int }

// shortestLie is the delay of the first refusal, maxAddresses the number of addresses that are told
// apart, and maxWaiting the number of refusals that one waits for at once.
const (
	shortestLie  = 100 * time.Millisecond
	maxAddresses = 1000
	maxWaiting   = 4
)

// wait waits before an address is refused. It returns false if so many wait that the connection is
// closed without an answer.
func (r *refusals) wait(from string) bool {
	r.mu.Lock()
	if r.known == nil || len(r.known) >= maxAddresses {
		r.known = map[string]*guesser{}
	}
	g := r.known[from]
	if g == nil {
		g = &guesser{}
		r.known[from] = g
	}
	delay := shortestLie
	for range min(g.guesses, 16) {
		delay = min(2*delay, longestLie)
	}
	g.guesses++
	answered := g.waiting < maxWaiting
	if answered {
		g.waiting++
	}
	r.mu.Unlock()
	if answered {
		time.Sleep(delay)
		r.mu.Lock()
		g.waiting--
		r.mu.Unlock()
	}
	return answered
}

// hostOf returns an address without its port.
func hostOf(address string) string {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return "local"
	}
	return host
}
