package view

import (
	"math/rand/v2"
	"testing"

	"tiv/tracefeed"
)

// The times of a trace have one form, by its length: a unit, hours, or days.
func TestClock(t *testing.T) {
	t.Parallel()
	const (
		ms, s, m, h = tracefeed.Millisecond, tracefeed.Second, tracefeed.Minute, tracefeed.Hour
		short       = Clock(10*m - 1)
		hour, days  = Clock(h), Clock(48 * h)
	)
	for _, x := range []struct{ got, want string }{
		{short.tick(120*s, 20*s), "120 s"}, {short.Name(300*s, s), "300 s"}, {short.Moving(300 * s), "300.000 s"},
		{hour.tick(0, 5*m), "0"}, {hour.tick(5*m, 5*m), "0:05:00"}, {hour.tick(65*s, 5*s), "0:01:05"},
		{hour.tick(1500*ms, 500*ms), "0:00:01.5"}, {hour.Name(65*s, 10*s), "0:01:05"}, {hour.Moving(90 * s), "0:01:30.00"},
		{days.tick(6*h, 6*h), "0 d 06:00"}, {days.tick(30*h, 6*h), "1 d 06:00"}, {days.tick(24*h, 12*h), "1 d 00:00"},
		{days.tick(24*h+30*s, 30*s), "1 d 00:00:30"}, {days.Name(166_000*s, 15*m), "1 d 22:06:40"},
		{days.Name(30*h, 15*m), "1 d 06:00"}, {days.Moving(166_000 * s), "1 d 22:06:40"}, {days.Moving(48 * h), "2 d 00:00:00"},
		{days.Moving(0), "0 d 00:00:00"}, {short.Text(4218 * ms), "4.218 s"}, {days.Text(90*h + 1), "3 d 18:00:00"},
		{days.Text(26 * h), "1 d 02:00"},
		{days.Span(h, 2*h), "0 d 01:00 to 0 d 02:00"},
		{StepName(60 * s), "1 min"}, {StepName(90 * s), "90 s"}, {StepName(15 * m), "15 min"}, {StepName(h), "1 h"},
		{StepName(36 * h), "36 h"}, {StepName(24 * h), "1 d"}, {StepName(500 * ms), "500 ms"}, {StepName(0), "0 ns"},
	} {
		if x.got != x.want {
			t.Errorf("%q, want %q", x.got, x.want)
		}
	}
	rng := rand.New(rand.NewPCG(4, 4))
	for range 3000 {
		end := 10*m + tracefeed.Time(rng.Int64()>>rng.IntN(40))
		from := tracefeed.Time(rng.Int64N(int64(end)))
		seen := map[string]bool{}
		Clock(max(end, 10*m)).EachTick(from, from+(end-from)>>rng.IntN(30), 9, func(at tracefeed.Time, name string) {
			if seen[name] {
				t.Fatalf("two ticks of a trace of %d are called %q", end, name)
			}
			seen[name] = true
		})
	}
}
