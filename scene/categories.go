package scene

import (
	"fmt"
	"slices"

	"tiv/execution/slice"
	"tiv/lod"
	"tiv/tracefeed"
)

// CategoryKind is a kind of category that bars distinguish.
type CategoryKind uint8

// The kinds of categories.
const (
	// OfState is a state, or several merged ones.
	OfState CategoryKind = iota
	// OfSlice is a slice.
	OfSlice
	// OfOtherSlices are all slices without a layer of their own.
	OfOtherSlices
	// OfNoSlice is time that no slice covers.
	OfNoSlice
	// OutsideBase is time that the base does not cover. It does not count.
	OutsideBase
)

// category is a layer of bars.
type category struct {
	name  string
	kind  CategoryKind
	style LayerStyle
	// of are the counted categories that it adds up.
	of []int
}

// colouring says what bars show: how time is counted, and the looks of the categories.
type colouring struct {
	counting
	// slices has the slices of the partition, in its order.
	slices []slice.Definition
	// limit is the base, however time is counted; nil for none.
	limit *slice.Set
	// pending says that slices are being divided, so that bars show states.
	pending bool
}

// mostSlices is the largest number of slices with layers of their own, if there are more:
// beside them, bars have the other slices, time in no slice, and time outside of the base.
const mostSlices = MaxLayers - 3

// slicePatterns distinguish slices without colour.
var slicePatterns = [...]Pattern{Plain, DiagonalUp, Dots, DiagonalDown, Horizontal, Vertical, Cross}

// categories returns the layers of a level, from the bottom of a bar to its top. They are
// in every level the same for slices.
func (c *colouring) categories(l *Look, level lod.Level) (list []category) {
	if c.partition != nil {
		list = c.sliceCategories(l)
	} else {
		for _, x := range level.Layers() {
			k := category{name: x.Name, style: l.layerStyle(x)}
			for _, s := range x.States {
				k.of = append(k.of, int(s))
			}
			list = append(list, k)
		}
	}
	if c.limit != nil {
		list = append(list, category{name: "outside of the base", kind: OutsideBase,
			style: LayerStyle{Color: l.Palette.OutsideBase()}, of: []int{c.size() - 1}})
	}
	return list
}

// sliceCategories returns the layers of slices, without that outside of the base.
func (c *colouring) sliceCategories(l *Look) (list []category) {
	own := len(c.slices)
	if own > mostSlices+1 {
		own = mostSlices
	}
	for i, d := range c.slices[:own] {
		k := category{name: d.Name, kind: OfSlice, style: LayerStyle{sliceColour(&d, i), slicePatterns[i%len(slicePatterns)]}, of: []int{i}}
		if l.Plain {
			k.style.Pattern = Plain
		}
		list = append(list, k)
	}
	if n := len(c.slices) - own; n > 0 {
		k := category{name: fmt.Sprintf("%d other slices", n), kind: OfOtherSlices, style: LayerStyle{l.Palette.OtherSlices(), Cross}}
		if l.Plain {
			k.style.Pattern = Plain
		}
		for i := range n {
			k.of = append(k.of, own+i)
		}
		list = append(list, k)
	}
	return append(list, category{name: "no slice", kind: OfNoSlice, style: LayerStyle{l.Palette.NoSlice(), Plain},
		of: []int{c.partition.Rest()}})
}

// sliceColour returns the colour of a slice: of one without a colour, one of clusters.
func sliceColour(d *slice.Definition, i int) Color {
	if d.Colour == 0 {
		return ClusterColors[i%len(ClusterColors)]
	}
	return hex(d.Colour)
}

// SliceColors returns the slices by which a picture is coloured, and their colours; none if
// states or functions decide its colours.
func (l *Look) SliceColors() (sets []*slice.Set, colors []Color) {
	if l.Slicing == nil || !l.SliceColours {
		return nil, nil
	}
	for i, d := range l.Slicing.Definitions {
		if !slice.OnPath(l.Base, d.Name) {
			sets, colors = append(sets, l.Slicing.Sets[i]), append(colors, sliceColour(&d, len(colors)))
		}
	}
	return sets, colors
}

// covers reports whether the base covers any time of some threads between two times. Without
// a base all time counts.
func (c *colouring) covers(threads []tracefeed.ThreadID, from, to tracefeed.Time) bool {
	return c.limit == nil || slices.ContainsFunc(threads, func(t tracefeed.ThreadID) bool { return c.limit.Covers(t, from, to) })
}

// layersOf returns the counted categories of each layer.
func layersOf(list []category) (layers [][]int) {
	for _, k := range list {
		layers = append(layers, k.of)
	}
	return layers
}

// stylesOf returns the styles of categories. If one of them is highlighted, the others are
// faint.
func stylesOf(list []category, l *Look) (styles []LayerStyle) {
	highlighted := slices.ContainsFunc(list, func(k category) bool { return k.name == l.Highlighted })
	for _, k := range list {
		s := k.style
		if highlighted && k.name != l.Highlighted {
			s = LayerStyle{Color: s.Color.Toward(l.Palette.Ground, highlightFaint)}
		}
		styles = append(styles, s)
	}
	return styles
}
