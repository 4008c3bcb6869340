package view

// Kind describes a view onto the scene. There is one value for each view,
// and values are compared by address. What a view shows under the mouse follows
// from what it draws: its bars and the outlines in View.Hits (see Frame.At).
type Kind struct {
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
	// Tasks says that it shows tasks in place of threads.
	Tasks bool
	// Columns are the views that it shows side by side, which line up; nil for one view.
	Columns []Column
}

// Column is a part of a view of several parts.
type Column struct {
	Kind *Kind
	// Share is the part's share of the width. The last part has the rest.
	Share float32
}

// Kinds are all views, in the order of menus.
var Kinds = [...]*Kind{Free, Timeline, Interaction, Split, Execution, CodeSplit, Tasks, EventPlot, Spiral}

// FreeRange reports whether the visible range may lie anywhere in the trace: in
// the timeline, where the moment is but a line. Views with fronts of bars, which
// show the moment, keep it in the range.
func (k *Kind) FreeRange() bool { return k != nil && k.TimeAxis && !k.Moment }

// ShowsFronts reports whether the view shows nothing but the moment.
func (k *Kind) ShowsFronts() bool { return k.Moment && !k.TimeAxis && !k.Turns }

// String returns the view's name.
func (k *Kind) String() string { return k.Name }

// ParseKind returns the view of a name. If there is none, ok is false, and
// the view is the first.
func ParseKind(name string) (kind *Kind, ok bool) {
	for _, k := range Kinds {
		if k.Name == name {
			return k, true
		}
	}
	return Kinds[0], false
}

// Names returns the names of all views.
func Names() (names []string) {
	for _, k := range Kinds {
		names = append(names, k.Name)
	}
	return names
}
