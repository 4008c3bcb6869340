package session

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"tiv/command"
	"tiv/execution/slice"
	"tiv/tracefeed"
	"tiv/workspace"
)

// divide makes slices of ranges of an attribute, in the background.
func divide(jobs *Jobs, d *Document, c command.DivideSlices) {
	ws := d.Workspace
	by := cmp.Or(c.By, slice.Duration)
	if !slices.Contains(c.Of.Attributes(), by) {
		jobs.messages.Fail(fmt.Errorf("divide slices: %s cannot be divided by %q, only by %q", c.Of, by, c.Of.Attributes()))
		return
	}
	draft := slice.Definition{Name: "elements", Of: c.Of, Where: c.Where, Extent: c.Of.Extents()[0]}
	in := slice.Input{Timeline: ws.Timeline, Locks: ws.Look.Locks.Terms, Tasks: ws.Tasking.Finder()}
	front, room := ws.Look.Slicing, ws.Spaces.Room(ws.Shown)
	jobs.Start(d, "The division", func(w *Worker) (Message, error) {
		list, err := divided(w.ctx, in, front, draft, by, c)
		if err == nil && len(list) > room {
			err = fmt.Errorf("%d slices, and there is room for %d", len(list), room)
		}
		if err != nil {
			return Message{}, fmt.Errorf("divide slices: %w", err)
		}
		w.then = workspace.AddSlices{Definitions: list}
		return Message{Text: "Added " + tracefeed.Plural(len(list), "slice") + "."}, nil
	})
}

// divided returns the slices of ranges: those with the limits of a command, or else so many.
func divided(ctx context.Context, in slice.Input, front *slice.Slices, draft slice.Definition, by slice.Attribute,
	c command.DivideSlices) ([]slice.Definition, error) {
	limits, err := slice.ParseBreaks(c.Limits, by)
	if err != nil {
		return nil, err
	}
	if c.Limits == "" {
		v, err := slice.Measure(ctx, in, front, draft, by)
		switch {
		case err != nil:
			return nil, err
		case v.Elements == 0:
			return nil, fmt.Errorf("there are no such %s", draft.Of)
		}
		limits = slice.Breaks(v.List, c.Ranges, c.Into)
	}
	draft.Name = c.Name
	list := slice.Ranges(draft, by, limits)
	for i := range list {
		if err := list[i].Check(); err != nil {
			return nil, err
		}
	}
	return list, nil
}
