package timeline

import (
	"slices"

	"tiv/tracefeed"
)

// Tempo is a speed of playback that changes over a trace. It is immutable.
type Tempo struct {
	step tracefeed.Time
	// at is the time of playback at the start of each step, and at the end of the last, in seconds.
	at []float64
}

// NewTempo returns the tempo at which each step takes some seconds, more than 0. There is at least
// one step.
func NewTempo(step tracefeed.Time, seconds []float64) *Tempo {
	t := &Tempo{step: step, at: make([]float64, 1, len(seconds)+1)}
	for _, s := range seconds {
		t.at = append(t.at, t.at[len(t.at)-1]+s)
	}
	return t
}

// Speed returns the speed at a moment, in seconds of the trace per second.
func (t *Tempo) Speed(moment tracefeed.Time) float64 {
	i := t.stepOf(moment)
	return float64(t.step) / float64(tracefeed.Second) / (t.at[i+1] - t.at[i])
}

// stepOf returns the step of a moment; the last for later ones.
func (t *Tempo) stepOf(moment tracefeed.Time) int {
	return int(min(max(moment, 0)/t.step, tracefeed.Time(len(t.at)-2)))
}

// seconds returns the time of playback from the start to a moment.
func (t *Tempo) seconds(moment tracefeed.Time) float64 {
	i := t.stepOf(moment)
	return t.at[i] + float64(moment-tracefeed.Time(i)*t.step)/float64(t.step)*(t.at[i+1]-t.at[i])
}

// moment returns the last moment that playback has reached after some seconds.
func (t *Tempo) moment(seconds float64) tracefeed.Time {
	if seconds <= 0 {
		return 0
	}
	i, _ := slices.BinarySearch(t.at, seconds)
	i = min(max(i-1, 0), len(t.at)-2)
	begin := tracefeed.Time(i) * t.step
	passed := tracefeed.Time(min((seconds-t.at[i])/(t.at[i+1]-t.at[i]), 2) * float64(t.step))
	for passed > 0 && t.seconds(begin+passed) > seconds { // rounding
		passed--
	}
	return begin + passed
}

// advance returns the moment some seconds of playback after a moment, or before it with less than 0,
// and the seconds that remain.
func (t *Tempo) advance(from tracefeed.Time, seconds float64) (to tracefeed.Time, rest float64) {
	at := t.seconds(from) + seconds
	to = t.moment(at)
	return to, max(at-t.seconds(to), 0)
}
