package shot

import (
	"fmt"
	"math"
	"time"

	"tiv/tracefeed"
)

// Animation is an interval of playback to be written as an animation.
type Animation struct {
	// From and To are the moments of its first and its last frame.
	From, To tracefeed.Time
	// Seconds is the duration of the animation, Rate its frames a second.
	Seconds, Rate float64
}

// Defaults of an animation.
const (
	AnimationSeconds = 10
	AnimationRate    = 10
)

// Limits of animations: larger files could not be opened by common programs.
const (
	maxSeconds         = 600
	maxRate            = 60
	maxAnimationFrames = 6000 // frames
)

// Check returns an error if the animation is invalid for a trace that ends at some
// time.
func (a Animation) Check(end tracefeed.Time) error {
	switch {
	case a.From < 0 || a.From >= a.To || a.To > end:
		return fmt.Errorf("%v to %v: want an interval within the trace, which ends at %v", a.From, a.To, end)
	case !(a.Seconds > 0 && a.Seconds <= maxSeconds):
		return fmt.Errorf("%v seconds: want more than 0, at most %d", a.Seconds, maxSeconds)
	case !(a.Rate > 0 && a.Rate <= maxRate):
		return fmt.Errorf("%v frames a second: want more than 0, at most %d", a.Rate, maxRate)
	case a.Seconds*a.Rate > maxAnimationFrames:
		return fmt.Errorf("%.0f frames: want at most %d", a.Seconds*a.Rate, maxAnimationFrames)
	case a.Shown() > maxDelay:
		return fmt.Errorf("each frame for %v: want at most %v", a.Shown(), maxDelay)
	}
	return nil
}

// Frames returns the number of frames of the animation.
func (a Animation) Frames() int { return max(2, int(math.Round(a.Seconds*a.Rate))) }

// Moment returns the moment of a frame, counted from 0.
func (a Animation) Moment(frame int) tracefeed.Time {
	last, i := tracefeed.Time(a.Frames()-1), tracefeed.Time(frame)
	all := a.To - a.From
	return a.From + all/last*i + all%last*i/last // all * i may be too large
}

// Shown returns the duration of each frame.
func (a Animation) Shown() time.Duration {
	return time.Duration(a.Seconds * float64(time.Second) / float64(a.Frames()))
}
