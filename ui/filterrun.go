package ui

import (
	"context"
	"time"

	"tiv/scene"
	"tiv/workspace"
)

// filterRun is the evaluation of a filter in a goroutine.
type filterRun struct {
	*work[workspace.Answer]
	about *workspace.Question
	began time.Time // when the first of successive evaluations began
}

// runFilter starts the evaluation of the filter in a goroutine if it is slow, and
// takes over its result. It never blocks.
func (a *app) runFilter() {
	s, began := a.filterRun, time.Now()
	if s != nil {
		if began = s.began; !s.about.Concerns(a.ws) {
			s.stop()
		}
		if !s.ready.Load() {
			return
		}
		if a.filterRun = nil; s.ok {
			a.takeAnswer(s.found)
		}
	}
	q := a.ws.Question()
	if q == nil {
		return
	}
	if s != nil && !s.about.Concerns(a.ws) {
		began = time.Now()
	}
	find := func(ctx context.Context, tell func(float64)) (workspace.Answer, bool) { return q.Ask(ctx, tell) }
	a.filterRun = &filterRun{begin(a.alarm.ring, find), q, began}
}

// takeAnswer shows the result of the filter. While a trace plays, threads do
// not glide, because they come and go all the time.
func (a *app) takeAnswer(found workspace.Answer) {
	if a.settings.eased && a.frame != nil && !a.ws.Playback.Playing {
		a.depart()
	}
	a.ws.Take(found)
	a.stale = true
}

// unfilter returns the command that cancels the evaluation: back to the
// previous filter, or to none if the present one is evaluated for another time.
func (t *tab) unfilter() workspace.Command {
	before := t.ws.Answered()
	if before.Text == t.ws.Filter.Text {
		before = workspace.Filter{}
	}
	return workspace.SetFilter{Filter: before}
}

// stopFilter cancels the tab's filter evaluation, if there is one, and waits
// for its goroutine to end.
func (t *tab) stopFilter() {
	if t.filterRun != nil {
		t.filterRun.stop()
		<-t.filterRun.done
		t.filterRun = nil
	}
}

// applyFilter evaluates a pending filter, if there is one, and sets the threads of
// the look to its result.
func (m *maker) applyFilter(q *workspace.Question, look *scene.Look) {
	if q == nil {
		return
	}
	if found, ok := q.Ask(m.ctx, m.tell); ok {
		q.Show(found, look)
	}
}
