package record

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
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

// A reading is the content of a trace, for tests.
type reading struct {
	locks []lockEvent
	leaks []uint64      // goroutines that are proven to be leaked
	looks string        // the number of searches for them, and off without collector
	span  time.Duration // from the first event to the last
	err   error         // nil at a proper end
	// omitted are lock operations that were left out; full says that the
	// recording ended at its size.
	omitted     uint64
	full        bool
	generations int
	ticks       []string // texts of the category tick
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
		switch ev.Kind() {
		case trace.EventSync:
			got.generations++
		case trace.EventLog:
			got.log(ev)
		}
	}
}

// log takes a log event of the recorder.
func (r *reading) log(ev trace.Event) {
	l := ev.Log()
	switch l.Category {
	case "tiv.lock":
		r.locks = append(r.locks, lockEvent{ev.Time(), ev.Goroutine(), uint64(l.Task), l.Message})
	case "tiv.leak":
		r.leaks = append(r.leaks, uint64(l.Task))
	case "tiv.looks":
		r.looks = strings.TrimSpace(fmt.Sprint(l.Task, " ", l.Message))
	case "tiv.omitted":
		r.omitted = uint64(l.Task)
	case "tiv.full":
		r.full = true
	case "tick":
		r.ticks = append(r.ticks, l.Message)
	}
}

// on returns the log of one lock, as words like "1a", with goroutines numbered
// from 1 in the order of appearance.
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
