package paint

import "hash/fnv"

// callPalette are the colours of functions and packages, on dark and on light grounds: the
// same hues, pale, so that dark text is readable on them and none is taken for a state. Each
// hue has a light and a dark tone, for people who see fewer hues.
var callPalette = [2][24]Color{
	{
		Hex(0xFFB9CD), Hex(0xDA89A2), Hex(0xFFBAB7), Hex(0xDC8A88), Hex(0xFABFA5), Hex(0xD49173), Hex(0xEBC69A), Hex(0xC29966),
		Hex(0xD6CD98), Hex(0xABA264), Hex(0xBED3A0), Hex(0x8FA96D), Hex(0x85DBD4), Hex(0x3DB1AA), Hex(0x80D9E9), Hex(0x2CB0C2),
		Hex(0x8CD6F9), Hex(0x44ACD4), Hex(0xACCEFF), Hex(0x75A3DD), Hex(0xD0C5F9), Hex(0xA498D5), Hex(0xEEBDE7), Hex(0xC78EBF),
	},
	{
		Hex(0xF7A4BD), Hex(0xCE7692), Hex(0xFAA5A2), Hex(0xD07876), Hex(0xF1AB8D), Hex(0xC77F5F), Hex(0xDFB47F), Hex(0xB48950),
		Hex(0xC7BD7D), Hex(0x9B924D), Hex(0xAAC487), Hex(0x7D9A58), Hex(0x5DCDC5), Hex(0x00A29B), Hex(0x52CBDE), Hex(0x00A1B6),
		Hex(0x65C7F1), Hex(0x009DCA), Hex(0x91BEFA), Hex(0x5C94D3), Hex(0xC0B3F2), Hex(0x9488CB), Hex(0xE3A9DB), Hex(0xBA7CB3),
	},
}

// OwnerColor returns the colour of a thread where bars have those of states: the surfaces of locks that
// threads own in turn. Threads with numbers next to each other differ in hue and in lightness.
func (p *Palette) OwnerColor(thread int) Color {
	const stride = 7 // no divisor of the number of colours, and odd: light and dark tones alternate
	of := &callPalette[0]
	if !p.Dark {
		of = &callPalette[1]
	}
	return of[thread*stride%len(of)]
}

// PartColor is OwnerColor for a part of the history of a lock: paler if the thread is inferred, and
// more so if it is faint, because others are selected.
func (p *Palette) PartColor(thread int, inferred, faint bool) Color {
	of := p.OwnerColor(thread)
	if inferred {
		of = p.Ground.Toward(of, 0.6)
	}
	if faint {
		of = p.Ground.Toward(of, 0.35)
	}
	return of
}

// ManyOwners is the colour of many threads together that own a lock, and of unknown ones.
func (p *Palette) ManyOwners() Color { return p.Ground.Toward(p.Faint, 0.55) }

// CallColor returns the colour of the calls of a function or package, by its name. It is the
// same in all traces. Calls without a name are grey.
func (p *Palette) CallColor(name string) Color {
	if name == "" {
		return p.Shade(PressedShade)
	}
	h := fnv.New32a()
	_, _ = h.Write([]byte(name))
	of := &callPalette[0]
	if !p.Dark {
		of = &callPalette[1]
	}
	return of[h.Sum32()%uint32(len(of))]
}
