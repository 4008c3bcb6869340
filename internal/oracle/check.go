package oracle

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tiv/tracefeed"
	"tiv/tracefeed/textfeed"
)

// Check fails with the shortest trace that still shows a difference, written
// as text, if differ finds one in a trace made from a seed.
func Check(t *testing.T, seed uint64, trace Trace, differ func(Trace) error) {
	t.Helper()
	if differ(trace) == nil {
		return
	}
	trace = Shrink(trace, func(tr Trace) bool { return differ(tr) != nil })
	t.Fatalf("seed %d: %v\nin\n%s", seed, differ(trace), trace.text())
}

// text writes the trace as text.
func (tr Trace) text() string {
	var out strings.Builder
	feed := tr.Feed()
	for range tracefeed.All(feed) {
	}
	enc := textfeed.NewEncoder(&out, tr.Header, feed.Tables())
	for _, ev := range tr.Events {
		if err := enc.Encode(&ev); err != nil {
			fmt.Fprintln(&out, "#", err)
		}
	}
	enc.Flush()
	return out.String()
}

// CheckFixtures runs differ on the stories of textfeed's tests, from the folder
// of a package at the top of the project.
func CheckFixtures(t *testing.T, differ func(Trace) error) {
	t.Helper()
	paths, err := filepath.Glob("../tracefeed/textfeed/testdata/*.tiv")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no fixtures: %v", err)
	}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		feed, err := textfeed.Format().Open(tracefeed.Input{Reader: bytes.NewReader(data)})
		if err != nil {
			t.Fatal(err)
		}
		trace := Trace{Header: feed.Header()}
		for ev, err := range tracefeed.All(feed) {
			if err != nil {
				t.Fatalf("%s: %v", path, err)
			}
			trace.Events = append(trace.Events, *ev)
		}
		if err := differ(trace); err != nil {
			t.Errorf("%s: %v", path, err)
		}
	}
}
