package record

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"testing"
	"time"

	"golang.org/x/exp/trace"
)

// A lockEvent is one event of the category tiv.lock.
type lockEvent struct {
	time    trace.Time
	g       trace.GoID
	lock    uint64
	message string
}

// A reading is what a test wants to know of a trace.
type reading struct {
	locks []lockEvent
	leaks []uint64      // goroutines that are proven to be leaked
	span  time.Duration // from the first event to the last
	err   error         // nil at a proper end
}

// read reads a trace as far as it goes.
func read(t *testing.T, path string) reading {
	t.Helper()
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return readBytes(t, raw)
}

func readBytes(t *testing.T, raw []byte) reading {
	t.Helper()
	r, err := trace.NewReader(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	var got reading
	var first trace.Time
	for {
		ev, err := r.ReadEvent()
		if err != nil {
			if !errors.Is(err, io.EOF) {
				got.err = err
			}
			return got
		}
		if first == 0 {
			first = ev.Time()
		}
		got.span = ev.Time().Sub(first)
		if ev.Kind() != trace.EventLog {
			continue
		}
		switch l := ev.Log(); l.Category {
		case "tiv.lock":
			got.locks = append(got.locks, lockEvent{ev.Time(), ev.Goroutine(), uint64(l.Task), l.Message})
		case "tiv.leak":
			got.leaks = append(got.leaks, uint64(l.Task))
		}
	}
}

// on returns what was logged of one lock, as words like "1a", where
// goroutines count from 1 in the order in which they appear.
func (r reading) on(lock uint64) []string {
	var words []string
	var gs []trace.GoID
	for _, ev := range r.locks {
		if ev.lock != lock {
			continue
		}
		i := slices.Index(gs, ev.g)
		if i < 0 {
			i = len(gs)
			gs = append(gs, ev.g)
		}
		words = append(words, fmt.Sprintf("%d%s", i+1, ev.message))
	}
	return words
}
