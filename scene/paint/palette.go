package paint

// Palette is all colours of a picture, and of the panels around it.
type Palette struct {
	// Name is for settings and commands, Title for people.
	Name, Title string
	Dark        bool
	// Ground is the background, Grid the colour of thin lines on it, Text of
	// text, Faint of less important text, Warning of text that must not be
	// missed.
	Ground, Grid, Text, Faint, Warning Color
	// Neutral is for faces without data, Select for selected bars.
	Neutral, Select Color
	// Layers are the looks of states and merged states, by name.
	Layers map[string]Style
	// LockEdge, SignalEdge and Ring are the colours of edges between threads;
	// Ring is for deadlocks and nothing else.
	LockEdge, SignalEdge, Ring Color
	// Stuck is the colour of threads whose waits nothing can end, and of answers that never came.
	Stuck Color
	// GC is the band of a garbage collection.
	GC Color
	// Moment marks the moment.
	Moment Color
	// slices are the colours that SliceColors have in this palette.
	slices [SliceTones]uint32
}

// The contrast of panels, and of widgets on them, to the ground; see Shade.
const (
	PanelShade   = 0.03
	PopupShade   = 0.06
	FieldShade   = 0.09
	ChosenShade  = 0.14
	HoveredShade = 0.15
	PressedShade = 0.22
)

// Shade returns the ground, moved a part of the way to the colour of text.
func (p *Palette) Shade(share float32) Color { return p.Ground.Toward(p.Text, share) }

// NoSlice is the colour of time that no slice covers, OtherSlices that of slices without a
// colour of their own, and OutsideBase that of time that does not count.
func (p *Palette) NoSlice() Color { return p.Ground.Toward(p.Faint, 0.33) }

func (p *Palette) OtherSlices() Color { return p.Ground.Toward(p.Faint, 0.75) }

func (p *Palette) OutsideBase() Color { return p.Ground.Toward(p.Faint, 0.12) }

// Idle is the colour of idle threads: that of suspended ones, but fainter.
func (p *Palette) Idle() Color { return p.Ground.Toward(p.Layers["suspended"].Color, 0.42) }

// plateOpacity is the opacity of the ground behind names.
const plateOpacity = 0.72

// Plate returns the colour behind names: the ground, not quite opaque.
func (p *Palette) Plate() Color { return p.Ground.Alpha(plateOpacity) }

// OverBars returns the opacity of an edge of clusters, given its usual opacity,
// and the colour of its border and underlay. Such edges cross many bars of
// similar colours, so they are drawn on the colour of the ground.
func (p *Palette) OverBars(alpha float32) (more float32, under Color) {
	more = 1 - (1-alpha)*(1-alpha)*(1-alpha)
	return more, p.Ground.Alpha(0.95 * more)
}

// Alarm is the background of error messages.
func (p *Palette) Alarm() Color { return p.Ground.Toward(p.Warning, 0.4) }

// String returns the name.
func (p *Palette) String() string { return p.Name }

// Palettes lists all palettes, the default first.
func Palettes() []*Palette {
	return []*Palette{Dark(), Light(), highContrast(), dichromat(), dichromatLight()}
}

// PaletteNames lists the names of all palettes.
func PaletteNames() (names []string) {
	for _, p := range Palettes() {
		names = append(names, p.Name)
	}
	return names
}

// PaletteNamed returns the palette of that name; ok is false if there is none.
func PaletteNamed(name string) (p *Palette, ok bool) {
	for _, p := range Palettes() {
		if p.Name == name {
			return p, true
		}
	}
	return nil, false
}

// AfterEmphasis is the emphasis of the time after the moment, relative to that before it.
const AfterEmphasis = 0.45

// Dimmer says how a colour looks that is mixed with the background.
func (p *Palette) Dimmer() string {
	if p.Dark {
		return "darker"
	}
	return "paler"
}
