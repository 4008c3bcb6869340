package shot

import (
	"math"
	"testing"
	"time"

	"tiv/tracefeed"
)

func TestAnimation(t *testing.T) {
	t.Parallel()
	f := Animation{From: 10, To: 110, Seconds: 2, Rate: 5.5}
	if err := f.Check(110); err != nil || f.Frames() != 11 || f.Shown() != 2*time.Second/11 {
		t.Errorf("%v, %d frames, each %v", err, f.Frames(), f.Shown())
	}
	for i := range 11 {
		if got, want := f.Moment(i), tracefeed.Time(10+10*i); got != want {
			t.Errorf("frame %d is at %v, want %v", i, got, want)
		}
	}
	long := Animation{From: 1, To: math.MaxInt64, Seconds: 600, Rate: 10}
	if err := long.Check(math.MaxInt64); err != nil || long.Moment(0) != 1 || long.Moment(long.Frames()-1) != math.MaxInt64 {
		t.Errorf("the longest trace: %v, from %v to %v", err, long.Moment(0), long.Moment(long.Frames()-1))
	}
	if still := (Animation{To: 9, Seconds: 0.001, Rate: 1}); still.Check(9) != nil || still.Frames() != 2 || still.Moment(1) != 9 {
		t.Errorf("a short one has %d frames", still.Frames())
	}
}

func TestAnimationRefuses(t *testing.T) {
	t.Parallel()
	good := Animation{From: 1, To: 9, Seconds: 10, Rate: 10}
	if err := good.Check(9); err != nil {
		t.Fatal(err)
	}
	for what, change := range map[string]func(*Animation){
		"before the trace": func(f *Animation) { f.From = -1 },
		"after its end":    func(f *Animation) { f.To = 10 },
		"backwards":        func(f *Animation) { f.From, f.To = 9, 1 },
		"empty":            func(f *Animation) { f.From = 9 },
		"no length":        func(f *Animation) { f.Seconds = 0 },
		"NaN":              func(f *Animation) { f.Seconds = math.NaN() },
		"no rate":          func(f *Animation) { f.Rate = 0 },
		"NaN rate":         func(f *Animation) { f.Rate = math.NaN() },
		"too long":         func(f *Animation) { f.Seconds = 601 },
		"too fast":         func(f *Animation) { f.Rate = 61 },
		"too many":         func(f *Animation) { f.Seconds, f.Rate = 600, 11 },
		"too slow":         func(f *Animation) { f.Seconds, f.Rate = 600, 1.0/100 },
	} {
		f := good
		change(&f)
		if err := f.Check(9); err == nil {
			t.Errorf("%s: %+v", what, f)
		}
	}
}
