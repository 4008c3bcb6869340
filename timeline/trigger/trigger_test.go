package trigger

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tiv/expression"
	"tiv/internal/oracle"
	"tiv/timeline/ring"
	"tiv/tracefeed"
	"tiv/tracefeed/textfeed"
)

// TestParse lists triggers, and the errors of texts that are none, with their columns.
func TestParse(t *testing.T) {
	for text, want := range map[string]string{
		"deadlock":                       "",
		" share(blocking) > 50% for 1s ": "",
		"share( io ) >= 12.5 %":          "",
		`task("GET /x") > 2s`:            "",
		"task(checkout)>=2.5ms":          "",
		`counter("a \"b\"") <= -3`:       "",
		"counter(queue) > 100 for 10ms":  "",
		"":                               "column 1: expected a trigger: deadlock, share(STATE), task(NAME) or counter(NAME)",
		"deadlok":                        `column 1: unknown trigger "deadlok"; did you mean "deadlock"?`,
		"deadlock now":                   "column 10: expected the end",
		"share(blokking) > 50%":          `column 7: unknown state "blokking"; did you mean "blocking"?`,
		"share(blocking) 50%":            "column 17: expected > or >= or < or <=",
		"share(blocking) > 50":           "column 21: expected %",
		"share(blocking) > 150%":         "column 19: a share is from 0% to 100%",
		"share(blocking) > 50% during":   "column 23: expected for TIME, or the end",
		"share(blocking) > 50% for x":    "column 27: expected a time, such as 200ms",
		"task(x) < 2s":                   "column 9: expected > or >=",
		"task() > 2s":                    "column 6: expected a name",
		`task("x) > 2s`:                  `column 14: expected "`,
		"task(x > 2s":                    "column 12: expected )",
		"counter > 3":                    "column 9: expected (",
		"counter(x) > many":              "column 14: expected a number",
	} {
		_, err := Parse(text)
		if wrong := (*expression.Error)(nil); err != nil && !errors.As(err, &wrong) {
			t.Errorf("%q: error of type %T", text, err)
		}
		if got := fmt.Sprint(err); got != want && (err != nil || want != "") {
			t.Errorf("%q: error %s\nwant %s", text, got, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, text := range []string{"deadlock", "share(io) > 5% for 1s", `task("x\n") > 1s`, "counter(x) < -1.5"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		parsed, err := Parse(text)
		if err != nil {
			return
		}
		if again, err := Parse(parsed.String()); err != nil || *again != *parsed {
			t.Errorf("%q: then %v, %v", text, again, err)
		}
	})
}

// play gives events to a ring and a watch, and returns the hits up to a time.
func play(t *testing.T, feed tracefeed.Feed, end tracefeed.Time, w *Watch) (hits []Hit, s *ring.State) {
	t.Helper()
	r := ring.New(feed, ring.Options{Dir: t.TempDir()})
	for ev, err := range tracefeed.All(feed) {
		if err != nil {
			t.Fatal(err)
		}
		hits = append(hits, w.Passed(r.State(), ev.Time)...)
		if err := r.Add(ev); err != nil {
			t.Fatal(err)
		}
		hits = append(hits, w.Event(r.State(), ev, feed.Tables())...)
	}
	hits = append(hits, w.Passed(r.State(), end)...)
	return hits, r.State()
}

// anyOf reports whether a thread waits for any of several, as at a semaphore, or for one
// that was released by a thread that did not hold it. Rings through such waits
// are not looked for.
func anyOf(s *ring.State) func(tracefeed.ThreadID) bool {
	return func(id tracefeed.ThreadID) bool {
		m := s.Span(id).Monitor
		reads, _ := s.Readers(m)
		return len(s.Owners(m)) > 1 && !reads || s.Passed(m)
	}
}

// TestDeadlocks compares the rings of random traces that are closed at the end with those of the
// oracle.
func TestDeadlocks(t *testing.T) {
	found, missed := 0, 0
	for seed := range oracle.Seeds(3000) {
		rng := rand.New(rand.NewPCG(seed, 8))
		trace := oracle.Random(rng, oracle.Shape{Threads: 1 + rng.IntN(5), Monitors: 1 + rng.IntN(3), Events: 60})
		want := oracle.Replay(trace).Deadlocks()
		w := New([]*Trigger{{word: Deadlock}})
		_, s := play(t, trace.Feed(), trace.Events[len(trace.Events)-1].Time+2*patience, w)
		var got []tracefeed.ThreadID
		for id, since := range w.all[1].(*rings).known {
			if span := s.Span(id); span.State == tracefeed.Blocking && span.Start == since {
				got = append(got, id)
			}
		}
		for _, id := range got {
			if !slices.ContainsFunc(want, func(d oracle.Deadlock) bool { return slices.Contains(d.Threads, id) }) {
				t.Fatalf("seed %d: thread %d is in a ring, but not in %v", seed, id, want)
			}
		}
		sure := slices.DeleteFunc(want, func(d oracle.Deadlock) bool { return slices.ContainsFunc(d.Threads, anyOf(s)) })
		if len(sure) > 0 && len(got) == 0 {
			missed++
		}
		found += len(sure)
	}
	if found < oracle.Least(100) {
		t.Errorf("only %d deadlocks", found)
	}
	// A few rings close in another way than by a wait, as when a lock turns out not to be a semaphore.
	if missed > found/100 {
		t.Errorf("%d traces have a ring that was not found, of %d deadlocks", missed, found)
	}
	t.Logf("%d deadlocks, %d traces without their ring", found, missed)
}

// TestTasks: of many tasks, those that last too long are told, whatever ends meanwhile.
func TestTasks(t *testing.T) {
	const tasks, limit = 300, 100_000
	var b strings.Builder
	b.WriteString("tiv-text 1\n1ns A start\n")
	for i := range tasks {
		fmt.Fprintf(&b, "%dns A task-start x object=%d\n", 10+i, i+1)
	}
	long := map[tracefeed.Time]bool{}
	for i := range tasks {
		if i%70 == 30 {
			long[tracefeed.Time(10+i+limit)] = true
			continue
		}
		fmt.Fprintf(&b, "%dns A task-end object=%d\n", 1000+i, i+1)
	}
	for i := range tasks { // each is looked for at a time of its own
		fmt.Fprintf(&b, "%dns A run\n", 11+i+limit)
	}
	in := tracefeed.Input{Name: "x", Reader: strings.NewReader(b.String())}
	source, err := tracefeed.OpenInput(in, []tracefeed.Format{textfeed.Format()})
	if err != nil {
		t.Fatal(err)
	}
	trigger, err := Parse("task(x) > 100us")
	if err != nil {
		t.Fatal(err)
	}
	hits, _ := play(t, source.Feed, limit+10*tasks, New([]*Trigger{trigger}))
	for _, h := range hits {
		if !long[h.At] {
			t.Errorf("a hit at %v", h.At)
		}
		delete(long, h.At)
	}
	if len(long) > 0 {
		t.Errorf("no hits at %v", slices.Sorted(maps.Keys(long)))
	}
}
