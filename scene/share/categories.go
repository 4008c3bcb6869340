package share

import (
	"cmp"
	"fmt"
	"slices"

	"tiv/execution/slice"
	"tiv/lod"
	"tiv/scene/paint"
	"tiv/scene/shape"
	"tiv/scene/view"
	"tiv/tracefeed"
)

// Kind is a kind of category that bars distinguish.
type Kind uint8

// The kinds of categories.
const (
	// OfState is a state, or several merged ones.
	OfState Kind = iota
	// OfSlice is a slice.
	OfSlice
	// OfOtherSlices are all slices without a layer of their own.
	OfOtherSlices
	// OfNoSlice is time that no slice covers.
	OfNoSlice
	// OfTask is work for tasks of a type, OfOtherTasks for tasks of all types without a layer of
	// their own, OfNoTask time in which a thread works for no task.
	OfTask
	OfOtherTasks
	OfNoTask
	// OutsideBase is time that the base does not cover. It does not count.
	OutsideBase
)

// Category is a layer of bars.
type Category struct {
	name  string
	kind  Kind
	style paint.Style
	// Of are the counted categories that it adds up.
	Of []int
}

// Colouring says what bars show: how time is counted, and the looks of the categories.
type Colouring struct {
	counting
	// slices has the slices of the partition, in its order.
	slices []slice.Definition
	// ByTask says that the partition is that of the types of tasks, and types has these.
	ByTask bool
	types  slice.TaskTypes
	// Limit is the base, however time is counted; nil for none.
	Limit *slice.Set
	// Pending says that slices or tasks are being divided, so that bars show states.
	Pending bool
}

// Idle is the name of the category of threads that wait for the next event of a loop that calls
// handlers.
const Idle = "idle"

// mostSlices is the largest number of slices with layers of their own, if there are more:
// beside them, bars have the other slices, time in no slice, and time outside of the base.
const mostSlices = shape.MaxLayers - 3

// slicePatterns distinguish slices without colour.
var slicePatterns = [...]paint.Pattern{paint.Plain, paint.DiagonalUp, paint.Dots, paint.DiagonalDown, paint.Horizontal, paint.Vertical,
	paint.Cross}

// Categories returns the layers of a level, from the bottom of a bar to its top. They are
// in every level the same for slices.
func (c *Colouring) Categories(l *view.Look, level lod.Level) (list []Category) {
	switch {
	case c.ByTask:
		list = c.taskCategories(l)
	case c.Partition != nil:
		list = c.sliceCategories(l)
	default:
		for _, x := range level.Layers() {
			k := Category{name: x.Name, style: layerStyle(l, x)}
			for _, s := range x.States {
				k.Of = append(k.Of, int(s))
			}
			list = append(list, k)
			if c.idle != nil && x.Name == tracefeed.Suspended.Word() {
				list = append(list, Category{name: Idle, style: paint.Style{Color: l.Palette.Idle(), Pattern: k.style.Pattern},
					Of: []int{idleState}})
			}
		}
	}
	if c.Limit != nil {
		list = append(list, Category{name: "outside of the base", kind: OutsideBase,
			style: paint.Style{Color: l.Palette.OutsideBase()}, Of: []int{c.Size() - 1}})
	}
	return list
}

// sliceCategories returns the layers of slices, without that outside of the base.
func (c *Colouring) sliceCategories(l *view.Look) (list []Category) {
	own := len(c.slices)
	if own > mostSlices+1 {
		own = mostSlices
	}
	for i, d := range c.slices[:own] {
		k := Category{name: d.Name, kind: OfSlice, style: paint.Style{Color: sliceColour(l.Palette, &d, i),
			Pattern: slicePatterns[i%len(slicePatterns)]}, Of: []int{i}}
		if l.Plain {
			k.style.Pattern = paint.Plain
		}
		list = append(list, k)
	}
	if n := len(c.slices) - own; n > 0 {
		k := Category{name: fmt.Sprintf("%d other slices", n), kind: OfOtherSlices,
			style: paint.Style{Color: l.Palette.OtherSlices(), Pattern: paint.Cross}}
		if l.Plain {
			k.style.Pattern = paint.Plain
		}
		for i := range n {
			k.Of = append(k.Of, own+i)
		}
		list = append(list, k)
	}
	return append(list, Category{name: "no slice", kind: OfNoSlice, style: paint.Style{Color: l.Palette.NoSlice(), Pattern: paint.Plain},
		Of: []int{c.Partition.Rest()}})
}

// untyped is the name of the type of tasks that have none.
const untyped = "without a type"

// taskCategories returns the layers of the types of tasks, without time outside of the base.
func (c *Colouring) taskCategories(l *view.Look) (list []Category) {
	add := func(name string, kind Kind, style paint.Style) {
		if l.Plain {
			style.Pattern = paint.Plain
		}
		list = append(list, Category{name: name, kind: kind, style: style, Of: []int{len(list)}})
	}
	for i, name := range c.types.Names {
		add(cmp.Or(name, untyped), OfTask, paint.Style{Color: l.Palette.SliceColor(paint.SliceColors[i]),
			Pattern: slicePatterns[i%len(slicePatterns)]})
	}
	if n := c.types.Others; n > 0 {
		add(tracefeed.Plural(n, "other type"), OfOtherTasks, paint.Style{Color: l.Palette.OtherSlices(), Pattern: paint.Cross})
	}
	add("no task", OfNoTask, paint.Style{Color: l.Palette.NoSlice(), Pattern: paint.Plain})
	return list
}

// sliceColour returns the colour of a slice: of one without a colour, that of its number.
func sliceColour(p *paint.Palette, d *slice.Definition, i int) paint.Color {
	if d.Colour == 0 {
		return p.SliceColor(paint.SliceColors[i%paint.SliceTones])
	}
	return p.SliceColor(d.Colour)
}

// SliceColors returns the slices by which a picture is coloured, and their colours; none if
// states or functions decide its colours.
func SliceColors(l *view.Look) (sets []*slice.Set, colors []paint.Color) {
	if l.Slicing == nil || !l.SliceColours {
		return nil, nil
	}
	for i, d := range l.Slicing.Definitions {
		if !slice.OnPath(l.Base, d.Name) {
			sets, colors = append(sets, l.Slicing.Sets[i]), append(colors, sliceColour(l.Palette, &d, len(colors)))
		}
	}
	return sets, colors
}

// Covers reports whether the base covers any time of some threads between two times. Without
// a base all time counts.
func (c *Colouring) Covers(threads []tracefeed.ThreadID, from, to tracefeed.Time) bool {
	return c.Limit == nil || slices.ContainsFunc(threads, func(t tracefeed.ThreadID) bool { return c.Limit.Covers(t, from, to) })
}

// layersOf returns the counted categories of each layer.
func layersOf(list []Category) (layers [][]int) {
	for _, k := range list {
		layers = append(layers, k.Of)
	}
	return layers
}

// Styles returns the styles of categories. If one of them is highlighted, the others are
// faint.
func Styles(list []Category, l *view.Look) (styles []paint.Style) {
	highlighted := slices.ContainsFunc(list, func(k Category) bool { return k.name == l.Highlighted })
	for _, k := range list {
		s := k.style
		if highlighted && k.name != l.Highlighted {
			s = paint.Style{Color: s.Color.Toward(l.Palette.Ground, highlightFaint)}
		}
		styles = append(styles, s)
	}
	return styles
}
