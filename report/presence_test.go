package report

import (
	"context"
	"testing"

	"tiv/tracefeed"
)

// The thread that ran last is found across waits, too.
func TestPresence(t *testing.T) {
	t.Parallel()
	tl := load(t, `tiv-text 1
0s   A start
0s   B start
10ms A monitor-enter M
20ms B monitor-wait M
40ms A suspend-start sleep
50ms A ready
55ms A io-start disk
70ms C start
80ms C end
90ms A io-end
`)
	all := []tracefeed.ThreadID{1, 2, 3}
	for _, c := range []struct {
		moment  tracefeed.Time
		threads []tracefeed.ThreadID
		ran     tracefeed.ThreadID
		at      tracefeed.Time
		waiting int // blocking, suspended or IO
	}{
		{5, all, 1, 5, 0},
		{30, all, 1, 30, 1},
		{45, all, 1, 40, 2},
		{52, all, 1, 40, 1}, // ready, but it has not run yet
		{60, []tracefeed.ThreadID{2}, 2, 20, 1},
		{75, all, 3, 75, 2},
		{85, all, 3, 80, 2}, // it ended
		{85, nil, 0, -1, 0},
	} {
		p, ok := PresenceAt(context.Background(), tl, c.threads, c.moment*tracefeed.Millisecond)
		waiting := p.In[tracefeed.Blocking] + p.In[tracefeed.Suspended] + p.In[tracefeed.IO]
		at := p.At
		if at > 0 {
			at /= tracefeed.Millisecond
		}
		if !ok || p.Ran != c.ran || at != c.at || waiting != c.waiting {
			t.Errorf("at %d ms: thread %d ran until %d ms, %d wait; want %d, %d, %d", c.moment, p.Ran, at, waiting, c.ran, c.at, c.waiting)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, ok := PresenceAt(ctx, tl, all, 0); ok {
		t.Error("it went on after the end of its context")
	}
}
