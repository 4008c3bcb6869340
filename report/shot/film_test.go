package shot

import (
	"math"
	"testing"
	"time"

	"tiv/tracefeed"
)

func TestFilm(t *testing.T) {
	t.Parallel()
	f := Film{From: 10, To: 110, Seconds: 2, Rate: 5.5}
	if err := f.Check(110); err != nil || f.Frames() != 11 || f.Shown() != 2*time.Second/11 {
		t.Errorf("%v, %d frames, each %v", err, f.Frames(), f.Shown())
	}
	for i := range 11 {
		if got, want := f.Moment(i), tracefeed.Time(10+10*i); got != want {
			t.Errorf("frame %d is at %v, want %v", i, got, want)
		}
	}
	long := Film{From: 1, To: math.MaxInt64, Seconds: 600, Rate: 10}
	if err := long.Check(math.MaxInt64); err != nil || long.Moment(0) != 1 || long.Moment(long.Frames()-1) != math.MaxInt64 {
		t.Errorf("the longest trace: %v, from %v to %v", err, long.Moment(0), long.Moment(long.Frames()-1))
	}
	if still := (Film{To: 9, Seconds: 0.001, Rate: 1}); still.Check(9) != nil || still.Frames() != 2 || still.Moment(1) != 9 {
		t.Errorf("a short one has %d frames", still.Frames())
	}
}

func TestFilmRefuses(t *testing.T) {
	t.Parallel()
	good := Film{From: 1, To: 9, Seconds: 10, Rate: 10}
	if err := good.Check(9); err != nil {
		t.Fatal(err)
	}
	for what, change := range map[string]func(*Film){
		"before the trace": func(f *Film) { f.From = -1 },
		"after its end":    func(f *Film) { f.To = 10 },
		"backwards":        func(f *Film) { f.From, f.To = 9, 1 },
		"empty":            func(f *Film) { f.From = 9 },
		"no length":        func(f *Film) { f.Seconds = 0 },
		"NaN":              func(f *Film) { f.Seconds = math.NaN() },
		"no rate":          func(f *Film) { f.Rate = 0 },
		"NaN rate":         func(f *Film) { f.Rate = math.NaN() },
		"too long":         func(f *Film) { f.Seconds = 601 },
		"too fast":         func(f *Film) { f.Rate = 61 },
		"too many":         func(f *Film) { f.Seconds, f.Rate = 600, 11 },
		"too slow":         func(f *Film) { f.Seconds, f.Rate = 600, 1.0/100 },
	} {
		f := good
		change(&f)
		if err := f.Check(9); err == nil {
			t.Errorf("%s: %+v", what, f)
		}
	}
}
