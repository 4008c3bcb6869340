package view

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

// parseCallColors reads a name.
func parseCallColors(name string) (CallColors, bool) {
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
	*c, _ = parseCallColors(string(name))
	return nil
}

// NumCallColors is the number of CallColors.
const NumCallColors = len(callColorNames)
