package compare

import (
	"cmp"
	"slices"
	"strings"

	"tiv/interaction/detect"
	"tiv/internal/ranktest"
	"tiv/tracefeed"
)

// matcher matches the groups, locks and findings of runs.
type matcher struct {
	runs   []*Run // before, then after
	before int    // number of runs before
	per    Unit
	names  []groupNames // by run and group
	shared sharedLocks
	found  map[[3]string]*[2]*runFinding // by name, groups and locks of the row
	// durations are those of the tasks of all runs together, by type.
	durations map[string]float64
}

type groupNames []string

func newMatcher(before, after []*Run, per Unit) *matcher {
	m := &matcher{runs: slices.Concat(before, after), before: len(before), per: per, found: map[[3]string]*[2]*runFinding{},
		durations: map[string]float64{}}
	m.names = nameGroups(m.runs)
	m.shared = shareLocks(m.runs, m.before)
	return m
}

// nameGroups names the groups of all runs: by their pattern, and by their function if
// threads with the same pattern run several. The names of goroutines end with their
// numbers, which are left out.
func nameGroups(runs []*Run) []groupNames {
	functions := map[string]map[string]bool{} // by pattern
	for _, r := range runs {
		for _, g := range r.groups {
			if functions[g.pattern] == nil {
				functions[g.pattern] = map[string]bool{}
			}
			if g.function != "" {
				functions[g.pattern][g.function] = true
			}
		}
	}
	all := make([]groupNames, len(runs))
	for i, r := range runs {
		for _, g := range r.groups {
			name := g.pattern
			switch {
			case name == g.function+" *":
				name = g.function
			case len(functions[g.pattern]) > 1:
				name += " (" + cmp.Or(g.function, "unknown function") + ")"
			}
			all[i] = append(all[i], name)
		}
	}
	return all
}

// cell is the figures of one thing in one run.
type cell struct {
	present                                     bool
	time, count, longest, threads, locks, share float64
}

// series is the figures of one thing in all runs.
type series struct {
	row   Row
	cells []cell
}

// table collects the series of one kind, by key.
type table[K comparable] struct {
	m    *matcher
	at   map[K]*series
	keys []K
}

func newTable[K comparable](m *matcher) *table[K] { return &table[K]{m: m, at: map[K]*series{}} }

// in returns the cell of a thing in a run. row is its first row.
func (t *table[K]) in(run int, key K, row func() Row) (*series, *cell) {
	s := t.at[key]
	if s == nil {
		s = &series{row: row(), cells: make([]cell, len(t.m.runs))}
		t.at[key] = s
		t.keys = append(t.keys, key)
	}
	s.cells[run].present = true
	return s, &s.cells[run]
}

// rows returns the rows of all series.
func (t *table[K]) rows() []Row {
	rows := make([]Row, 0, len(t.keys))
	for _, k := range t.keys {
		s := t.at[k]
		t.m.finish(s)
		rows = append(rows, s.row)
	}
	return rows
}

// values returns a figure of a series before and after.
func (m *matcher) values(s *series, figure func(*cell) float64) (before, after []float64) {
	for i := range s.cells {
		if v := figure(&s.cells[i]); i < m.before {
			before = append(before, v)
		} else {
			after = append(after, v)
		}
	}
	return before, after
}

// finish computes the row of a series.
func (m *matcher) finish(s *series) {
	if s.row.Kind == Task {
		m.finishTask(s)
		return
	}
	median := func(figure func(*cell) float64) Figures {
		before, after := m.values(s, figure)
		return Figures{ranktest.Median(before), ranktest.Median(after)}
	}
	r := &s.row
	r.Time = median(func(c *cell) float64 { return c.time })
	r.Count = median(func(c *cell) float64 { return c.count })
	r.Longest = median(func(c *cell) float64 { return c.longest })
	r.Threads = median(func(c *cell) float64 { return c.threads })
	r.Locks = median(func(c *cell) float64 { return c.locks })
	r.Share = median(func(c *cell) float64 { return c.share })
	for i := range s.cells {
		if s.cells[i].present {
			r.Runs[m.side(i)]++
		}
	}
	before, after := m.values(s, func(c *cell) float64 { return c.time })
	whole := m.whole(r)
	if len(m.runs) == 2 {
		change := abs(r.Time.Change())
		r.Small = change == 0 || change < Small*max(whole[0], whole[1])
		return
	}
	// A criterion that ignores the sides does not favour differences.
	sum, all := 0.0, 0.0
	for i, v := range slices.Concat(before, after) {
		sum += v
		all += whole[i]
	}
	if r.Small = sum == 0 || sum < Small*all; !r.Small && r.tested() {
		r.Test = &Test{Result: ranktest.Compare(before, after)}
	}
}

// tested reports whether runs of the row are tested if it is not Small: rows of lost time
// but findings, and of running threads. Others would only make the correction larger.
func (r *Row) tested() bool {
	return r.Kind != Finding && (r.Lost() || r.State == tracefeed.Running)
}

// whole returns, for each run, the time that a row is a part of: the lost time, or the
// time of all threads in the state.
func (m *matcher) whole(r *Row) []float64 {
	all := make([]float64, len(m.runs))
	for i, run := range m.runs {
		t := run.Lost()
		if !r.Lost() {
			t = run.States[r.State]
		}
		all[i] = float64(t) / m.per.units(run)
	}
	return all
}

func (m *matcher) total() Row {
	t := newTable[struct{}](m)
	for i, r := range m.runs {
		_, c := t.in(i, struct{}{}, func() Row { return Row{Kind: Total} })
		c.time = float64(r.Lost()) / m.per.units(r)
		c.share = float64(r.Lost()) / float64(max(1, r.States.Alive()))
		c.threads = float64(r.Threads)
	}
	return t.rows()[0]
}

func (m *matcher) groups() []Row {
	type key struct {
		name  string
		state tracefeed.State
	}
	t := newTable[key](m)
	threads := make([]map[string]float64, len(m.runs))
	for i, r := range m.runs {
		alive := map[string]float64{}
		threads[i] = map[string]float64{}
		for g := range r.groups {
			threads[i][m.names[i][g]] += float64(r.groups[g].threads)
			alive[m.names[i][g]] += float64(r.groups[g].states.Alive())
		}
		for g := range r.groups {
			name := m.names[i][g]
			for state, time := range r.groups[g].states {
				if time == 0 || state == int(tracefeed.NotAlive) {
					continue
				}
				k := key{name, tracefeed.State(state)}
				_, c := t.in(i, k, func() Row { return Row{Kind: Group, Name: k.name, State: k.state} })
				c.time += float64(time) / m.per.units(r)
				c.share += float64(time) / alive[name]
			}
		}
	}
	for k, s := range t.at {
		for i := range s.cells {
			s.cells[i].threads = threads[i][k.name]
		}
	}
	return t.rows()
}

func (m *matcher) pairs() []Row {
	t := newTable[[2]string](m)
	for i, r := range m.runs {
		for pair, sum := range r.pairs {
			k := [2]string{m.names[i][pair[0]], m.names[i][pair[1]]}
			_, c := t.in(i, k, func() Row { return Row{Kind: Pair, Name: k[0], Other: k[1]} })
			c.addWaits(&sum, m.per.units(r))
		}
	}
	return t.rows()
}

func (c *cell) addWaits(t *tally, units float64) {
	c.time += float64(t.total) / units
	c.count += float64(t.count) / units
	c.longest = max(c.longest, float64(t.longest))
}

func (m *matcher) findings() []Row {
	t := newTable[string](m)
	texts := map[string]*[2]string{} // of the first of each side
	for i, r := range m.runs {
		groups := func(of []int32) (names []string) {
			for _, g := range of {
				names = append(names, m.names[i][g])
			}
			return names
		}
		locks := func(of []int32) (names []string) {
			for _, l := range of {
				names = append(names, m.shared.rows[m.shared.of[i][l]].Name)
			}
			return names
		}
		for n := range r.findings {
			f := &r.findings[n]
			about := ofTasks(f.about)
			k := f.id.Text(locks(f.byLocks), groups(f.byGroups)) + about
			s, c := t.in(i, k, func() Row {
				row := Row{Kind: Finding, Name: f.kind, Other: listed(groups(f.groups)), Lock: listed(locks(f.locks))}
				if f.about != nil {
					row.Other = about
				} else if f.severity == detect.Cost && row.Lock != "" {
					row.Other = "" // other groups can lose time to the same lock
				}
				return row
			})
			c.time += float64(f.lost) / m.per.units(r)
			c.count++
			c.threads += float64(len(f.threads))
			m.find(&s.row, m.side(i), f)
			s.row.Severity = max(s.row.Severity, f.severity)
			if texts[k] == nil {
				texts[k] = &[2]string{}
			}
			text := &texts[k][m.side(i)]
			*text = cmp.Or(*text, f.text)
		}
	}
	for k, s := range t.at {
		s.row.Text = cmp.Or(texts[k][1], texts[k][0])
	}
	return t.rows()
}

// ofTasks writes what a finding about tasks is about, in its order: the tasks that lose time, then why they do.
func ofTasks(about []string) string {
	return strings.Join(slices.DeleteFunc(slices.Clone(about), func(name string) bool { return name == "" }), ", ")
}

// side returns the side of a run: 0 before, 1 after.
func (m *matcher) side(run int) int { return min(1, run/m.before) }

// listed returns names as a list, each once.
func listed(names []string) string {
	slices.Sort(names)
	return strings.Join(slices.Compact(names), ", ")
}
