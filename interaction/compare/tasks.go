package compare

import (
	"cmp"
	"maps"
	"slices"

	"tiv/internal/ranktest"
	"tiv/tracefeed"
)

// tasks returns the rows of the types of tasks: those with the longest durations together first,
// each with its measures in their order.
func (m *matcher) tasks() []Row {
	type key struct {
		name    string
		measure Measure
	}
	t := newTable[key](m)
	for i, r := range m.runs {
		for _, name := range slices.Sorted(maps.Keys(r.types)) {
			of := r.types[name]
			m.durations[name] += float64(of.sum())
			for measure := range numMeasures {
				v, ok := of.measure(measure, r.length)
				if !ok {
					continue
				}
				_, c := t.in(i, key{name, measure}, func() Row { return Row{Kind: Task, Name: name, Measure: measure} })
				c.time = v
			}
		}
	}
	rows := slices.DeleteFunc(t.rows(), func(r Row) bool { return !m.comparable(&r) })
	slices.SortFunc(rows, func(a, b Row) int {
		return cmp.Or(cmp.Compare(m.durations[b.Name], m.durations[a.Name]), cmp.Compare(a.Name, b.Name), cmp.Compare(a.Measure, b.Measure))
	})
	return rows
}

// comparable reports whether the measure of a row is 0 nowhere or has a value on each side that has
// tasks of the type.
func (m *matcher) comparable(r *Row) bool {
	if r.Time == (Figures{}) && (r.Test == nil || r.Test.Shift == 0) {
		return false
	}
	for i, run := range m.runs {
		if run.types[r.Name] != nil && r.Runs[m.side(i)] == 0 {
			return false
		}
	}
	return true
}

// finishTask computes the row of a series of tasks. A run without tasks of the type has a rate, 0,
// but no other measure.
func (m *matcher) finishTask(s *series) {
	r := &s.row
	var figures, counts, wholes [2][]float64
	for i := range s.cells {
		side, whole, tasks := m.side(i), s.cells[i].time, 0
		if of := m.runs[i].types[r.Name]; of != nil {
			tasks = of.tasks
			if mean, ok := of.measure(Mean, m.runs[i].length); ok && !r.Measure.OfDurations() && r.Measure != Rate {
				whole = mean
			}
		}
		counts[side] = append(counts[side], float64(tasks))
		if s.cells[i].present {
			r.Runs[side]++
		}
		if s.cells[i].present || r.Measure == Rate {
			figures[side], wholes[side] = append(figures[side], s.cells[i].time), append(wholes[side], whole)
		}
	}
	r.Time, r.Count = medians(figures), medians(counts)
	all := 0.0
	for _, d := range m.durations {
		all += d
	}
	r.Small = m.durations[r.Name] < Small*all || m.smallMeasure(r, figures, wholes)
	if len(m.runs) > 2 && !r.Small && len(figures[0]) > 0 && len(figures[1]) > 0 {
		r.Test = &Test{Result: ranktest.Compare(figures[0], figures[1])}
	}
}

// smallMeasure reports whether a measure is too small to count: of two runs, if its change is less
// than a hundredth of the whole, else, whatever the sides, if it is itself.
func (m *matcher) smallMeasure(r *Row, figures, wholes [2][]float64) bool {
	if len(m.runs) == 2 {
		return r.Time.Change() == 0 || abs(r.Time.Change()) < Small*slices.Max(slices.Concat(wholes[0], wholes[1]))
	}
	return sum(figures) == 0 || sum(figures) < Small*sum(wholes)
}

func sum(sides [2][]float64) (s float64) {
	for _, v := range slices.Concat(sides[0], sides[1]) {
		s += v
	}
	return s
}

// medians returns the medians of both sides; 0 for none.
func medians(sides [2][]float64) (f Figures) {
	for side, to := range [2]*float64{&f.Before, &f.After} {
		if len(sides[side]) > 0 {
			*to = ranktest.Median(sides[side])
		}
	}
	return f
}

// taskThreads returns the threads that worked for tasks of a type in a run.
func (m *matcher) taskThreads(run int, name string) []tracefeed.ThreadID {
	if of := m.runs[run].types[name]; of != nil {
		return of.threads
	}
	return nil
}
