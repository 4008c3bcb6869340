package compare

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"tiv/interaction"
	"tiv/interaction/detect"
	"tiv/interaction/groups"
	"tiv/interaction/lockname"
	"tiv/interaction/patterns"
	"tiv/task"
	"tiv/timeline"
	"tiv/tracefeed"
)

// Run is the figures of one trace. It does not refer to the timeline. Threads of the
// language's runtime are left out, except as those waited for.
type Run struct {
	// length is the length of the trace.
	length  tracefeed.Time
	Threads int
	// Tasks is the number of tasks for which threads of the program worked.
	Tasks int
	// States is the time of all threads by state.
	States tracefeed.StateTimes
	// Patterns are the shares of the trace in which waits have each pattern: see patternSteps.
	Patterns [patterns.Unknown + 1]float64
	// Unnamed is the time of waits for locks that the trace does not name.
	Unnamed tracefeed.Time
	// Guessed is the part of the waits between groups whose owner is inferred.
	Guessed tracefeed.Time

	groups   []runGroup
	locks    []runLock
	pairs    map[[2]int32]tally
	findings []runFinding
	types    map[string]*runType // of tasks
	// names, groupOf and lockOf are by thread, thread, monitor: the name, the index of
	// the group, that of the lock or -1.
	names           []string
	groupOf, lockOf []int32
}

// Lost is the time that the threads lost: runnable, blocking and IO.
func (r *Run) Lost() (sum tracefeed.Time) {
	for state := range r.States {
		if isLost(tracefeed.State(state)) {
			sum += r.States[state]
		}
	}
	return sum
}

// tally is a number of waits, their total and the longest, with its end where that is
// known.
type tally struct {
	count               int
	total, longest, end tracefeed.Time
}

func (t *tally) add(o tally) {
	t.count += o.count
	t.total += o.total
	if o.longest > t.longest {
		t.longest, t.end = o.longest, o.end
	}
}

// runGroup is the threads of one run with the same pattern and function.
type runGroup struct {
	pattern, function string
	threads           int
	states            tracefeed.StateTimes
	// longest is the longest time in each state.
	longest [tracefeed.NumStates + 1]tally
}

// runFinding is a finding, with the indices of its groups and locks, sorted.
type runFinding struct {
	kind          string
	severity      detect.Severity
	groups, locks []int32
	// id is the identity, without its threads and monitors: these are byGroups and byLocks.
	id                detect.Identity
	byGroups, byLocks []int32
	threads           []tracefeed.ThreadID
	about             []string // of a finding about tasks: their types, and groups of threads
	lost              tracefeed.Time
	text              string
	moment            tracefeed.Time // see Diff.Moment
}

// patternSteps is about the number of equal parts of a trace of which each has one pattern of waits.
const patternSteps = 200

// NewRun adds up a complete trace, its findings, those about tasks among them, and its tasks. Its cost is that of a pass
// through the spans and one through the edges, which dominates where many threads share
// few locks; the slowest tasks, if there are any, take another pass. A thread dump, whose
// times are invented, is an error; others are those of ctx.
func NewRun(ctx context.Context, tl *timeline.Timeline, report detect.Report, x *task.Index) (*Run, error) {
	if tl.Header.OfDump() {
		return nil, errors.New("a thread dump is one moment: it has no times to compare")
	}
	r := &Run{length: tl.End, pairs: map[[2]int32]tally{}}
	groupOf := r.addGroups(tl)
	r.groupOf, r.names = groupOf, make([]string, len(tl.Threads))
	program := make([]bool, len(tl.Threads))
	var ids []tracefeed.ThreadID
	for id := 1; id < len(tl.Threads); id++ {
		r.names[id] = tl.Threads[id].Name
		if !tl.Threads[id].System {
			program[id] = true
			ids = append(ids, tracefeed.ThreadID(id))
			r.groups[groupOf[id]].threads++
		}
	}
	r.Threads = len(ids)
	tl.EachSum(ids, 0, tl.End, func(row int, b *tracefeed.StateTimes) {
		r.groups[groupOf[ids[row]]].states.Add(*b)
		r.States.Add(*b)
	})
	r.addPairs(interaction.Pairs(ctx, tl, 0, tl.End), groupOf, program)
	r.Patterns = patterns.Find(ctx, &patterns.Query{Timeline: tl, Findings: report.Findings, Searched: report.End, Threads: ids,
		Moments: patternSteps}).Shares()
	for i := range x.Tasks {
		if slices.ContainsFunc(x.Tasks[i].Threads, func(t tracefeed.ThreadID) bool { return program[t] }) {
			r.Tasks++
		}
	}
	c := newCensus(tl, lockname.New(tl.Monitors, report.Locks, nil), groupOf)
	c.addWaits(ctx, program, r.groups)
	found := flat(report.Findings)
	c.addSites(found)
	r.locks, r.lockOf = c.locks()
	r.Unnamed = c.unnamed()
	for i := range found {
		r.addFinding(&found[i])
	}
	if err := r.addTasks(ctx, tl, x); err != nil {
		return nil, err
	}
	return r, ctx.Err()
}

// addGroups groups all threads, and returns the index of the group of each.
func (r *Run) addGroups(tl *timeline.Timeline) []int32 {
	type key struct{ pattern, function string }
	ids := make([]tracefeed.ThreadID, 0, len(tl.Threads))
	for id := 1; id < len(tl.Threads); id++ {
		ids = append(ids, tracefeed.ThreadID(id))
	}
	functions := make([]string, len(tl.Threads))
	for _, g := range groups.ByFunction(tl, ids) {
		for _, t := range g.Threads {
			functions[t] = g.Name
		}
	}
	index, groupOf := map[key]int32{}, make([]int32, len(tl.Threads))
	for _, t := range ids {
		k := key{groups.Pattern(tl.Threads[t].Name), functions[t]}
		i, known := index[k]
		if !known {
			i = int32(len(r.groups))
			index[k] = i
			r.groups = append(r.groups, runGroup{pattern: k.pattern, function: k.function})
		}
		groupOf[t] = i
	}
	return groupOf
}

// addPairs adds up the lock edges of the program's threads by groups.
func (r *Run) addPairs(pairs []interaction.Pair, groupOf []int32, program []bool) {
	for i := range pairs {
		p := &pairs[i]
		if p.Kind != interaction.Lock || !program[p.Blocked] {
			continue
		}
		k := [2]int32{groupOf[p.Blocked], groupOf[p.Blocker]}
		sum := r.pairs[k]
		sum.add(tally{count: p.Count, total: p.Total, longest: p.Longest})
		r.pairs[k] = sum
		r.Guessed += p.Inferred
	}
}

// flat returns findings with those of the same cause, which can be below another one in
// another run.
func flat(found []detect.Finding) (all []detect.Finding) {
	for _, f := range found {
		all = append(append(all, f), f.Also...)
	}
	return all
}

func (r *Run) addFinding(f *detect.Finding) {
	id, groupOf, lockOf, moment := f.Identity(), r.groupOf, r.lockOf, f.Start
	if h := f.CostliestHold(); h != nil {
		moment = h.At
	}
	lost, about := f.Lost, []string(nil)
	if s, ok := f.Facts.(*detect.Stated); ok {
		lost, about = cmp.Or(lost, s.Lost), s.About
	}
	r.findings = append(r.findings, runFinding{kind: f.Kind, severity: f.Severity, threads: f.Threads, lost: lost,
		text: f.Text, moment: moment, about: about,
		groups: indices(f.Threads, groupOf), locks: indices(f.Monitors, lockOf),
		id: detect.Identity{Kind: id.Kind, Functions: id.Functions}, byGroups: indices(id.Threads, groupOf),
		byLocks: indices(id.Monitors, lockOf)})
}

// indices returns the indices of some ids, sorted, each once; -1 is left out.
func indices[ID tracefeed.ThreadID | tracefeed.MonitorID](ids []ID, of []int32) (set []int32) {
	for _, id := range ids {
		if i := of[id]; i >= 0 {
			set = append(set, i)
		}
	}
	slices.Sort(set)
	return slices.Compact(set)
}
