package receive

import (
	"fmt"
	"math"
	"time"

	"tiv/tracefeed"
	"tiv/tracefeed/live/listener"
)

// Figures are sums over all feeds, between two looks.
type Figures struct {
	at     time.Time
	events int64
}

// Text returns the figures since the last call: programs, events a second, the longest delay of
// those that are connected, and losses.
func (x *Figures) Text(feeds []*listener.Feed, now time.Time) string {
	connected, events, lost, missing := 0, int64(0), uint64(0), uint64(0)
	delay, bound := time.Duration(0), tracefeed.Time(0)
	for _, f := range feeds {
		s := f.Status()
		events += max(0, s.Events)
		lost += s.Lost
		missing += s.Missing
		if s.Connected && !s.Ended {
			connected++
			delay = max(delay, s.Delay(&f.Hello, now))
			bound = max(bound, f.Clock().Bound)
		}
	}
	rate := 0.0
	if since := now.Sub(x.at).Seconds(); !x.at.IsZero() && since > 0 {
		rate = float64(events-x.events) / since
	}
	x.at, x.events = now, events
	text := fmt.Sprintf("%s, %d connected; %d events, %.0f/s", count(len(feeds), "program"), connected, events, rate)
	if connected > 0 {
		text += fmt.Sprintf(", %d ms behind", delay.Milliseconds())
	}
	switch {
	case bound == math.MaxInt64:
		text += ", clocks not compared yet"
	case bound > 0:
		text += fmt.Sprintf(", clocks ± %v", time.Duration(bound).Round(time.Microsecond))
	}
	if lost > 0 {
		text += fmt.Sprintf(", %d lost", lost)
	}
	if missing > 0 {
		text += fmt.Sprintf(", %s missing", count(int(missing), "piece"))
	}
	return text
}

// count writes a number of things.
func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
