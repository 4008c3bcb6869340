package threaddump

import (
	"tiv/tracefeed"
	"tiv/tracefeed/gotrace"
)

// Goroutines are goroutines with the same stack, in a profile.
type Goroutines struct {
	Count int64
	Stack []tracefeed.Frame // the innermost call first
}

// FromGoroutines returns a profile of goroutines as a trace of one moment. The goroutines
// get numbers from 1; a profile has none. Their states are inferred from their stacks.
func FromGoroutines(profile []Goroutines) (*tracefeed.Tables, []tracefeed.Event) {
	d := newDump(newNames(), 1)
	var funcs []string
	for _, same := range profile {
		funcs = funcs[:0]
		var stack []tracefeed.Frame
		for _, f := range same.Stack {
			if !wrapper.MatchString(f.Func) && !gotrace.Overlay(f) && len(stack) < maxFrames {
				stack, funcs = append(stack, f), append(funcs, f.Func)
			}
		}
		for range same.Count {
			if len(d.ids) == maxThreads {
				break
			}
			g := gotrace.FromDump(int64(len(d.ids)+1), "", funcs)
			d.add(&thread{Thread: g.Thread, state: g.State, stack: stack})
		}
	}
	d.findEndless()
	return d.names.tables, moments{d}.events()
}
