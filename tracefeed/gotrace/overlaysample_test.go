package gotrace_test

import (
	"slices"
	"testing"

	"tiv/tracefeed"
	"tiv/tracefeed/gotrace"
)

// Recordings have no functions of the recorder, in whatever version.
func TestStacksWithoutOverlay(t *testing.T) {
	t.Parallel()
	locks := 0
	for _, name := range []string{"go-mutex2-lockids", "go-deadlock-lockids", "go-leaks"} {
		_, tables := readAll(t, sample(t, name))
		for _, f := range tables.Frames {
			if gotrace.Overlay(f) {
				t.Errorf("%s: %s", name, f.Func)
			}
		}
		for _, stack := range tables.Stacks[1:] {
			i := slices.IndexFunc(stack, func(f tracefeed.FrameID) bool { return tables.Frames[f].Func == "sync.(*Mutex).Lock" })
			if i == 0 {
				locks++
			}
			if len(stack) == 0 {
				t.Errorf("%s: an empty stack", name)
			}
		}
	}
	if locks == 0 {
		t.Error("no stack ends at a lock: the recorder's functions are not removed from above it")
	}
}
