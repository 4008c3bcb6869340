package compare_test

import (
	"context"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tiv/interaction/compare"
	"tiv/interaction/detect"
	"tiv/internal/generate"
	"tiv/internal/reduced"
	"tiv/timeline"
	"tiv/tracefeed"
)

// Simulated programs: a run does not differ from itself, nor from itself with other
// numbers and addresses; exchanged sides are mirrored; and all waiting is at some lock.
func TestSimulatedPrograms(t *testing.T) {
	t.Parallel()
	for _, scenario := range generate.Scenarios() {
		for seed := range uint64(3) {
			t.Run(fmt.Sprint(scenario, seed), func(t *testing.T) {
				t.Parallel()
				one, two := simulated(t, scenario, 2*seed+1), simulated(t, scenario, 2*seed+2)
				first, second := []*compare.Run{runOfTimeline(t, one)}, []*compare.Run{runOfTimeline(t, two)}
				checkSame(t, of(t, first, first))
				checkSame(t, of(t, first, []*compare.Run{runOfTimeline(t, renumbered(one))}))
				d := of(t, first, second)
				checkMirrored(t, d, of(t, second, first))
				checkSums(t, d)
				if len(d.Locks) == 0 && scenario != "pipeline" || len(d.Groups) == 0 {
					t.Errorf("nothing to compare: %+v", d)
				}
			})
		}
	}
}

func simulated(t *testing.T, scenario string, seed uint64) *timeline.Timeline {
	t.Helper()
	feed, err := generate.New(generate.Options{Scenario: scenario, Seed: seed, Threads: 20, Events: 5000, Sched: true, Extras: true})
	if err != nil {
		t.Fatal(err)
	}
	tl, err := reduced.Timeline(feed, timeline.Tuning{PageEvents: 500})
	if err != nil {
		t.Fatal(err)
	}
	return tl
}

func runOfTimeline(t *testing.T, tl *timeline.Timeline) *compare.Run {
	t.Helper()
	r, err := compare.NewRun(context.Background(), tl, accusations(detect.Find(context.Background(), tl, nil)), tasksOf(t, tl))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

var lastNumber = regexp.MustCompile(`\d+$`)

// renumbered is a trace with other numbers of threads and addresses of locks.
func renumbered(tl *timeline.Timeline) *timeline.Timeline {
	other := *tl
	other.Threads, other.Monitors = slices.Clone(tl.Threads), slices.Clone(tl.Monitors)
	for i := range other.Threads {
		th := &other.Threads[i]
		th.ID = lastNumber.ReplaceAllStringFunc(th.ID, func(n string) string { return n + "7" })
		th.Name = lastNumber.ReplaceAllStringFunc(th.Name, func(n string) string { return n + "7" })
	}
	for i := range other.Monitors {
		m := &other.Monitors[i]
		if n, err := strconv.ParseUint(m.ID, 0, 64); err == nil {
			id := fmt.Sprintf("0x%x", n^0xff000)
			m.ID, m.Name = id, strings.ReplaceAll(m.Name, m.ID, id)
		}
	}
	return &other
}

// checkSums checks that the waits of all locks are all time that threads were blocked.
func checkSums(t *testing.T, d *compare.Diff) {
	t.Helper()
	var locks, blocked compare.Figures
	for _, r := range d.Locks {
		locks.Before, locks.After = locks.Before+r.Time.Before, locks.After+r.Time.After
	}
	for _, r := range d.Groups {
		if r.State == tracefeed.Blocking {
			blocked.Before, blocked.After = blocked.Before+r.Time.Before, blocked.After+r.Time.After
		}
	}
	if math.Abs(locks.Before-blocked.Before) > 1 || math.Abs(locks.After-blocked.After) > 1 {
		t.Errorf("waits for locks %+v, blocked %+v", locks, blocked)
	}
}
