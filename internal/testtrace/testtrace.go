// Package testtrace reads traces for tests of the packages that open them.
package testtrace

import (
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"strings"
	"testing"

	"tiv/tracefeed"
)

// File returns a file of test data, unpacked if its name ends in .gz.
func File(t testing.TB, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasSuffix(path, ".gz") {
		return data
	}
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	if data, err = io.ReadAll(z); err != nil {
		t.Fatal(err)
	}
	return data
}

// Trace is a trace as read, up to its end or its first error.
type Trace struct {
	*tracefeed.Tables
	Events []tracefeed.Event
	Note   string // of the reader
	sched  bool   // of the header
	Err    error
}

// Read reads a feed, and checks the order of its events and their ids.
func Read(t testing.TB, f tracefeed.Feed) Trace {
	t.Helper()
	var all Trace
	now := tracefeed.Time(0)
	for ev, err := range tracefeed.All(f) {
		if err != nil {
			all.Err = err
			break
		}
		if ev.Time < now {
			t.Fatalf("event %d is at %d, after one at %d", len(all.Events), ev.Time, now)
		}
		now = ev.Time
		all.Events = append(all.Events, *ev)
	}
	h := f.Header()
	all.Tables, all.Note, all.sched = f.Tables(), h.Remarks(), h.Sched
	for _, ev := range all.Events {
		_, _, _ = all.Threads[ev.Thread], all.Threads[ev.Other], all.Monitors[ev.Monitor]
		_, _ = all.Stacks[ev.Stack], all.Names[ev.Name]
	}
	return all
}
