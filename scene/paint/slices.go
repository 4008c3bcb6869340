package paint

import "slices"

// SliceTones is the number of colours for slices.
const SliceTones = 8

// SliceColors are offered for slices: violets, reds and a turquoise, which are the hues that no
// state, edge or mark of any palette has. They are those of the dark palette.
var SliceColors = [SliceTones]uint32{0x9682FA, 0xFA8C96, 0x64FADC, 0xC8AADC, 0xFA3C46, 0xBE003C, 0x8C648C, 0x6432F0}

// Task is the colour of the line along a task, in pictures whose bars have no colours of slices.
func (p *Palette) Task() Color { return Hex(p.slices[0]) }

// SliceColor returns the colour of a slice, given as 0xRRGGBB: for one of SliceColors, the tone
// of the same hue that the palette has, and another one as it is.
func (p *Palette) SliceColor(rgb uint32) Color {
	if i := slices.Index(SliceColors[:], rgb); i >= 0 {
		return Hex(p.slices[i])
	}
	return Hex(rgb)
}
