package paint

// Pattern is a texture that distinguishes categories without colour.
type Pattern uint8

// The patterns, all fine and faint; Hatch is the strong one, for "unknown".
const (
	Plain Pattern = iota
	DiagonalUp
	DiagonalDown
	Horizontal
	Vertical
	Dots
	Cross
	Hatch
)

// Style is the look of one category in bars.
type Style struct {
	Color   Color
	Pattern Pattern
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
func (l Style) Ink() Color {
	share := float32(inkShare)
	if l.Pattern == Hatch {
		share = hatchInkShare
	}
	to := Hex(0xFFFFFF)
	if l.Color.luma() > inkTurns {
		to = Hex(0)
	}
	return l.Color.Toward(to, share)
}
