package view

import (
	"fmt"

	"tiv/task/measure"
	"tiv/tracefeed"
)

// TaskMeasures returns the measures that are the height and the colour of tasks in the event plot and
// the spiral. No colour stands for the types of tasks.
func TaskMeasures(o *Options) (height, colour *measure.Measure) {
	height, colour = measure.Duration, nil
	if m, ok := measure.Parse(o.TaskHeight); ok {
		height = m
	}
	if m, ok := measure.Parse(o.TaskColour); ok {
		colour = m
	}
	return height, colour
}

// The turns of the spiral that are no lengths of time.
const (
	// FittingTurn is a round length with which all turns are well seen.
	FittingTurn Turn = 0
	// FoundTurn is the period in which tasks recur, if there is one, or else FittingTurn.
	FoundTurn Turn = -1
)

// Turn is the time of a turn of the spiral, or FittingTurn or FoundTurn.
type Turn tracefeed.Time

// String returns the turn as ParseTurn reads it.
func (t Turn) String() string {
	switch {
	case t == FittingTurn:
		return "fitting"
	case t < 0:
		return "found"
	}
	return tracefeed.Time(t).Exact()
}

// ParseTurn reads a turn: a time above 0, "fitting" or "found".
func ParseTurn(s string) (Turn, error) {
	switch s {
	case "fitting":
		return FittingTurn, nil
	case "found":
		return FoundTurn, nil
	}
	t, err := tracefeed.ParseTime(s)
	if err == nil && t <= 0 {
		err = fmt.Errorf("%q is no time of a turn: want more than 0", s)
	}
	return Turn(t), err
}

// MarshalText returns the name.
func (t Turn) MarshalText() ([]byte, error) { return []byte(t.String()), nil }

// UnmarshalText reads a name; what a newer program may mean is FittingTurn.
func (t *Turn) UnmarshalText(name []byte) (err error) {
	if *t, err = ParseTurn(string(name)); err != nil {
		*t = FittingTurn
	}
	return nil
}
