package demo_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"tiv/demo"
	"tiv/internal/reduced"
	"tiv/timeline"
	"tiv/tracefeed"
	"tiv/tracefeed/gotrace"
)

// load reads a demo to its end.
func load(t *testing.T, name string) *timeline.Timeline {
	t.Helper()
	r, err := demo.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	src, err := tracefeed.OpenInput(tracefeed.Input{Name: name, Reader: r, Size: r.Size()}, []tracefeed.Format{gotrace.Format()})
	if err != nil {
		t.Fatal(err)
	}
	defer src.Close()
	tl, err := reduced.Timeline(src.Feed, timeline.Tuning{})
	if err != nil {
		t.Fatal(err)
	}
	return tl
}

func TestEveryProgramIsADemo(t *testing.T) {
	entries, err := os.ReadDir("programs")
	if err != nil {
		t.Fatal(err)
	}
	var names, programs []string
	for _, e := range entries {
		programs = append(programs, e.Name())
	}
	for _, d := range demo.List() {
		names = append(names, d.Name)
		if d.Title == "" || d.Story == "" {
			t.Errorf("%s: no title or no story", d.Name)
		}
	}
	if !slices.Contains(names, demo.Default) {
		t.Errorf("the default %q is not in the list", demo.Default)
	}
	if slices.Sort(names); !slices.Equal(names, programs) {
		t.Errorf("demos %v, programs %v", names, programs)
	}
}

func TestTracesAreSmallAndWhole(t *testing.T) {
	all := int64(0)
	for _, d := range demo.List() {
		info, err := os.Stat("traces/" + d.Name + ".trace.gz")
		if err != nil {
			t.Fatal(err)
		}
		all += info.Size()
		tl := load(t, d.Name)
		if info.Size() > 300_000 || tl.Damage != nil || tl.End < tracefeed.Second || tl.End > 5*tracefeed.Second {
			t.Errorf("%s: %d bytes, %v, damage %v", d.Name, info.Size(), tl.End, tl.Damage)
		}
	}
	if all > 3_000_000 {
		t.Errorf("%d bytes in all", all)
	}
}

func TestUnknownDemoIsRefused(t *testing.T) {
	for _, name := range []string{"", "nothing", "../demo.go", "deadlock.trace"} {
		if _, err := demo.Open(name); err == nil || !strings.Contains(err.Error(), "there are deadlock, ") {
			t.Errorf("%q: %v", name, err)
		}
	}
}
