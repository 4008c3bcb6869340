package report

import (
	"bytes"
	"cmp"
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"testing"

	"tiv/internal/reduced"
	"tiv/internal/testtrace"
	"tiv/timeline"
	"tiv/tracefeed"
	"tiv/tracefeed/chrome"
)

// nested is a slice of a file in the Trace Event Format, in nanoseconds.
type nested struct {
	name       string
	start, end int64
}

// sliceSum is what the slices of a name have.
type sliceSum struct{ calls, cumulative, self int64 }

// TestFunctionsOfSlices compares the functions of files that other programs wrote with sums
// of their slices, which are read by another parser.
func TestFunctionsOfSlices(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"node", "chromium"} {
		file := testtrace.File(t, "../tracefeed/chrome/testdata/"+name+".json.gz")
		source, err := tracefeed.OpenInput(tracefeed.Input{Name: name, Reader: bytes.NewReader(file)}, []tracefeed.Format{chrome.Format()})
		if err != nil {
			t.Fatal(err)
		}
		tl, err := reduced.Timeline(source, timeline.Tuning{})
		if err != nil {
			t.Fatal(err)
		}
		want := sumSlices(t, file)
		got := rows(t, tl, "functions", everything)[1:]
		if len(got) != len(want) || len(got) < 5 {
			t.Errorf("%s: %d functions, want %d", name, len(got), len(want))
		}
		for _, row := range got {
			number := func(i int) int64 {
				n, err := strconv.ParseInt(row[i], 10, 64)
				if err != nil {
					t.Fatal(err)
				}
				return n
			}
			if is, w := (sliceSum{number(1), number(2), number(3)}), want[row[0]]; is != w {
				t.Errorf("%s: %s: %+v, want %+v", name, row[0], is, w)
			}
		}
	}
}

// sumSlices adds up the slices of a file by name. A slice that ends after the one around it is
// not within that, and no call.
func sumSlices(t *testing.T, file []byte) map[string]sliceSum {
	t.Helper()
	sums := map[string]sliceSum{}
	for _, list := range slicesOf(t, file) {
		slices.SortStableFunc(list, func(a, b nested) int { return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(b.end, a.end)) })
		var open []nested
		for _, s := range list {
			for len(open) > 0 && open[len(open)-1].end <= s.start {
				open = open[:len(open)-1]
			}
			if n := len(open); n > 0 {
				if s.end > open[n-1].end {
					continue
				}
				outer := sums[open[n-1].name]
				outer.self -= s.end - s.start
				sums[open[n-1].name] = outer
			}
			sum := sums[s.name]
			sum.calls++
			sum.self += s.end - s.start
			if !slices.ContainsFunc(open, func(outer nested) bool { return outer.name == s.name }) {
				sum.cumulative += s.end - s.start
			}
			sums[s.name] = sum
			open = append(open, s)
		}
	}
	return sums
}

// slicesOf reads the slices of each thread.
func slicesOf(t *testing.T, file []byte) map[[2]int][]nested {
	t.Helper()
	type event struct {
		Ph, Name string
		Pid, Tid int
		Ts, Dur  float64
	}
	var doc struct{ TraceEvents []event }
	if err := json.Unmarshal(file, &doc); err != nil {
		t.Fatal(err)
	}
	ns := func(us float64) int64 { return int64(math.Round(us * 1000)) }
	events, last := doc.TraceEvents, int64(0)
	slices.SortStableFunc(events, func(a, b event) int { return cmp.Compare(a.Ts, b.Ts) })
	found, open := map[[2]int][]nested{}, map[[2]int][]nested{}
	for _, e := range events {
		thread, at := [2]int{e.Pid, e.Tid}, ns(e.Ts)
		switch begun := open[thread]; e.Ph {
		case "X":
			found[thread] = append(found[thread], nested{e.Name, at, at + ns(e.Dur)})
		case "B":
			open[thread] = append(begun, nested{name: e.Name, start: at})
		case "E":
			s := begun[len(begun)-1]
			s.end = at
			found[thread], open[thread] = append(found[thread], s), begun[:len(begun)-1]
		}
		if e.Ph != "M" {
			last = max(last, at+ns(e.Dur))
		}
	}
	for thread, list := range open {
		for _, s := range list {
			s.end = last
			found[thread] = append(found[thread], s)
		}
	}
	return found
}
