package scene

import (
	"github.com/go-gl/mathgl/mgl32"

	"tiv/lod"
	"tiv/scene/paint"
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
	// Shares are the rows of data that bars show. They belong to the Builder.
	Shares *Shares
	// Views are the parts of the picture that show the scene: one, or two side
	// by side.
	Views []View
	// Overlay is drawn on top of everything, in pixel coordinates.
	Overlay Overlay

	Contents
}

// Contents is the meaning of a Frame: the threads, waits and notes behind its
// shapes.
type Contents struct {
	// Approximate is set if Shares are approximate: sums of longer intervals are
	// spread over the steps within.
	Approximate bool
	// Links are the waits behind the triangles between bars; PickEdge counts
	// them. LinksOmitted is the number of shorter links that are not drawn, and
	// OmittedShare their share of all waiting shown.
	Links        []Link
	LinksOmitted int
	OmittedShare float32
	// Bare describes why a view of the moment shows hardly any bars; "" if it shows
	// some.
	Bare string
	// WaitMarks says that bars have marks of their waits for locks: a thin line for
	// their own, a thick one for those of others for them.
	WaitMarks bool
	// Ended is the number of bars that are less bright because their threads have
	// ended.
	Ended int
	// LinksFrom is the begin of the history that Links sum up. It is later than
	// the requested begin if that history has too many waits.
	LinksFrom tracefeed.Time
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
	Depth float32
	// Front is the distance in front of it: 0 unless the 3D view shows the time
	// after the moment.
	Front   float32
	unmoved plane
	// depths has the depths of times.
	depths depths
	// Totals are the times in the interval that counts, by layer, first those of
	// Layers, then those of DetailLayers; see Look.Counted.
	Totals []Total
	// Clusters are the clusters with a bar or edges of their own, and their
	// threads; PickCluster counts them.
	Clusters []Cluster
	// Names are the names of bars in views from the front.
	Names []Name
	// Flags are the places of notes, on top of everything. NotesOmitted is the
	// number of notes without a flag: those of other times or of hidden threads,
	// or without room.
	Flags        []Flag
	NotesOmitted int
	// Calls is what the execution view shows.
	Calls Calls
}

// Rect is a rectangle in pixels; X1 and Y1 lie outside.
type Rect struct{ X0, Y0, X1, Y1 float32 }

// MaxLayers is the largest number of categories in a bar. Cells have LayerUnit values, or
// a multiple of it, because that is what a graphics card reads at once.
const (
	LayerUnit = 6
	MaxLayers = 4 * LayerUnit
)

// Shares are the heights of the layers of bars at each step of an interval.
//
// Cell (row, step) has Layers cumulative shares of the bar's height: layer
// k reaches from Cum[k-1] to Cum[k]; above the last the bar is empty, because
// the thread was not alive. 65535 is the whole height. Since they are
// cumulative, the mean of two neighbouring cells is exactly the cell of both
// steps together, which is how a picture with more steps than pixels is drawn.
type Shares struct {
	// Version changes whenever Cum does; a renderer that has drawn this version
	// need not look at Cum again.
	Version uint64
	Rows    int
	// Steps is the number of cells in a row. Step 0 is the latest.
	Steps int
	// Layers is the number of values of a cell, a multiple of LayerUnit: those beyond the
	// layers of a bar repeat the last.
	Layers int
	// First is the part of step 0 that is in the trace, above 0 and at most 1:
	// its cell covers only that part, and is drawn that much shorter.
	First float32
	// Cum has Rows × Steps × Layers values.
	Cum []uint16
	// Moment is the position of the moment in steps, from the later end of cell 0
	// on.
	Moment float32
	// Cut are, for each row, two cells in place of the one that contains the
	// moment: the part before the moment, and the part after it. Each covers only
	// that part, and is drawn that much shorter. CutVersion changes whenever Cut
	// or Moment does. If Cut is nil, the moment is the end of what is covered.
	Cut        []uint16
	CutVersion uint64
}

// Front returns the cell of a row that ends at the moment.
func (s *Shares) Front(row int) []uint16 {
	if s.Cut == nil {
		return s.cell(row, 0)
	}
	return s.part(row, 0)
}

// cell returns a cell of a row.
func (s *Shares) cell(row, step int) []uint16 { return s.Cum[(row*s.Steps+step)*s.Layers:][:s.Layers] }

// part returns the cell of the part of the cut step before the moment, 0, or after it, 1.
func (s *Shares) part(row, part int) []uint16 { return s.Cut[(2*row+part)*s.Layers:][:s.Layers] }

// alive returns the share of a cell in which threads were alive.
func alive(cell []uint16) uint16 { return cell[len(cell)-1] }

// View is one camera's look at the scene.
type View struct {
	// Kind is the view, or the part of a view of several parts.
	Kind *ViewKind
	// Rect is the part of the picture it fills. It is also the clipping.
	Rect Rect
	// Camera takes world coordinates to OpenGL clip coordinates.
	Camera mgl32.Mat4
	// Eye is the position of the camera (perspective). It decides which sides of
	// a bar are visible.
	Eye mgl32.Vec3
	// Below is drawn before the bars, without depth: grid, bands of GC.
	Below Mesh
	// Raster is drawn before the bars, without depth; nil for none.
	Raster *Raster
	// Bars are the threads.
	Bars []Bar
	// Walls are the lanes on bars, drawn after them.
	Walls Walls
	// Between is drawn after the bars: waits between threads. Bars hide it, at
	// equal depth, too: a wait passes behind fronts that have no part in it.
	Between Mesh
	// Above is drawn last: rings, marks of bars. Nearer bars hide it, but it wins
	// at equal depth. Within Between and within Above, later triangles cover
	// earlier ones.
	Above Mesh
	// Hits are the shapes besides bars that can be picked. Later ones are
	// nearer.
	Hits []Hit
	// Time is the part of the view that shows time along x; empty if there is
	// none.
	Time Rect
}

// Hit is a shape on the picture that can be picked.
type Hit struct {
	// Outline is a polygon in pixels.
	Outline []mgl32.Vec2
	Pick    PickID
	// Between says that the shape is drawn in View.Between, so that the front of a
	// bar hides it.
	Between bool
}

// Mesh is a list of triangles: three vertices each.
type Mesh []Vertex

// Vertex is a corner of a triangle, in world coordinates.
type Vertex struct {
	Pos   mgl32.Vec3
	Color paint.Color
}

// Bar is a box along z that shows a row of Shares: its front the step that the
// moment cuts, its left and right sides all steps before the moment, the latest
// at the near end. Top, bottom and back are neutral. A second box before the
// front, which is fainter, shows steps after the moment.
type Bar struct {
	// Center is the middle of the front.
	Center mgl32.Vec3
	// HalfWidth and HalfHeight are in world units.
	HalfWidth, HalfHeight float32
	// Part is the part of the height, from below, that the box takes; a wall has
	// the rest. 0 is all of the height.
	Part float32
	// Depth is the length along z of the time before the moment, Ahead that of the
	// time after it, and Step that of a step.
	Depth, Ahead, Step float32
	// Row is which row of Shares it shows.
	Row int32
	// Emphasis: 1 is normal, less is dimmed towards the ground, more is
	// brighter.
	Emphasis float32
	// Outlined draws a border in Frame.Outline.
	Outlined bool
	// Flat says that only one side is visible, straight on: sides are not
	// shaded.
	Flat bool
	// Detailed says that its layers are DetailLayers.
	Detailed bool
	// Pick identifies the thing that the rectangle shows.
	Pick PickID
}

// Overlay is drawn in pixels, in this order: rectangles, lines, texts.
type Overlay struct {
	Rects []OverlayRect
	Lines []OverlayLine
	Texts []Text
}

// OverlayRect is a filled rectangle, with a pattern if it is a legend's sample.
type OverlayRect struct {
	Rect    Rect
	Color   paint.Color
	Pattern paint.Pattern
}

// OverlayLine is a straight line.
type OverlayLine struct {
	X0, Y0, X1, Y1 float32
	Width          float32
	Color          paint.Color
}

// Text is one line of text. X and Y are the begin of its baseline.
type Text struct {
	X, Y  float32
	Size  float32
	Color paint.Color
	Bold  bool
	// Slope is how far the baseline falls in a pixel to the right. Letters stay upright.
	Slope float32
	Text  string
}

// PickID identifies a thing in the picture.
type PickID struct {
	Kind PickKind
	// Index counts within the kind: a ThreadID, an index of an edge.
	Index int32
}

// PickKind is the kind of thing that a PickID identifies.
type PickKind uint8

// The kinds of things to pick.
const (
	PickNothing PickKind = iota
	PickThread
	PickEdge
	PickCluster
	// PickNote counts Look.Notes.
	PickNote
)
