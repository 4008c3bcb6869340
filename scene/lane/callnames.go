package lane

// A bar of a call has its name if it is at least this wide and high, in pixels of a common
// screen.
const (
	leastNameWide = 22
	LeastNameHigh = 9
)
