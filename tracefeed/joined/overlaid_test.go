package joined_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tiv/tracefeed"
	"tiv/tracefeed/joined"
	"tiv/tracefeed/textfeed"
)

// texts opens a text trace.
func texts(t *testing.T, text string) tracefeed.Feed {
	t.Helper()
	f, err := textfeed.Format().Open(tracefeed.Input{Reader: strings.NewReader("tiv-text 1\n" + text)})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// named returns an event in words, which do not depend on the order of names.
func named(ev *tracefeed.Event, t *tracefeed.Tables) string {
	return fmt.Sprintln(int64(ev.Time), t.Threads[ev.Thread].ID, ev.Kind, t.Monitors[ev.Monitor].ID, t.Names[ev.Name], ev.Object)
}

// TestOverlay divides random events among a trace and further feeds. Together they are the whole
// again: sorted by time, then by feed, with the threads and locks of one id as one.
func TestOverlay(t *testing.T) {
	t.Parallel()
	for seed := range uint64(50) {
		rng := rand.New(rand.NewPCG(seed, 1))
		type line struct {
			at, part, number int
			text             string
		}
		var lines []line
		parts := make([]string, 3)
		at := 0
		for number := range 200 {
			at += rng.IntN(3)
			p := rng.IntN(len(parts))
			text := fmt.Sprintf("T%d monitor-wait M%d what=N%d object=%d", rng.IntN(5), rng.IntN(4), rng.IntN(3), number)
			parts[p] += fmt.Sprintf("%dns %s\n", at, text)
			lines = append(lines, line{at, p, number, fmt.Sprintln(at, strings.Fields(text)[0], "monitor-wait", strings.Fields(text)[2],
				strings.TrimPrefix(strings.Fields(text)[3], "what="), number)})
		}
		slices.SortStableFunc(lines, func(a, b line) int { return 1000*(a.at-b.at) + a.part - b.part })
		f := joined.Overlay(texts(t, parts[0]), []joined.Layer{{Feed: texts(t, parts[1])}, {Feed: texts(t, parts[2])}})
		i := 0
		for ev, err := range tracefeed.All(f) {
			if err != nil {
				t.Fatal(err)
			}
			if got := named(ev, f.Tables()); got != lines[i].text {
				t.Fatalf("seed %d: event %d is %s, want %s", seed, i, got, lines[i].text)
			}
			i++
		}
		if n := len(f.Tables().Threads); i != len(lines) || n > 6 || len(f.Tables().Monitors) > 5 {
			t.Errorf("seed %d: %d events, %d threads", seed, i, n)
		}
		if err := f.Close(); err != nil {
			t.Error(err)
		}
	}
}

// The trace itself knows the names of its threads, and has several with one id if it says so. A fault of
// a further feed is in the note, its earlier events are kept.
func TestOverlayNames(t *testing.T) {
	t.Parallel()
	f := joined.Overlay(texts(t, "process p id=7 name=own\nthread a id=1 name=first process=p\n0ns a start\n"+
		"thread b id=1 name=second\n5ns b start\n9ns a end\n"),
		[]joined.Layer{{Feed: texts(t, "process q id=7\nprocess r id=8 parent=q\nthread x id=2 name=new process=r\n"+
			"0ns x start\n1ns 1 region-start R\nthread 1 name=wrong\n6ns 1 region-end R\n7ns nonsense\n"), Name: "layer"}})
	n := 0
	for _, err := range tracefeed.All(f) {
		if err != nil {
			t.Fatal(err)
		}
		n++
	}
	var got []string
	for _, th := range f.Tables().Threads[1:] {
		got = append(got, fmt.Sprint(th.ID, th.Name, th.Process))
	}
	if want := []string{"1first1", "2new2", "1second0"}; n != 6 || !slices.Equal(got, want) || len(f.Tables().Processes) != 3 {
		t.Errorf("%d events, threads %q, want %q; %v", n, got, want, f.Tables().Processes)
	}
	if note := f.Header().Note; !strings.Contains(note, "layer: line ") {
		t.Error(note)
	}
}
