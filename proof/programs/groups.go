package main

import (
	"context"
	"fmt"
	"net/http"
	"sync"
	"time"
)

// A flight is one call for all concurrent requests for its result.
type flight struct {
	mu    sync.Mutex
	calls map[string]*call
}

type call struct {
	wg     sync.WaitGroup
	result string
}

// singleFlight has many short calls and ends in the middle of a long one, with
// three requests that wait for its result.
func singleFlight(l *life) {
	f := &flight{calls: map[string]*call{}}
	l.mux.HandleFunc("/page", func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintln(w, f.do(r.URL.RawQuery, 3*time.Millisecond))
	})
	for range 4 {
		go browse(l, "/page?home", 2*time.Millisecond)
		go f.do("the archive", time.Hour)
	}
	l.rest()
}

func (f *flight) do(key string, length time.Duration) string {
	f.mu.Lock()
	if c, ok := f.calls[key]; ok {
		f.mu.Unlock()
		c.wg.Wait()
		return c.result
	}
	c := &call{}
	c.wg.Add(1)
	f.calls[key] = c
	f.mu.Unlock()
	time.Sleep(length)
	c.result = key
	c.wg.Done()
	f.mu.Lock()
	delete(f.calls, key)
	f.mu.Unlock()
	return c.result
}

// An errGroup runs a limited number of functions at a time, and cancels all at
// the first error.
type errGroup struct {
	wg     sync.WaitGroup
	places chan struct{}
	once   sync.Once
	err    error
	cancel context.CancelFunc
}

func newErrGroup(limit int) (*errGroup, context.Context) {
	ctx, cancel := context.WithCancel(context.Background())
	return &errGroup{places: make(chan struct{}, limit), cancel: cancel}, ctx
}

func (g *errGroup) start(f func() error) {
	g.places <- struct{}{}
	g.wg.Add(1)
	go g.runOne(f)
}

func (g *errGroup) runOne(f func() error) {
	defer g.wg.Done()
	if err := f(); err != nil {
		g.once.Do(func() {
			g.err = err
			g.cancel()
		})
	}
	<-g.places
}

func (g *errGroup) wait() error {
	g.wg.Wait()
	g.cancel()
	return g.err
}

// errGroups has groups, some of which fail early, and ends within a group.
func errGroups(l *life) {
	go runGroups()
	l.rest()
}

func runGroups() {
	for n := 0; ; n++ {
		g, ctx := newErrGroup(3)
		for k := range 8 {
			g.start(func() error { return fetch(ctx, n%3 == 1 && k == 4) })
		}
		g.wait()
	}
}

func fetch(ctx context.Context, fails bool) error {
	if fails {
		return errBadJob
	}
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(5 * time.Millisecond):
		return nil
	}
}
