package paint

// stateColors are the colours of states and of merged states.
type stateColors struct {
	running, runnable, suspended, blocking, io, unknown uint32
	executing, nonRunnable                              uint32
}

// layers adds its pattern, which is the same in every palette, to each colour.
func (c stateColors) layers() map[string]Style {
	return map[string]Style{
		"running":      {Hex(c.running), Plain},
		"runnable":     {Hex(c.runnable), DiagonalUp},
		"executing":    {Hex(c.executing), DiagonalUp},
		"suspended":    {Hex(c.suspended), Dots},
		"blocking":     {Hex(c.blocking), DiagonalDown},
		"IO":           {Hex(c.io), Horizontal},
		"non-runnable": {Hex(c.nonRunnable), Cross},
		"unknown":      {Hex(c.unknown), Hatch},
	}
}

// okabeIto are the colours of Okabe and Ito ("Color universal design", 2008),
// which are distinct for people with the common colour blindnesses. Merged
// states have colours of their own, near one of their parts and away from all
// others.
func okabeIto(unknown uint32) map[string]Style {
	return stateColors{
		running: 0x009E73, runnable: 0xF0E442, suspended: 0x8A8F98, blocking: 0x0072B2, io: 0xD55E00,
		unknown: unknown, executing: 0x7DC25B, nonRunnable: 0x40C8F8,
	}.layers()
}

// Dark returns the palette that TIV starts with.
func Dark() *Palette {
	return &Palette{
		Name: "dark", Title: "dark", Dark: true,
		Ground: Hex(0x0B0D10), Grid: Hex(0x23282F), Text: Hex(0xD8DCE2), Faint: Hex(0x979EA9), Warning: Hex(0xE8751A),
		Neutral: Hex(0x2A2F37), Select: Hex(0xFFFFFF),
		Layers:   okabeIto(0x3A3F47),
		LockEdge: Hex(0x4FA8E0), SignalEdge: Hex(0xB9BEC7), Ring: Hex(0xCC79A7), Stuck: Hex(0xFFB000),
		GC: Hex(0x6E5A9E).Alpha(0.45), Moment: Hex(0xFFFFFF),
		slices: SliceColors,
	}
}

// Light returns the palette for bright rooms and for print.
func Light() *Palette {
	return &Palette{
		Name:   "light",
		Title:  "light",
		Ground: Hex(0xFAFAF8), Grid: Hex(0xDCDEE2), Text: Hex(0x1B1E23), Faint: Hex(0x535963), Warning: Hex(0xA84A00),
		Neutral: Hex(0xC9CDD3), Select: Hex(0x000000),
		Layers:   okabeIto(0xC9CCD2),
		LockEdge: Hex(0x004A86), SignalEdge: Hex(0x5E646E), Ring: Hex(0xCC79A7), Stuck: Hex(0x7A3300),
		GC: Hex(0x7A70CC).Alpha(0.4), Moment: Hex(0x000000),
		slices: [SliceTones]uint32{0x7814D2, 0xF0645A, 0x1E645A, 0x9678FA, 0xC80A1E, 0x64001E, 0x965A96, 0x46006E},
	}
}

// highContrast returns the palette for eyes that need much contrast, and for
// projectors: states differ in lightness alone, and all text is at level AAA.
func highContrast() *Palette {
	return &Palette{
		Name: "contrast", Title: "high contrast", Dark: true,
		Ground: Hex(0x000000), Grid: Hex(0x606060), Text: Hex(0xFFFFFF), Faint: Hex(0xC8CCD2), Warning: Hex(0xFFA050),
		Neutral: Hex(0x333333), Select: Hex(0xFFFFFF),
		Layers: stateColors{
			running: 0x51E7B3, runnable: 0xFFFF86, suspended: 0xA5A6AD, blocking: 0x0F53C9, io: 0xD55A0B,
			unknown: 0x2B2B2B, executing: 0x9DE704, nonRunnable: 0x2080E8,
		}.layers(),
		LockEdge: Hex(0x40C0FF), SignalEdge: Hex(0xE0E0E0), Ring: Hex(0xCC79A7), Stuck: Hex(0xFFB000),
		GC: Hex(0x7A70F0).Alpha(0.6), Moment: Hex(0xFFFFFF),
		slices: [SliceTones]uint32{0xB45AFA, 0xFA8C8C, 0x28A0AA, 0xFABEFA, 0xFA2846, 0xBE0000, 0x825082, 0x6E14F0},
	}
}

// dichromat returns the palette for people who see two primaries, whichever is
// missing: colours that differ only in the third primary for others differ here
// in lightness.
func dichromat() *Palette {
	return &Palette{
		Name: "cvd", Title: "colour-blind (cvd)", Dark: true,
		Ground: Hex(0x0B0D10), Grid: Hex(0x23282F), Text: Hex(0xD8DCE2), Faint: Hex(0x979EA9), Warning: Hex(0xE8751A),
		Neutral: Hex(0x2A2F37), Select: Hex(0xFFFFFF),
		Layers: stateColors{
			running: 0x03F3BA, runnable: 0xEAF600, suspended: 0x70655F, blocking: 0x515FB8, io: 0xBE3400,
			unknown: 0x283236, executing: 0xA1B100, nonRunnable: 0xC6D5FF,
		}.layers(),
		LockEdge: Hex(0x30A0F0), SignalEdge: Hex(0xB9BEC7), Ring: Hex(0xCC79A7), Stuck: Hex(0xFFB000),
		GC: Hex(0x6E5A9E).Alpha(0.45), Moment: Hex(0xFFFFFF),
		slices: [SliceTones]uint32{0x9682BE, 0xFA828C, 0xAAF0E6, 0xDCAAFA, 0xFA0A32, 0xA03C50, 0x825A82, 0x781EF0},
	}
}

// dichromatLight is dichromat for bright rooms and for print.
func dichromatLight() *Palette {
	return &Palette{
		Name:   "cvd-light",
		Title:  "colour-blind, light (cvd-light)",
		Ground: Hex(0xFAFAF8), Grid: Hex(0xDCDEE2), Text: Hex(0x1B1E23), Faint: Hex(0x535963), Warning: Hex(0xA84A00),
		Neutral: Hex(0xC9CDD3), Select: Hex(0x000000),
		Layers: stateColors{
			running: 0x38926B, runnable: 0xF8E821, suspended: 0x5A555C, blocking: 0x023DBB, io: 0xB5430B,
			unknown: 0xBECFDC, executing: 0xA4AB44, nonRunnable: 0x3DB1FF,
		}.layers(),
		LockEdge: Hex(0x252A5E), SignalEdge: Hex(0x5E646E), Ring: Hex(0xCC79A7), Stuck: Hex(0x5A2A00),
		GC: Hex(0x7A70CC).Alpha(0.4), Moment: Hex(0x000000),
		slices: [SliceTones]uint32{0x7800FA, 0xAA0A46, 0x00A0A0, 0xB464FA, 0xFA2832, 0x5A0A14, 0x825082, 0x5A008C},
	}
}
