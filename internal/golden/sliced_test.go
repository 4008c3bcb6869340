package golden

import (
	"context"

	"tiv/execution/slice"
	"tiv/interaction/lockname"
	"tiv/lod"
	"tiv/scene/view"
	"tiv/workspace"
)

// sliced are the pictures with slices, and what a look at them has: the base, and whether
// bars show slices.
var sliced = map[string]struct {
	base    string
	colours bool
}{
	"3d-slices": {"", true}, "3d-base-light": {"second round", true},
	"timeline-slices": {"", true}, "timeline-slices-light": {"", true},
	"timeline-base": {"second round", false}, "timeline-base-light": {"eats", false},
	"interaction-slices-light": {"", true}, "interaction-base": {"second round", true},
	"split-crowd-slices": {"", true},
}

// slicedShots are the pictures with slices.
func slicedShots() []shot {
	const five = "five-philosophers"
	light := palette("light")
	return []shot{
		{"3d-slices", five, do(at(100*ms), history(100))},
		{"3d-base-light", five, do(at(150*ms), history(100), light)},
		{"timeline-slices", five, do(in(view.Timeline), at(100*ms))},
		{"timeline-slices-light", five, do(in(view.Timeline), at(100*ms), light)},
		{"timeline-base", five, do(in(view.Timeline), at(150*ms))},
		{"timeline-base-light", five, do(in(view.Timeline), at(150*ms), light)},
		{"interaction-slices-light", five, do(in(view.Interaction), at(80*ms), history(100), light)},
		{"interaction-base", five, do(in(view.Interaction), at(150*ms), history(100))},
		{"split-crowd-slices", "readers", do(in(view.Split), level(lod.Crowd), history(200))},
	}
}

// slice gives the look of a picture its slices, if it has any.
func (s shot) slice(ws *workspace.Workspace) error {
	x, ok := sliced[s.name]
	if !ok {
		return nil
	}
	l := &ws.Look
	l.Base, l.SliceColours = x.base, x.colours
	l.Slices = []slice.Definition{
		{Name: "hungry", Colour: 0x9C6ADE, Of: slice.Spans, Where: `state == "blocking"`, Extent: slice.Whole},
		{Name: "eats", Colour: 0xE69F00, Of: slice.Spans, Where: `state == "running" && start > 8ms`, Extent: slice.Whole},
		{Name: "second round", Colour: 0x2AB7A9, Of: slice.Threads, Where: `name != "waiter"`, Extent: slice.Whole, From: 110 * ms},
		{Name: "never", Colour: 0xC95D63, Of: slice.Threads, Where: `name == "nobody"`, Extent: slice.Whole},
	}
	names := lockname.New(ws.Timeline.Monitors, lockname.Ranks{}, nil)
	var err error
	l.Slicing, err = slice.Compute(context.Background(), slice.Input{Timeline: ws.Timeline, Locks: names.Terms}, l.Slices, nil)
	return err
}
