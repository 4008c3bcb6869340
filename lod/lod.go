// Package lod decides how much of the model is worth drawing.
//
// The number of threads in view and their size go in; a level comes out, and
// the states that each level distinguishes. Nothing here places anything or
// knows colours.
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
	// Crowd is Far with one bar for each cluster of threads.
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
	layersByName = [...][]Layer{Auto: nearLayers, Near: nearLayers, Mid: midLayers, Far: farLayers, Crowd: farLayers}
)

// Layers returns the categories of a level, from the bottom of a bar to its
// top. Every state is in exactly one.
func (l Level) Layers() []Layer { return layersByName[l] }

// limits[l] is the largest number of threads in view at level l, and the
// smallest height of a bar in pixels that can still be read there.
var limits = [...]struct {
	threads int
	pixels  float32
}{Near: {10, 12}, Mid: {60, 6}, Far: {200, 1.5}}

// Choose returns the level for a number of threads in view, with bars of a
// height in pixels. It leaves the current level at the limits, and returns only
// well within them, so that nothing flickers; current is Auto at first.
func Choose(current Level, threads int, pixels float32) Level {
	for l := Near; l < Crowd; l++ {
		most, least := float32(limits[l].threads), limits[l].pixels
		if current > l {
			most, least = most*0.85, least*1.2
		}
		if float32(threads) <= most && pixels >= least {
			return l
		}
	}
	return Crowd
}
