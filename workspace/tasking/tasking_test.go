package tasking

import (
	"context"
	"errors"
	"strings"
	"testing"

	"tiv/internal/reduced"
	"tiv/task"
	"tiv/task/definition"
	"tiv/timeline"
)

// found returns the types of the tasks that were found.
func found(t *testing.T, x *Tasking) string {
	t.Helper()
	if err := x.Sync(t.Context()); err != nil {
		t.Fatal(err)
	}
	var types []string
	if x.Index() != nil {
		for i := range x.Index().Tasks {
			types = append(types, x.Index().Tasks[i].Type)
		}
	}
	return strings.Join(types, " ")
}

// Tasks are found once something shows them, and again after each change of the trace or the
// definitions.
func TestTasking(t *testing.T) {
	story := func(text string) *timeline.Timeline {
		return reduced.Story(t, "tiv-text 1\n0s A start\n1ms A call-enter f\n2ms A call-exit f\n"+text+"9ms A end\n")
	}
	var x Tasking
	x.Follow(story(""), Change{})
	list, err := definition.Read("my.xml", strings.NewReader(`<EVENTS><EVENT METHOD="f" NAME="a" /></EVENTS>`))
	if err != nil {
		t.Fatal(err)
	}
	x.Define(definition.Sources{Own: list}, nil, task.Full)
	if new(Tasking).AskOnceComplete() {
		t.Error("asked without a trace")
	}
	if got := found(t, &x); got != "" || x.Query() != nil {
		t.Errorf("before anything shows tasks there are %q", got)
	}
	if !x.AskOnceComplete() {
		t.Error("not asked for the tasks of a complete trace with calls")
	}
	old := x.Query()
	if got := found(t, &x); got != "a" || x.Query() != nil {
		t.Errorf("found %q", got)
	}
	x.Follow(story("3ms A call-enter f\n4ms A call-exit f\n"), Change{})
	if !x.Useful(old) {
		t.Error("of no use once the trace has grown")
	}
	if got := found(t, &x); got != "a a" {
		t.Errorf("found %q in the longer trace", got)
	}
	list[0].Name = "b"
	x.Define(definition.Sources{Own: list}, nil, task.Full)
	if x.Useful(old) {
		t.Error("of use with other definitions")
	}
	x.Set(old, &task.Index{})
	if got := found(t, &x); got != "b b" {
		t.Errorf("found %q by other definitions", got)
	}
	finder := x.Finder()
	if again, err := finder(t.Context()); again != x.Index() || err != nil {
		t.Error("searched again for what is there")
	}
	x.Follow(story(""), Change{})
	canceled, cancel := context.WithCancel(t.Context())
	cancel()
	if err := x.Sync(canceled); !errors.Is(err, context.Canceled) || len(x.Index().Tasks) != 2 {
		t.Errorf("cancelled: %v", err)
	}
}
