package findings

import (
	"cmp"
	"context"
	"fmt"

	"tiv/interaction"
	"tiv/interaction/detect"
	"tiv/task"
	"tiv/task/waits"
	"tiv/tracefeed"
)

// between is the waits of tasks of one type for tasks of another at one lock.
type between struct {
	pair
	time           tracefeed.Time
	blocked        map[int]bool // outermost tasks
	waiting, holds threads
	start, end     tracefeed.Time
}

// pair is a type of tasks, a lock, and the type of the tasks for which it was held.
type pair struct {
	typ, holder string
	noTask      bool // it was held for none
	monitor     tracefeed.MonitorID
}

// interference finds the locks at which tasks of one type lost much of their time to what was done
// for others. Waits whose holder is not known accuse nobody: package detect reports them.
func (s *search) interference(ctx context.Context) ([]detect.Finding, error) {
	list, err := waits.Find(ctx, s.tl, s.x)
	if err != nil {
		return nil, err
	}
	of := map[pair]*between{}
	for i := range list {
		s.addWait(of, &list[i])
	}
	var costly []*between
	for _, b := range of {
		if len(b.blocked) >= leastTasks && s.costly(b.typ, b.time) {
			costly = append(costly, b)
		}
	}
	var found []detect.Finding
	for _, b := range costliest(costly, func(b *between) tracefeed.Time { return b.time }, func(a, b *between) int {
		return cmp.Or(cmp.Compare(a.typ, b.typ), cmp.Compare(a.holder, b.holder), cmp.Compare(a.monitor, b.monitor))
	}) {
		found = append(found, s.interferes(b))
	}
	return found, nil
}

// addWait adds a wait. One for another thread that works for the same task is not for others.
func (s *search) addWait(of map[pair]*between, w *waits.Wait) {
	if w.Task == task.NoTask || w.Thread == tracefeed.NoThread {
		return
	}
	root := s.root[w.Task]
	if w.Holder != task.NoTask && s.root[w.Holder] == root {
		return
	}
	t := &s.x.Tasks[root]
	key := pair{typ: t.Type, noTask: w.Holder == task.NoTask, monitor: w.Monitor}
	if !key.noTask {
		key.holder = s.x.Tasks[s.root[w.Holder]].Type
	}
	b := of[key]
	if b == nil {
		b = &between{pair: key, blocked: map[int]bool{}, waiting: threads{}, holds: threads{}, start: t.Start}
		of[key] = b
	}
	b.time += w.Time
	b.blocked[root], b.holds[w.Thread] = true, true
	for _, id := range s.x.Tasks[w.Task].Threads {
		b.waiting[id] = true
	}
	b.start, b.end = min(b.start, t.Start), max(b.end, t.End)
}

// interferes returns the finding about waits.
func (s *search) interferes(b *between) detect.Finding {
	holder, blocked, share := "threads that worked for no task", len(b.blocked), tracefeed.Percent(b.time, s.durations[b.typ])
	if !b.noTask {
		holder = "threads that worked for " + named(b.holder)
	}
	time := b.time
	f := detect.Finding{
		Kind: detect.TaskInterference, Severity: detect.Cost, Evidence: interaction.Observed,
		Start: b.start, End: b.end, Lost: b.time, Share: float64(b.time) / float64(max(1, s.alive)),
		Threads: b.waiting.sorted(),
	}
	if b.monitor != tracefeed.NoMonitor {
		f.Monitors = []tracefeed.MonitorID{b.monitor}
	}
	if holds := b.holds.sorted(); len(holds) == 1 {
		f.Root = &detect.Root{Thread: holds[0]}
	}
	about := []string{b.typ, b.holder}
	m := b.monitor
	f.Facts = &detect.Stated{About: about,
		Say: func(lock func(tracefeed.MonitorID) string) string {
			return fmt.Sprintf("%s of %s were blocked for %v, %s of the time of all such tasks: they waited for %s, "+
				"which %s held. Hold it for less time there, or take it less often.",
				tracefeed.Plural(blocked, "task"), named(b.typ), time, share, lock(m), holder)
		},
		Short: func(lock func(tracefeed.MonitorID) string) string {
			return fmt.Sprintf("%s: %s of its time blocked at %s by %s", named(b.typ), share, lock(m), briefly(b))
		}}
	return f
}

func briefly(b *between) string {
	if b.noTask {
		return "no task"
	}
	return named(b.holder)
}

// named returns the name of a type in texts.
func named(typ string) string {
	if typ == "" {
		return "tasks without a name"
	}
	return typ
}
