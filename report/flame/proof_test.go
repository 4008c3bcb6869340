package flame_test

import (
	"bytes"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/pprof/profile"

	"tiv/execution"
	"tiv/internal/reduced"
	"tiv/internal/testtrace"
	"tiv/report/flame"
	"tiv/timeline"
	"tiv/tracefeed"
	"tiv/tracefeed/gotrace"
)

// sums are the times of a function, in nanoseconds.
type sums struct{ flat, cumulative int64 }

// TestAgainstPprof compares the functions of recorded Go programs, in the tree and in the
// profile written of it, with those that go tool pprof finds in the same samples.
//
// The first half of the time between two samples belongs to the first one, the rest to the
// second. So the times are those of a profile whose samples weigh half of the time to their
// neighbours, wherever a thread does not wait.
func TestAgainstPprof(t *testing.T) {
	for _, name := range []string{"go-profiled", "go-zoo"} {
		feed, err := gotrace.Format().Open(tracefeed.Input{Reader: bytes.NewReader(testtrace.File(t,
			"../../tracefeed/gotrace/testdata/"+name+".trace.gz"))})
		if err != nil {
			t.Fatal(err)
		}
		tl, err := reduced.Timeline(feed, timeline.Tuning{})
		if err != nil {
			t.Fatal(err)
		}
		own := map[string]sums{}
		var files, weighted []*profile.Profile
		for _, run := range busyRuns(t, tl) {
			q := execution.Query{Of: make([]bool, len(tl.Threads)), From: run[0].Time, To: run[len(run)-1].Time + 1}
			q.Of[run[0].Thread] = true
			tree := execution.NewTree(t.Context(), tl, q)
			addTree(own, tree)
			files, weighted = append(files, written(t, tree)), append(weighted, weigh(tl, run))
		}
		if len(files) < 5 {
			t.Fatalf("%s: only %d runs of samples", name, len(files))
		}
		want := top(t, weighted)
		if len(want) < 10 {
			t.Fatalf("%s: only %d functions", name, len(want))
		}
		if !maps.Equal(own, want) {
			t.Errorf("%s: the tree has\n%v\nwant\n%v", name, own, want)
		}
		if got := top(t, files); !maps.Equal(got, want) {
			t.Errorf("%s: the files have\n%v\nwant\n%v", name, got, want)
		}
	}
}

// busyRuns returns the longest runs of samples of each thread between which it does not wait.
func busyRuns(t *testing.T, tl *timeline.Timeline) (runs [][]execution.Sample) {
	q := execution.Query{Of: make([]bool, len(tl.Threads)), To: tl.End}
	for id := range q.Of {
		q.Of[id] = id > 0
	}
	waits := make([][]tracefeed.Time, len(q.Of))
	tl.EachSpan(t.Context(), q.Of, 0, tl.End, func(thread tracefeed.ThreadID, s *timeline.Span, _ tracefeed.Time) {
		switch s.State {
		case tracefeed.Blocking, tracefeed.Suspended, tracefeed.IO, tracefeed.NotAlive:
			waits[thread] = append(waits[thread], s.Start)
		}
	})
	samples := make([][]execution.Sample, len(q.Of))
	execution.EachSample(t.Context(), tl, q, func(s execution.Sample) {
		if len(tl.Stacks[s.Stack]) > 0 && s.State != tracefeed.NotAlive {
			samples[s.Thread] = append(samples[s.Thread], s)
		}
	})
	for thread, list := range samples {
		var run []execution.Sample
		end := func() {
			if len(run) > 1 {
				runs = append(runs, run)
			}
			run = nil
		}
		for _, s := range list {
			if len(run) > 0 && waited(waits[thread], run[len(run)-1].Time, s.Time) {
				end()
			}
			run = append(run, s)
		}
		end()
	}
	return runs
}

// waited reports whether one of the waits begins between two times.
func waited(waits []tracefeed.Time, from, to tracefeed.Time) bool {
	for _, start := range waits {
		if start >= from && start <= to {
			return true
		}
	}
	return false
}

// addTree adds the functions of a tree.
func addTree(to map[string]sums, tree *execution.Tree) {
	for _, g := range tree.Groups(tree.Functions) {
		if g.Calls > 0 {
			s := to[g.Name]
			to[g.Name] = sums{s.flat + int64(g.Self.Alive()), s.cumulative + int64(g.Cumulative.Alive())}
		}
	}
}

// written returns the profile that is written of a tree.
func written(t *testing.T, tree *execution.Tree) *profile.Profile {
	t.Helper()
	format, _ := flame.FormatOf("pprof", "")
	var b bytes.Buffer
	if err := format.Write(&b, flame.New(tree, []tracefeed.State{tracefeed.Unknown, tracefeed.Running, tracefeed.Runnable})); err != nil {
		t.Fatal(err)
	}
	p, err := profile.Parse(&b)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// weigh makes a profile of samples, with the time for which each one stands.
func weigh(tl *timeline.Timeline, run []execution.Sample) *profile.Profile {
	p := &profile.Profile{SampleType: []*profile.ValueType{{Type: "all", Unit: "nanoseconds"}}, DefaultSampleType: "all",
		PeriodType: &profile.ValueType{}}
	locations := map[string]*profile.Location{}
	for i, s := range run {
		weight := tracefeed.Time(0)
		if i > 0 {
			weight += s.Time - run[i-1].Time - (s.Time-run[i-1].Time)/2
		}
		if i < len(run)-1 {
			weight += (run[i+1].Time - s.Time) / 2
		}
		sample := &profile.Sample{Value: []int64{int64(weight)}}
		for _, frame := range tl.Stacks[s.Stack] {
			name := tl.Frames[frame].Func
			if locations[name] == nil {
				f := &profile.Function{ID: uint64(len(locations) + 1), Name: name}
				p.Function = append(p.Function, f)
				locations[name] = &profile.Location{ID: f.ID, Line: []profile.Line{{Function: f}}}
				p.Location = append(p.Location, locations[name])
			}
			sample.Location = append(sample.Location, locations[name])
		}
		p.Sample = append(p.Sample, sample)
	}
	return p
}

// top returns the functions that go tool pprof lists for profiles.
func top(t *testing.T, profiles []*profile.Profile) map[string]sums {
	t.Helper()
	all, err := profile.Merge(profiles)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "x.pb.gz")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := all.Write(f); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	c := exec.Command("go", "tool", "pprof", "-top", "-sample_index=all", "-unit=ns", "-nodecount=1000000", "-nodefraction=0",
		"-edgefraction=0", path)
	var said bytes.Buffer
	c.Stderr = &said
	out, err := c.Output()
	if err != nil {
		t.Fatalf("go tool pprof: %v\n%s", err, &said)
	}
	list, inTable := map[string]sums{}, false
	for line := range strings.Lines(string(out)) {
		words := strings.Fields(line)
		if inTable {
			list[strings.Join(words[5:], " ")] = sums{nanoseconds(t, words[0]), nanoseconds(t, words[3])}
		}
		inTable = inTable || len(words) > 0 && words[0] == "flat"
	}
	return list
}

func nanoseconds(t *testing.T, s string) int64 {
	t.Helper()
	n, err := strconv.ParseInt(strings.TrimSuffix(s, "ns"), 10, 64)
	if err != nil {
		t.Fatalf("go tool pprof wrote %q: %v", s, err)
	}
	return n
}
