package scene

import (
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/interaction/detect"
	"tiv/lod"
	"tiv/scene/paint"
	"tiv/scene/place"
	"tiv/scene/plate"
	"tiv/scene/processors"
	"tiv/scene/shape"
	"tiv/scene/share"
	"tiv/scene/spiral"
	"tiv/scene/stage"
	"tiv/scene/taskplot"
	"tiv/scene/taskrows"
	"tiv/scene/view"
	"tiv/tracefeed"
)

// Frame is a picture as plain data. A renderer needs nothing but the fields of
// Frame itself; Contents is the meaning of the picture, for the panels and tips
// around it.
//
// Pixel coordinates have their origin at the top left and count physical
// pixels. World coordinates: x to the right, y up, z towards the viewer; the
// moment is the plane z = 0, the time before it is at negative z, the time after
// it at positive z.
type Frame struct {
	// Width and Height of the picture in pixels.
	Width, Height int
	// Scale is the size of patterns and of the borders of bars, relative to a
	// common screen; below 1 it counts as 1.
	Scale float32
	// Ground is the colour of the background.
	Ground paint.Color
	// Layers are the styles of the categories that bars are made of, bottom
	// first: layer k of Shares has style k.
	Layers []paint.Style
	// DetailLayers are the styles of bars with Bar.Detailed; nil if there is no
	// such bar.
	DetailLayers []paint.Style
	// Neutral is the colour of a bar's top, bottom and back, which carry no data.
	Neutral paint.Color
	// Outline is the colour of the border of a bar with Bar.Outlined.
	Outline paint.Color
	// CourseColor is the colour of the line along the chosen task.
	CourseColor paint.Color
	// Shares are the rows of data that bars show. They belong to the Builder.
	Shares *shape.Shares
	// Views are the parts of the picture that show the scene: one, or two side
	// by side.
	Views []shape.View
	// Overlay is drawn on top of everything, in pixel coordinates.
	Overlay shape.Overlay

	Contents
}

// Contents is the meaning of a Frame: the threads, waits and notes behind its
// shapes.
type Contents struct {
	// Approximate is set if Shares are approximate: sums of longer intervals are
	// spread over the steps within. It is set, too, if Processors are Pending.
	Approximate bool
	// Links are the waits behind the triangles between bars; PickEdge counts
	// them. LinksOmitted is the number of shorter links that are not drawn, and
	// OmittedShare their share of all waiting shown.
	Links        []Link
	LinksOmitted int
	OmittedShare float32
	// Faint is the number of further waits that are faint lines, faintShare their share of all
	// waiting shown. faintInferred says that not all of them are observed.
	Faint         int
	faintShare    float32
	faintInferred bool
	// Bare describes why a view of the moment shows hardly any bars; "" if it shows
	// some.
	Bare string
	// Locks are the locks that are drawn as things of their own.
	Locks []Lock
	// Rings is the number of deadlocks at the moment, Stuck that of bars with other threads
	// whose waits nothing can end.
	Rings, Stuck int
	// plates has the turns at Locks; nil if they are not drawn.
	plates *plate.Cache
	// Debts are the answers that never came; PickDebt counts them.
	Debts []Debt
	// WaitMarks says that bars have marks of their waits for locks: a thin line for
	// their own, a thick one for those of others for them.
	WaitMarks bool
	// WithinGroups says that rings have the numbers of waits of the threads of a group for each other.
	WithinGroups bool
	// linksFrom is the begin of the history that Links sum up. It is later than
	// the requested begin if that history has too many waits.
	linksFrom tracefeed.Time
	// LinksPartial says that a longer history will be added up; see
	// Builder.Refine.
	LinksPartial bool
	// LinksNote describes the part of the history that edges cover; "" if it is
	// all of it.
	LinksNote string
	// Level is the level of detail. states is the level, Near, Mid or Far, of the
	// states that Layers distinguish: in a crowd they are independent.
	Level, states lod.Level
	// Low and High are the corners of the bounding box of all bars in the plane
	// of the moment.
	Low, High mgl32.Vec2
	// Depth is the distance behind that plane that the 3D view has room for.
	Depth   float32
	unmoved place.Plane
	// depths has the depths of times.
	depths stage.Depths
	// Totals are the times in the interval that counts, by layer, first those of
	// Layers, then those of DetailLayers; see Look.Counted.
	Totals []share.Total
	// Clusters are the clusters with a bar or edges of their own, and their
	// threads; PickCluster counts them.
	Clusters []view.Cluster
	// Grounds are the grounds of the user's clusters, in the plane of the moment.
	Grounds []Ground
	// Alike are threads next to each other that share a name; PickAlike counts them.
	Alike []view.Cluster
	// Names are the names of bars in views from the front.
	Names []Name
	// Flags are the places of notes, on top of everything. NotesOmitted is the
	// number of notes without a flag: those of other times or of hidden threads,
	// or without room.
	Flags        []Flag
	NotesOmitted int
	// Calls is what the execution view shows.
	Calls Calls
	// Processors are the rows of processors above views with a time axis; nil for none. Their
	// view is the last one.
	Processors *processors.Strip
	// plot is the event plot, spiral the spiral, if the view is one. They belong to the Builder.
	plot   *taskplot.Plot
	spiral *spiral.Spiral
	// Tasks are the rows of the task view; nil in other views.
	Tasks *taskrows.View
}

// Plot returns the event plot, if the view is one; else nil. It is valid until the next frame.
func (c *Contents) Plot() *taskplot.Plot { return c.plot }

// Spiral returns the spiral, if the view is one; else nil. It is valid until the next frame.
func (c *Contents) Spiral() *spiral.Spiral { return c.spiral }

// Ground is the part of the ground of a cluster of the user's around one bar.
type Ground struct {
	Cluster int // in Look.Clusters
	Bar     shape.PickID
	// Low and High are its corners in the plane of the moment.
	Low, High mgl32.Vec2
}

// Lock is a lock that is drawn as a thing of its own, or a group of locks that are taken at
// one place.
type Lock struct {
	Monitors []tracefeed.MonitorID
	// Place is the function that takes the locks of a group; "" for one lock.
	Place string
	// Holders are the threads that hold it at the moment; none of a group.
	Holders []tracefeed.ThreadID
	// Waiting are the threads that wait for it at the moment, in the order of their arrival.
	Waiting []tracefeed.ThreadID
	// Sampled says that further threads may wait: of very many, some of each bar were looked at.
	Sampled bool
	// Total is the time waited for it in the history.
	Total tracefeed.Time
	// Hollow: no thread is known that held it.
	Hollow bool
}

// Plates reports whether the past of locks is drawn.
func (f *Frame) Plates() bool {
	return slices.ContainsFunc(f.Views, func(v shape.View) bool { return len(v.Plates) > 0 })
}

// Debt is an answer that never came, as far as the finding about it knows.
type Debt struct {
	detect.Debt
	Finding *detect.Finding
}

// Legend returns the categories that legends have.
func (c *Contents) Legend() (list []share.Total) {
	for _, t := range c.Totals {
		if t.Listed {
			list = append(list, t)
		}
	}
	return list
}

// Part is the share of a category in the time that threads were alive.
type Part struct {
	Name  string
	Share float32
}

// PartsAt returns the categories of a bar of a view, bottom first, in the step of a time
// that is shown, and the begin and end of that step. There are none if no thread was alive.
// A front, which is at the moment, shows the step that ends there.
func (f *Frame) PartsAt(v *shape.View, b *shape.Bar, t tracefeed.Time) (parts []Part, from, to tracefeed.Time) {
	if f.Shares.Steps == 0 {
		return nil, t, t
	}
	layers := f.Totals[:len(f.Layers)]
	if b.Detailed {
		layers = f.Totals[len(f.Layers):]
	}
	cell, from, to := f.depths.CellAt(f.Shares, int(b.Row), t)
	if g := f.depths.Grid; t == g.Moment && !v.TimeAxis {
		from, to = g.Last()
		cell = f.Shares.Front(int(b.Row))
	}
	below := uint16(0)
	for k, l := range layers {
		if cell[k] > below {
			parts = append(parts, Part{l.Name, float32(cell[k]-below) / float32(shape.AliveShare(cell))})
		}
		below = cell[k]
	}
	return parts, from, to
}

// Counted returns the time that counts: of all categories but that outside of the base.
func (c *Contents) Counted() (all tracefeed.Time) {
	for _, t := range c.Totals {
		if t.Kind != share.OutsideBase {
			all += t.Time
		}
	}
	return all
}
