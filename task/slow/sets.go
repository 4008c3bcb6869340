package slow

import (
	"cmp"
	"slices"

	"tiv/task"
	"tiv/task/where"
	"tiv/timeline"
	"tiv/tracefeed"
)

// Slowest and Faster are the conditions for the tasks that are compared where nobody chooses others:
// the slowest of a type with its faster half.
const (
	Slowest = "slow"
	Faster  = "duration <= p50"
)

// Against returns the condition for the tasks with which those of another condition are compared
// if users name none: the faster half if it is about durations; else all others, because a
// condition about anything else would differ from the faster half by chance alone.
func Against(c where.Condition) string {
	if c.Uses("duration", Slowest) {
		return Faster
	}
	return ""
}

// Typical returns the tasks that are compared where nobody chooses others: of those that are no parts, and for which fit
// is true (nil: all), the slowest of each type and its faster half, as by Choose.
func Typical(x *task.Index, tl *timeline.Timeline, fit []bool) ([]Sets, error) {
	tasks, of := where.New(x, tl), [2][]bool{}
	for side, text := range [2]string{Slowest, Faster} {
		c, err := where.Parse(text)
		if err != nil {
			return nil, err
		}
		if of[side], err = tasks.Fitting(c); err != nil {
			return nil, err
		}
		for i := range of[side] {
			of[side][i] = of[side][i] && (fit == nil || fit[i]) && x.Tasks[i].Around < 0
		}
	}
	return Choose(x, of[0], of[1]), nil
}

// Choose returns the tasks that are compared, by type: those for which slow is true, and those
// of the others for which fast is, as far as the trace has their starts and ends. Types without
// both have nothing to compare. The type whose slow tasks take most time more comes first.
func Choose(x *task.Index, slow, fast []bool) []Sets {
	byType, more := map[string]*Sets{}, map[string]float64{}
	for i := range x.Tasks {
		t := &x.Tasks[i]
		if !t.Begun || !t.Ended || !slow[i] && !fast[i] {
			continue
		}
		s := byType[t.Type]
		if s == nil {
			s = &Sets{Type: t.Type}
			byType[t.Type] = s
		}
		if slow[i] {
			s.Slow = append(s.Slow, i)
		} else {
			s.Fast = append(s.Fast, i)
		}
	}
	var out []Sets
	for name, s := range byType {
		if len(s.Slow) == 0 || len(s.Fast) == 0 {
			continue
		}
		sum := func(list []int) (d tracefeed.Time) {
			for _, i := range list {
				d += x.Tasks[i].End - x.Tasks[i].Start
			}
			return d
		}
		more[name] = float64(sum(s.Slow)) - float64(len(s.Slow))*float64(sum(s.Fast))/float64(len(s.Fast))
		out = append(out, *s)
	}
	slices.SortFunc(out, func(a, b Sets) int {
		return cmp.Or(cmp.Compare(more[b.Type], more[a.Type]), cmp.Compare(a.Type, b.Type))
	})
	return out
}
