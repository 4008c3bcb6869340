package scene

// Palette is all colours of a picture.
type Palette struct {
	Name string
	Dark bool
	// Ground is the background, Grid thin lines on it, Text what is written,
	// Faint what is less important.
	Ground, Grid, Text, Faint Color
	// Neutral is for faces without data, Select for what is selected.
	Neutral, Select Color
	// Layers are the looks of states and merged states by their name.
	Layers map[string]LayerStyle
	// LockEdge, SignalEdge and Ring are for what is drawn between threads;
	// Ring is for deadlocks and nothing else.
	LockEdge, SignalEdge, Ring Color
	// GC is the band of a garbage collection.
	GC Color
	// Moment marks the moment.
	Moment Color
}

func hex(rgb uint32) Color {
	return Color{uint8(rgb >> 16), uint8(rgb >> 8), uint8(rgb), 255}
}

// Alpha returns the colour with an opacity from 0 to 1.
func (c Color) Alpha(a float32) Color {
	c.A = uint8(255*a + 0.5)
	return c
}

// layers holds the colours of Okabe and Ito ("Color universal design", 2008),
// which people with the common colour blindnesses can tell apart. Merged states
// have colours of their own, from between those of their parts.
func layers(suspended uint32) map[string]LayerStyle {
	return map[string]LayerStyle{
		"running":      {hex(0x009E73), Plain},
		"runnable":     {hex(0xF0E442), DiagonalUp},
		"executing":    {hex(0x6BBF59), DiagonalUp},
		"suspended":    {hex(suspended), Dots},
		"blocking":     {hex(0x0072B2), DiagonalDown},
		"IO":           {hex(0xD55E00), Horizontal},
		"non-runnable": {hex(0x56B4E9), Cross},
		"unknown":      {hex(0x3A3F47), Hatch},
	}
}

// Dark returns the palette that TIV starts with.
func Dark() *Palette {
	return &Palette{
		Name: "dark", Dark: true,
		Ground: hex(0x0B0D10), Grid: hex(0x23282F), Text: hex(0xD8DCE2), Faint: hex(0x858C97),
		Neutral: hex(0x2A2F37), Select: hex(0xFFFFFF),
		Layers:   layers(0x8A8F98),
		LockEdge: hex(0x4FA8E0), SignalEdge: hex(0xB9BEC7), Ring: hex(0xCC79A7),
		GC: hex(0x6E5A9E).Alpha(0.45), Moment: hex(0xFFFFFF),
	}
}

// Light returns the palette for bright rooms and for print.
func Light() *Palette {
	p := &Palette{
		Name:   "light",
		Ground: hex(0xFAFAF8), Grid: hex(0xDCDEE2), Text: hex(0x1B1E23), Faint: hex(0x666C76),
		Neutral: hex(0xC9CDD3), Select: hex(0x000000),
		Layers:   layers(0x9A9FA8),
		LockEdge: hex(0x2C8AC8), SignalEdge: hex(0x5E646E), Ring: hex(0xCC79A7),
		GC: hex(0x8E79C4).Alpha(0.4), Moment: hex(0x000000),
	}
	p.Layers["unknown"] = LayerStyle{hex(0xD3D6DB), Hatch}
	return p
}

// Palettes lists all palettes.
func Palettes() []*Palette { return []*Palette{Dark(), Light()} }

// PaletteNamed returns the palette of that name; ok is false if there is none.
func PaletteNamed(name string) (p *Palette, ok bool) {
	for _, p := range Palettes() {
		if p.Name == name {
			return p, true
		}
	}
	return nil, false
}
