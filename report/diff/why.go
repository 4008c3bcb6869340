package diff

import (
	"fmt"
	"strings"

	"tiv/interaction/compare"
	"tiv/report"
	"tiv/report/tasks"
)

// why states what most of the change of the slowest tasks of a type consists of; "" if that is not
// known.
func (d *Document) why(r *compare.Row) string {
	c := r.Cause
	if c == nil {
		return ""
	}
	lock := c.Lock
	if lock == "" {
		lock = "a lock that the trace does not name"
	}
	more, part, all := "more", c.Change, c.Of
	clause := tasks.Clause(&c.Factor, lock)
	if c.Of < 0 {
		more, part, all = "less", -c.Change, -c.Of
		clause = strings.Replace(clause, "are ", "were ", 1)
	}
	return fmt.Sprintf("the slowest take %s %s: %s in the mean, before %s; %s of it (%.0f %%) %s", duration(all), more,
		duration(c.Slowest.After), duration(c.Slowest.Before), duration(part), 100*part/all, clause)
}

// slower states the largest change of a percentile of tasks, as a factor; "" if none has changed.
func (d *Document) slower() string {
	var best *compare.Row
	factor := func(r *compare.Row) float64 {
		return max(r.Time.Before, r.Time.After) / max(1, min(r.Time.Before, r.Time.After))
	}
	for i := range d.Diff.Tasks {
		r := &d.Diff.Tasks[i]
		if r.Measure == compare.P95 && r.Differs() && (best == nil || factor(r) > factor(best)) {
			best = r
		}
	}
	if best == nil {
		return ""
	}
	text := fmt.Sprintf("%s: 95 %% of the tasks take at most %s, before %s", taskType(best), duration(best.Time.After),
		duration(best.Time.Before))
	if why := d.why(best); why != "" {
		text += "; " + why
	}
	return text + "."
}

// taskType names the type of tasks.
func taskType(r *compare.Row) string {
	if r.Name == "" {
		return "(no name)"
	}
	return report.Safe(r.Name)
}
