package lod

import "tiv/tracefeed"

// Level is a level of detail of threads.
type Level uint8

// The levels of section 5.2.2 of the TIV paper (Audleman 2002), and one more.
const (
	// Auto leaves the choice to the picture.
	Auto Level = iota
	// Near distinguishes all states.
	Near
	// Mid merges running and runnable into executing.
	Mid
	// Far also merges blocking and IO into non-runnable.
	Far
	// Crowd distinguishes all states, with one bar for each cluster of threads.
	Crowd
)

var levelNames = [...]string{"auto", "near", "mid", "far", "crowd"}

// String returns the level's name as the command line spells it.
func (l Level) String() string { return levelNames[l] }

// ParseLevel reads a level's name.
func ParseLevel(name string) (Level, bool) {
	for i, n := range levelNames {
		if n == name {
			return Level(i), true
		}
	}
	return Auto, false
}

// MarshalText returns the name.
func (l Level) MarshalText() ([]byte, error) { return []byte(l.String()), nil }

// UnmarshalText reads a name; that of a newer program is Auto.
func (l *Level) UnmarshalText(name []byte) error {
	*l, _ = ParseLevel(string(name))
	return nil
}

// Layer is a category of time in bars at some level: one state, or the sum of
// several.
type Layer struct {
	Name   string
	States []tracefeed.State
}

var (
	running      = Layer{"running", []tracefeed.State{tracefeed.Running}}
	runnable     = Layer{"runnable", []tracefeed.State{tracefeed.Runnable}}
	executing    = Layer{"executing", []tracefeed.State{tracefeed.Running, tracefeed.Runnable}}
	suspended    = Layer{"suspended", []tracefeed.State{tracefeed.Suspended}}
	blocking     = Layer{"blocking", []tracefeed.State{tracefeed.Blocking}}
	waitingIO    = Layer{"IO", []tracefeed.State{tracefeed.IO}}
	nonRunnable  = Layer{"non-runnable", []tracefeed.State{tracefeed.Blocking, tracefeed.IO}}
	unknown      = Layer{"unknown", []tracefeed.State{tracefeed.Unknown}}
	nearLayers   = []Layer{running, runnable, suspended, blocking, waitingIO, unknown}
	midLayers    = []Layer{executing, suspended, blocking, waitingIO, unknown}
	farLayers    = []Layer{executing, suspended, nonRunnable, unknown}
	layersByName = [...][]Layer{Auto: nearLayers, Near: nearLayers, Mid: midLayers, Far: farLayers, Crowd: nearLayers}
)

// Layers returns the categories of a level, from the bottom of a bar to its
// top. Every state is in exactly one.
func (l Level) Layers() []Layer { return layersByName[l] }

// leastPixels is the smallest height of a bar in pixels at each level. A lower
// bar is a single line, whose colour is a mixture: merged states leave fewer
// colours to mix.
var leastPixels = [...]float32{Near: 2, Mid: 1.2, Far: 0}

// ChooseLevel returns the level for bars of a height in pixels: Near, Mid or Far.
// It leaves the current level at the limits, and returns only well within them,
// so that nothing flickers; current is Auto at first.
func ChooseLevel(current Level, pixels float32) Level {
	for l := Near; l < Far; l++ {
		least := leastPixels[l]
		if current > l {
			least *= 1.2
		}
		if pixels >= least {
			return l
		}
	}
	return Far
}
