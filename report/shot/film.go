package shot

import (
	"fmt"
	"math"
	"time"

	"tiv/tracefeed"
)

// Film is an interval of playback to be written as an animation.
type Film struct {
	// From and To are the moments of its first and its last frame.
	From, To tracefeed.Time
	// Seconds is the duration of the film, Rate its frames a second.
	Seconds, Rate float64
}

// Defaults of a film.
const (
	FilmSeconds = 10
	FilmRate    = 10
)

// Limits of films: larger files could not be opened by common programs.
const (
	maxSeconds    = 600
	maxRate       = 60
	maxFilmFrames = 6000 // frames
)

// Check returns an error if the film is invalid for a trace that ends at some
// time.
func (f Film) Check(end tracefeed.Time) error {
	switch {
	case f.From < 0 || f.From >= f.To || f.To > end:
		return fmt.Errorf("%v to %v: want an interval within the trace, which ends at %v", f.From, f.To, end)
	case !(f.Seconds > 0 && f.Seconds <= maxSeconds):
		return fmt.Errorf("%v seconds: want more than 0, at most %d", f.Seconds, maxSeconds)
	case !(f.Rate > 0 && f.Rate <= maxRate):
		return fmt.Errorf("%v frames a second: want more than 0, at most %d", f.Rate, maxRate)
	case f.Seconds*f.Rate > maxFilmFrames:
		return fmt.Errorf("%.0f frames: want at most %d", f.Seconds*f.Rate, maxFilmFrames)
	case f.Shown() > maxDelay:
		return fmt.Errorf("each frame for %v: want at most %v", f.Shown(), maxDelay)
	}
	return nil
}

// Frames returns the number of frames of the film.
func (f Film) Frames() int { return max(2, int(math.Round(f.Seconds*f.Rate))) }

// Moment returns the moment of a frame, counted from 0.
func (f Film) Moment(frame int) tracefeed.Time {
	last, i := tracefeed.Time(f.Frames()-1), tracefeed.Time(frame)
	all := f.To - f.From
	return f.From + all/last*i + all%last*i/last // all * i may be too large
}

// Shown returns the duration of each frame.
func (f Film) Shown() time.Duration {
	return time.Duration(f.Seconds * float64(time.Second) / float64(f.Frames()))
}
