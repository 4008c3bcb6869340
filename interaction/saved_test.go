package interaction_test

import (
	"bytes"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"tiv/interaction"
	"tiv/internal/oracle"
	"tiv/timeline"
	"tiv/tracefeed"
)

// reduceAll makes a timeline of all of a trace.
func reduceAll(t *testing.T, trace oracle.Trace) *timeline.Timeline {
	t.Helper()
	feed := trace.Feed()
	r := timeline.NewReducer(feed)
	for ev := new(tracefeed.Event); feed.Next(ev) == nil; {
		if err := r.Add(ev); err != nil {
			t.Fatal(err)
		}
	}
	return r.Snapshot(true, nil)
}

func TestSavedReport(t *testing.T) {
	kinds := map[string]int{}
	for seed := range uint64(200) {
		tl := reduceAll(t, oracle.Random(rand.New(rand.NewPCG(seed, 31)), oracle.Shape{Threads: 4, Monitors: 3, Events: 80}))
		want := interaction.Find(tl)
		got, err := interaction.ParseReport(interaction.AppendReport(nil, want), tl)
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Fatalf("seed %d: %v\ngot  %+v\nwant %+v", seed, err, got, want)
		}
		for _, f := range want.Findings {
			kinds[f.Kind]++
		}
	}
	if len(kinds) != len(interaction.FindingKinds()) {
		t.Errorf("there were only %v", kinds)
	}
}

func TestSavedReportRefuses(t *testing.T) {
	tl := reduceAll(t, oracle.Trace{Events: []tracefeed.Event{
		{Kind: tracefeed.MonitorEnter, Thread: 1, Monitor: 1}, {Time: 9, Kind: tracefeed.MonitorWait, Thread: 2, Monitor: 1},
	}})
	const good = `{"version":1,"gave_up_ns":-1,"findings":[{"kind":"deadlock","severity":1,"start_ns":3,"end_ns":9,` +
		`"threads":[1,2],"monitors":[1,0],"evidence":2,"text":"x"}]}`
	if _, err := interaction.ParseReport([]byte(good), tl); err != nil {
		t.Fatal(err)
	}
	for _, change := range [][2]string{
		{`"version":1`, `"version":2`}, {`"version":1,`, ``}, {`{"version"`, `{{`}, {`]}`, `]}}`},
		{`-1`, `-2`}, {`-1`, `10`}, {`-1`, `1e99`},
		{`deadlock`, `deadlocked`}, {`"severity":1`, `"severity":2`}, {`"evidence":2`, `"evidence":3`}, {`"evidence":2`, `"evidence":-1`},
		{`"start_ns":3`, `"start_ns":-3`}, {`"start_ns":3`, `"start_ns":10`}, {`"end_ns":9`, `"end_ns":10`},
		{`[1,2]`, `[]`}, {`[1,2]`, `[1]`}, {`[1,2]`, `[0,2]`}, {`[1,2]`, `[1,3]`}, {`[1,2]`, `[1,-2]`}, {`[1,2]`, `[1,"x"]`},
		{`[1,0]`, `[1,2]`}, {`[1,0]`, `[1,-1]`}, {`[1,0]`, `null`}, {`{"kind"`, `null,{"kind"`},
	} {
		bad := strings.Replace(good, change[0], change[1], 1)
		if r, err := interaction.ParseReport([]byte(bad), tl); err == nil {
			t.Errorf("%s instead of %s: %+v", change[1], change[0], r)
		}
	}
	for n := range len(good) {
		if _, err := interaction.ParseReport([]byte(good[:n]), tl); err == nil {
			t.Errorf("the first %d bytes were taken", n)
		}
	}
	if _, err := interaction.ParseReport(bytes.Repeat([]byte("["), 1<<20), tl); err == nil {
		t.Error("a million brackets were taken")
	}
}
