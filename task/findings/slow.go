package findings

import (
	"context"
	"fmt"

	"tiv/interaction"
	"tiv/interaction/detect"
	"tiv/task/slow"
	"tiv/timeline"
	"tiv/tracefeed"
)

const (
	// leastTimes is how many times as long as the fast tasks slow ones take at least, in the mean.
	leastTimes = 2
	// leastCause is the share of the difference that one cause has at least. Without it the
	// finding would not say what to do.
	leastCause = 1.0 / 3
)

// Why writes why some tasks are slow, in sentences. lock names a lock.
type Why func(tl *timeline.Timeline, c *slow.Comparison, lock func(tracefeed.MonitorID) string) string

// slowTasks finds the types whose slowest tasks take far longer than the others, for a cause that is
// more than chance.
func (s *search) slowTasks(ctx context.Context, why Why) ([]detect.Finding, error) {
	sets, err := slow.Typical(s.x, s.tl, nil)
	if err != nil {
		return nil, err
	}
	list, err := slow.Compare(ctx, s.tl, s.x, sets[:min(len(sets), mostOfKind)])
	if err != nil {
		return nil, err
	}
	var found []detect.Finding
	for i := range list {
		if c := &list[i]; isSlow(c) {
			found = append(found, s.slow(c, why))
		}
	}
	return found, nil
}

// isSlow reports whether the difference is worth a finding.
func isSlow(c *slow.Comparison) bool {
	slowMean := float64(c.Duration.Slow) / float64(len(c.Slow))
	fastMean := float64(c.Duration.Fast) / float64(len(c.Fast))
	if slowMean < leastTimes*fastMean {
		return false
	}
	for i := range c.Factors {
		if f := &c.Factors[i]; f.Certain() && f.Share >= leastCause {
			return true
		}
	}
	return false
}

// slow returns the finding about a comparison.
func (s *search) slow(c *slow.Comparison, why Why) detect.Finding {
	f := detect.Finding{Kind: detect.SlowTasks, Severity: detect.Cost, Evidence: interaction.Statistical, Start: s.tl.End}
	of := threads{}
	for _, i := range c.Slow {
		t := &s.x.Tasks[i]
		f.Start, f.End = min(f.Start, t.Start), max(f.End, t.End)
		for _, id := range t.Threads {
			of[id] = true
		}
	}
	f.Threads = of.sorted()
	n := tracefeed.Time(len(c.Slow))
	f.Facts = &detect.Stated{About: []string{c.Type}, Lost: c.Duration.Slow - n*mean(c.Duration.Fast, len(c.Fast)),
		Say: func(lock func(tracefeed.MonitorID) string) string { return why(s.tl, c, lock) },
		Short: func(func(tracefeed.MonitorID) string) string {
			return fmt.Sprintf("%s: the slowest take %v, not %v", named(c.Type), mean(c.Duration.Slow, len(c.Slow)),
				mean(c.Duration.Fast, len(c.Fast)))
		}}
	return f
}

func mean(sum tracefeed.Time, n int) tracefeed.Time { return sum / tracefeed.Time(max(1, n)) }
