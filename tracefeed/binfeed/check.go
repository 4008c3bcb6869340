package binfeed

import (
	"errors"
	"fmt"
	"slices"

	"tiv/block"
	"tiv/tracefeed"
)

// checkWritable returns an error if a block could not be read back. Times are checked
// when they are written.
func checkWritable(b *block.Block, t *tracefeed.Tables) error {
	switch {
	case b.Details == nil:
		return errors.New("it has no details")
	case b.Start < 0 || b.End < b.Start:
		return fmt.Errorf("time goes back to %s", b.End.Exact())
	case len(b.Codes) > block.MaxEvents || len(b.Table) > block.MaxCodes || len(b.Times) != len(b.Codes):
		return fmt.Errorf("%d events at %d times with %d codes cannot be", len(b.Codes), len(b.Times), len(b.Table))
	case len(b.Codes) > 0 && int(maxByte(b.Codes)) >= len(b.Table):
		return fmt.Errorf("code %d is not in the table", maxByte(b.Codes))
	}
	for _, c := range b.Table {
		const both = block.HasMonitor | block.SameMonitor
		if c.State > tracefeed.NotAlive && c.State != tracefeed.Unspecified || c.Kind >= tracefeed.NumKinds ||
			c.Cause >= tracefeed.NumCauses || c.Fields&both == both {
			return fmt.Errorf("%v is not a valid code", c)
		}
	}
	if err := checkGroups(b, len(t.Threads)); err != nil {
		return err
	}
	if err := checkStart(b, limitsOf(t)); err != nil {
		return err
	}
	return checkDetails(b, limitsOf(t))
}

func checkGroups(b *block.Block, threads int) error {
	first, last := int32(0), tracefeed.ThreadID(-1)
	for _, g := range b.Groups {
		if g.Thread <= last || int(g.Thread) >= threads || g.First != first || g.Len < 1 || int(g.Len) > len(b.Codes)-int(first) {
			return fmt.Errorf("events %d and %d more of thread %d are in the wrong place", g.First, g.Len, g.Thread)
		}
		first, last = first+g.Len, g.Thread
	}
	if int(first) != len(b.Codes) {
		return fmt.Errorf("threads have %d of %d events", first, len(b.Codes))
	}
	return nil
}

// checkStart checks the state at the start of a block: open spans and holds.
func checkStart(b *block.Block, lim limits) error {
	last := tracefeed.ThreadID(-1)
	for i := range b.OpenSpans {
		c := &b.OpenSpans[i]
		if c.Thread <= last || int(c.Thread) >= lim.threads || c.State > tracefeed.NotAlive || c.Cause >= tracefeed.NumCauses ||
			c.Monitor < 0 || int(c.Monitor) >= lim.monitors || c.Other < 0 || int(c.Other) >= lim.threads ||
			c.Stack < 0 || int(c.Stack) >= lim.stacks || c.Start > b.Start {
			return fmt.Errorf("%v cannot be an open span", *c)
		}
		last = c.Thread
	}
	if len(b.Holds) > maxHolds {
		return fmt.Errorf("%d holds are too many", len(b.Holds))
	}
	lastMonitor := tracefeed.MonitorID(0)
	for _, h := range b.Holds {
		if h.Monitor < lastMonitor || int(h.Monitor) >= lim.monitors || h.Thread < 0 || int(h.Thread) >= lim.threads || h.Count < 0 {
			return fmt.Errorf("%v cannot be held", h)
		}
		lastMonitor = h.Monitor
	}
	return checkOpenCalls(b, lim)
}

func checkDetails(b *block.Block, lim limits) error {
	firsts, sum, err := b.CountValues(nil)
	if err != nil {
		return err
	}
	have := block.First{
		Monitor: int32(len(b.Monitors)), Other: int32(len(b.Others)), Stack: int32(len(b.Stacks)), CPU: int32(len(b.CPUs)),
		Name: int32(len(b.Names)), Object: int32(len(b.Objects)), Value: int32(len(b.Values)),
	}
	if sum != have || !slices.Equal(firsts, b.Firsts) {
		return fmt.Errorf("fields have %v values, codes say %v", have, sum)
	}
	return checkIDs(b.Details, lim)
}
