package scene

// ViewKind describes a view onto the scene. There is one value for each view,
// and values are compared by address. What a view shows under the mouse follows
// from what it draws: its bars and the outlines in View.Hits (see Frame.At).
type ViewKind struct {
	// Name is the view's name on the command line and in saved files.
	Name string
	// Title is its name in menus and captions, Label a shorter one on buttons.
	Title, Label string
	// Key is its usual key in the window, Help a sentence about it.
	Key, Help string
	// TimeAxis says that time lies along x, in a row for each bar.
	TimeAxis bool
	// Moment says that fronts of bars are visible, and the links between them in
	// the plane of the moment.
	Moment bool
	// Calls says that rows open into lanes of calls.
	Calls bool
	// Turns says that the camera can turn around the scene.
	Turns bool

	// draw draws the view into a rectangle of the picture; nil if it has parts.
	draw func(p *picture, r Rect) View
	// parts are the views that it shows side by side, which line up.
	parts []viewPart
}

// viewPart is a part of a view of several parts.
type viewPart struct {
	kind *ViewKind
	// share is the part's share of the width. The last part has the rest.
	share float32
}

// Views are all views, in the order of menus.
var Views = [...]*ViewKind{Free, Timeline, Interaction, Split, Execution, CodeSplit}

// FreeRange reports whether the visible range may lie anywhere in the trace: in
// the timeline, where the moment is but a line. Views with fronts of bars, which
// show the moment, keep it in the range.
func (k *ViewKind) FreeRange() bool { return k != nil && k.TimeAxis && !k.Moment }

// String returns the view's name.
func (k *ViewKind) String() string { return k.Name }

// ParseViewKind returns the view of a name. If there is none, ok is false, and
// the view is the first.
func ParseViewKind(name string) (kind *ViewKind, ok bool) {
	for _, k := range Views {
		if k.Name == name {
			return k, true
		}
	}
	return Views[0], false
}

// ViewNames returns the names of all views.
func ViewNames() (names []string) {
	for _, k := range Views {
		names = append(names, k.Name)
	}
	return names
}

// draw draws a view and its parts into a rectangle of the picture.
func (p *picture) draw(kind *ViewKind, r Rect) {
	if kind.parts == nil {
		v := kind.draw(p, r)
		v.Kind = kind
		p.f.Views = append(p.f.Views, v)
		return
	}
	left := r.X0
	for i, part := range kind.parts {
		within := r
		within.X0 = left
		if i < len(kind.parts)-1 {
			within.X1 = left + part.share*r.Width()
		}
		p.draw(part.kind, within)
		left = within.X1
	}
}

// rowHeight returns the height of the view's lowest bars, in world units.
func (k *ViewKind) rowHeight(l *layout) float32 {
	if k.TimeAxis {
		return highestRow
	}
	return 2 * l.half[1]
}

// margin returns the height in view beyond the middle of the first and the last
// bar, in world units.
func (k *ViewKind) margin(l *layout) float32 {
	if k.Moment {
		return l.half[1]
	}
	return 0.5
}
