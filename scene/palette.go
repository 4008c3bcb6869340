package scene

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
	Layers map[string]LayerStyle
	// LockEdge, SignalEdge and Ring are the colours of edges between threads;
	// Ring is for deadlocks and nothing else.
	LockEdge, SignalEdge, Ring Color
	// GC is the band of a garbage collection.
	GC Color
	// Moment marks the moment.
	Moment Color
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

// EndedSample is a colour of bars whose threads have ended.
func (p *Palette) EndedSample() Color { return p.Ground.Toward(p.Layers["running"].Color, endedPart) }

// NoSlice is the colour of time that no slice covers, OtherSlices that of slices without a
// colour of their own, and OutsideBase that of time that does not count.
func (p *Palette) NoSlice() Color     { return p.Ground.Toward(p.Faint, 0.33) }
func (p *Palette) OtherSlices() Color { return p.Ground.Toward(p.Faint, 0.75) }
func (p *Palette) OutsideBase() Color { return p.Ground.Toward(p.Faint, 0.12) }

// Alarm is the background of error messages.
func (p *Palette) Alarm() Color { return p.Ground.Toward(p.Warning, 0.4) }

func hex(rgb uint32) Color {
	return Color{uint8(rgb >> 16), uint8(rgb >> 8), uint8(rgb), 255}
}

// Alpha returns the colour with an opacity from 0 to 1.
func (c Color) Alpha(a float32) Color {
	c.A = uint8(255*a + 0.5)
	return c
}

// Toward returns a colour on the way from c to another, as opaque as c.
func (c Color) Toward(to Color, share float32) Color {
	mix := func(x, y uint8) uint8 { return uint8(float32(x) + (float32(y)-float32(x))*share + 0.5) }
	return Color{mix(c.R, to.R), mix(c.G, to.G), mix(c.B, to.B), c.A}
}

// Luma returns the brightness of a colour in a grey picture, from 0 to 255.
func (c Color) Luma() float32 {
	return 0.299*float32(c.R) + 0.587*float32(c.G) + 0.114*float32(c.B)
}

const (
	// inkShare is the distance of a pattern's lines towards white or black:
	// visible in grey, but too small to change the colour's name.
	inkShare      = 0.20
	hatchInkShare = 0.55
	// inkTurns is the luma above which lines are darker than their ground. Dark
	// lines would turn vermilion into brown.
	inkTurns = 140
)

// Ink is the colour of the lines of a style's pattern: lighter on dark colours,
// darker on light ones.
func (l LayerStyle) Ink() Color {
	share := float32(inkShare)
	if l.Pattern == Hatch {
		share = hatchInkShare
	}
	to := hex(0xFFFFFF)
	if l.Color.Luma() > inkTurns {
		to = hex(0)
	}
	return l.Color.Toward(to, share)
}

// String returns the name.
func (p *Palette) String() string { return p.Name }

// Palettes lists all palettes, the default first.
func Palettes() []*Palette {
	return []*Palette{Dark(), Light(), HighContrast(), Dichromat(), DichromatLight()}
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
