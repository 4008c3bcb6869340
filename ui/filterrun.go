package ui

import (
	"context"
	"time"

	"tiv/scene"
	"tiv/workspace"
)

// sifting is a filter that a goroutine asks, because that takes long.
type sifting struct {
	*work[workspace.Answer]
	about *workspace.Question
	began time.Time // when the first of several questions was asked
}

// sift lets a goroutine ask the filter, and takes over what it answers. It never
// waits.
func (a *app) sift() {
	s, began := a.sifting, time.Now()
	if s != nil {
		if began = s.began; !s.about.Concerns(a.ws) {
			s.stop()
		}
		if !s.ready.Load() {
			return
		}
		if a.sifting = nil; s.ok {
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
	a.sifting = &sifting{begin(a.alarm.ring, find), q, began}
}

// takeAnswer shows what the filter has answered. While a trace plays, threads do
// not glide: they would come and go all the time.
func (a *app) takeAnswer(found workspace.Answer) {
	if a.settings.eased && a.frame != nil && !a.ws.Playback.Playing {
		a.depart()
	}
	a.ws.Take(found)
	a.stale = true
}

// unfilter returns the command that ends the asking: back to the filter before,
// or to none if it is the same one of another time.
func (t *tab) unfilter() workspace.Command {
	before := t.ws.Answered()
	if before.Text == t.ws.Filter.Text {
		before = workspace.Filter{}
	}
	return workspace.SetFilter{Filter: before}
}

// endSifting stops the goroutine of a tab that asks the filter, if there is one,
// and waits until it has.
func (t *tab) endSifting() {
	if t.sifting != nil {
		t.sifting.stop()
		<-t.sifting.done
		t.sifting = nil
	}
}

// asked lets a look show what a question is answered, if there is one.
func (m *maker) asked(q *workspace.Question, look *scene.Look) {
	if q == nil {
		return
	}
	if found, ok := q.Ask(m.ctx, m.tell); ok {
		q.Show(found, look)
	}
}
