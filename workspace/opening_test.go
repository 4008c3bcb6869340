package workspace

import (
	"context"
	"testing"

	"tiv/interaction/detect"
	"tiv/tracefeed"
)

// The texts of traces that end after 10 s, and the moments at which they open. A step is
// 100 ms long.
var openings = map[string]struct {
	text     string
	from, to tracefeed.Time
}{
	"a deadlock, some steps after it closed": {story, 3*s + 500*ms, 3*s + 500*ms},
	"a deadlock near the end": {`tiv-text 1
0s A start
0s B start
1s A monitor-enter M
1s B monitor-enter N
2s A monitor-wait N
9.9s B monitor-wait M
9.9s C start
10s C end
`, 9900*ms + 1, 10*s - 1},
	"two locks, while they are contended, and not the longer wait of one thread": {`tiv-text 1
0s A start
0s B start
0s C start
0s D start
0s A monitor-enter M
0s B monitor-wait M
4s C monitor-wait M
4s D monitor-wait M
5s A monitor-exit M
5s C monitor-enter M
5s C monitor-exit M
5s D monitor-enter M
5s D monitor-exit M
5s B monitor-enter M
5s B monitor-exit M
10s D end
`, 5 * s, 5 * s},
	"all threads end, not in the idle time after them": {`tiv-text 1
thread GC system=yes
0s GC start
0s A start
0s B start
0s A monitor-enter M
1s B monitor-wait M
1.02s A monitor-exit M
1.02s B monitor-enter M
1.02s B monitor-exit M
1.03s A end
1.03s B end
1.03s GC monitor-enter M
2s GC monitor-exit M
10s GC end
`, 1*s + 1, 1030*ms - 1},
	"nobody waits, at the end": {"tiv-text 1\n0s A start\n10s A end\n", 10 * s, 10 * s},
}

func TestOpening(t *testing.T) {
	t.Parallel()
	for name, c := range openings {
		tl := load(t, c.text)
		report := detect.Find(context.Background(), tl, nil)
		if at := opening(tl, report); tl.End != 10*s || at < c.from || at > c.to {
			t.Errorf("%s: a trace up to %v opens at %v, want %v to %v", name, tl.End, at, c.from, c.to)
		}
	}
}

// All of the trace stays in view, and what follows the moment.
func TestShowOpening(t *testing.T) {
	t.Parallel()
	w := opened(t)
	w.ShowOpening()
	if from, to := w.Look.Window(); w.Look.Moment != 3*s+500*ms || from != 0 || to != 10*s {
		t.Errorf("it opens at %v, with %v to %v in view", w.Look.Moment, from, to)
	}
}
