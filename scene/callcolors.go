package scene

import (
	"hash/fnv"

	"tiv/execution"
	"tiv/timeline"
)

// CallColors says what the colours of calls mean.
type CallColors uint8

const (
	// ByFunction gives each function a colour, which is the same in all traces.
	ByFunction CallColors = iota
	// ByPackage gives each package, namespace or class path a colour.
	ByPackage
	// ByState gives calls the colour of the state in which their thread was most of the time,
	// in each step.
	ByState
)

var callColorNames = [...]string{"function", "package", "state"}

// String returns the name as saved files spell it.
func (c CallColors) String() string { return callColorNames[c] }

// ParseCallColors reads a name.
func ParseCallColors(name string) (CallColors, bool) {
	for i, n := range callColorNames {
		if n == name {
			return CallColors(i), true
		}
	}
	return ByFunction, false
}

// MarshalText returns the name.
func (c CallColors) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText reads a name; that of a newer program is ByFunction.
func (c *CallColors) UnmarshalText(name []byte) error {
	*c, _ = ParseCallColors(string(name))
	return nil
}

// NumCallColors is the number of CallColors.
const NumCallColors = len(callColorNames)

// callPalette are the colours of functions and packages, on dark and on light grounds: the
// same hues, pale, so that dark text is readable on them and none is taken for a state. Each
// hue has a light and a dark tone, for people who see fewer hues.
var callPalette = [2][24]Color{
	{
		hex(0xFFB9CD), hex(0xDA89A2), hex(0xFFBAB7), hex(0xDC8A88), hex(0xFABFA5), hex(0xD49173), hex(0xEBC69A), hex(0xC29966),
		hex(0xD6CD98), hex(0xABA264), hex(0xBED3A0), hex(0x8FA96D), hex(0x85DBD4), hex(0x3DB1AA), hex(0x80D9E9), hex(0x2CB0C2),
		hex(0x8CD6F9), hex(0x44ACD4), hex(0xACCEFF), hex(0x75A3DD), hex(0xD0C5F9), hex(0xA498D5), hex(0xEEBDE7), hex(0xC78EBF),
	},
	{
		hex(0xF7A4BD), hex(0xCE7692), hex(0xFAA5A2), hex(0xD07876), hex(0xF1AB8D), hex(0xC77F5F), hex(0xDFB47F), hex(0xB48950),
		hex(0xC7BD7D), hex(0x9B924D), hex(0xAAC487), hex(0x7D9A58), hex(0x5DCDC5), hex(0x00A29B), hex(0x52CBDE), hex(0x00A1B6),
		hex(0x65C7F1), hex(0x009DCA), hex(0x91BEFA), hex(0x5C94D3), hex(0xC0B3F2), hex(0x9488CB), hex(0xE3A9DB), hex(0xBA7CB3),
	},
}

// CallColor returns the colour of the calls of a function or a package, by its name. Calls
// without a name are grey.
func CallColor(name string, p *Palette) Color {
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

// callStyle has the colours of the functions of lanes.
type callStyle struct {
	tl    *timeline.Timeline
	lanes *execution.Lanes
	by    CallColors
	p     *Palette
	// colors are by function; those with A 0 are not yet known.
	colors []Color
	// names are those of functions in bars, by function; "" for those not yet known.
	names []string
	// packages and origins are set at the first use.
	packages []string
	origins  *execution.Origins
}

// prepare sets the lanes that colours are wanted for.
func (s *callStyle) prepare(tl *timeline.Timeline, l *execution.Lanes, by CallColors, p *Palette) {
	if s.lanes != l || s.by != by || s.p != p {
		*s = callStyle{tl: tl, lanes: l, by: by, p: p, colors: make([]Color, len(l.Functions)), names: make([]string, len(l.Functions))}
	}
}

// of returns the colour of a function.
func (s *callStyle) of(function int32) Color {
	if c := s.colors[function]; c.A > 0 {
		return c
	}
	c := CallColor(s.kind(function), s.p)
	s.colors[function] = c
	return c
}

// name returns the name of a function for its bars.
func (s *callStyle) name(function int32) string {
	if s.names[function] == "" {
		s.names[function] = callName(s.lanes.Functions[function])
	}
	return s.names[function]
}

// kind returns the name of what decides the colour of a function's calls: the function, or
// its package; "" if that is not known.
func (s *callStyle) kind(function int32) string {
	name := s.lanes.Functions[function]
	if s.by != ByPackage {
		return name
	}
	if s.packages == nil {
		s.packages, s.origins = make([]string, len(s.lanes.Functions)), execution.NewOrigins(s.tl)
	}
	if s.packages[function] == "" {
		s.packages[function] = s.origins.Of(name).Package
	}
	return s.packages[function]
}
