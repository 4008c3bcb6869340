package timeline_test

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"tiv/internal/oracle"
	"tiv/timeline"
	"tiv/tracefeed"
	"tiv/tracefeed/binfeed"
)

// countedReads counts the reads of a file.
type countedReads struct {
	io.ReaderAt
	n atomic.Int64
}

func (c *countedReads) ReadAt(p []byte, at int64) (int, error) {
	c.n.Add(1)
	return c.ReaderAt.ReadAt(p, at)
}

// pageTexts returns what each page has.
func pageTexts(each func(context.Context, tracefeed.Time, tracefeed.Time, func(*timeline.Page)), from, to tracefeed.Time,
	rest func()) (list []string) {
	each(context.Background(), from, to, func(p *timeline.Page) {
		rest()
		text := fmt.Sprint(p.Start, p.Restart, p.KnownSince)
		for g := range p.Groups {
			var ev tracefeed.Event
			events := p.Events(g)
			for state, ok := events.Next(&ev); ok; state, ok = events.Next(&ev) {
				text += fmt.Sprintf(" %v %+v", state, ev)
			}
		}
		list = append(list, text)
	})
	return list
}

// Goroutines that share pages get the same pages as one alone, whatever their speed.
func TestSharedPages(t *testing.T) {
	t.Parallel()
	for seed := range oracle.Seeds(40) {
		rng := rand.New(rand.NewPCG(seed, 77))
		trace, file := lossy(rng), &memoryFile{}
		if _, err := save(trace, 1+rng.IntN(8), file, 1); err != nil {
			t.Fatal(err)
		}
		tl := opened(t, file)
		from := tracefeed.Time(rng.Int64N(int64(tl.End) + 1))
		if seed%2 == 0 {
			from = 0
		}
		want := pageTexts(tl.EachPage, from, tl.End, func() {})
		users := 1 + rng.IntN(4)
		got, shared := make([][]string, users), timeline.NewSharedPages(tl, users)
		var working sync.WaitGroup
		for u := range users {
			pause := time.Duration(rng.IntN(200)) * time.Microsecond
			working.Go(func() { got[u] = pageTexts(shared.EachPage, from, tl.End, func() { time.Sleep(pause) }) })
		}
		working.Wait()
		for u := range users {
			if !slices.Equal(got[u], want) {
				t.Fatalf("seed %d, goroutine %d of %d: got\n%q\nwant\n%q", seed, u, users, got[u], want)
			}
		}
	}
}

// A goroutine that follows another one page by page finds all pages read.
func TestSharedPagesReadOnce(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 78))
	file := &memoryFile{}
	if _, err := save(lossy(rng), 2, file, 1); err != nil {
		t.Fatal(err)
	}
	reads := &countedReads{ReaderAt: file}
	f, err := binfeed.Open(reads, int64(len(file.data)))
	if err != nil {
		t.Fatal(err)
	}
	tl, _, err := timeline.Open(f, timeline.NewMemory(1), tuned(1))
	if err != nil {
		t.Fatal(err)
	}
	before, pages := reads.n.Load(), 0
	tl.EachPage(t.Context(), 0, tl.End, func(*timeline.Page) { pages++ })
	alone := reads.n.Load() - before
	shared, done := timeline.NewSharedPages(tl, 2), make(chan bool)
	var working sync.WaitGroup
	working.Go(func() { shared.EachPage(t.Context(), 0, tl.End, func(*timeline.Page) { done <- true }) })
	working.Go(func() { shared.EachPage(t.Context(), 0, tl.End, func(*timeline.Page) { <-done }) })
	working.Wait()
	if got := reads.n.Load() - before - alone; got != alone || pages < 5 {
		t.Errorf("%d reads of %d pages by two goroutines, want %d", got, pages, alone)
	}
}
