package detect

import "fmt"

// Endless is the facts of waits that the trace declares endless.
type Endless struct{ Waiting Waiting }

func (e *Endless) waiting() *Waiting { return &e.Waiting }

func (e *Endless) reason() string { return "endless" }

func (e *Endless) fits(_ *Finding, in extent) bool { return e.Waiting.fits(in) }

func (e *Endless) text(f *Finding, w wording) string {
	s := e.Waiting.text(f, w) + " Nothing can ever wake "
	if len(f.Threads) > 1 {
		s += "them."
	} else {
		s += "it."
	}
	if t := e.Waiting.Told; t != nil {
		s += told(t, w)
	}
	if a := e.Waiting.Answered; a != nil {
		s += answered(a, w)
	}
	return s
}

func (e *Endless) debt() Debt {
	switch a, t := e.Waiting.Answered, e.Waiting.Told; {
	case a != nil:
		return Debt{a.Waiter, a.Thread}
	case t != nil:
		return Debt{t.Waiter, t.Thread}
	}
	return Debt{}
}

func (e *Endless) advice(*Finding) string {
	return "Look for the code that was to end the wait, such as the other end of the channel, and why it never runs. " +
		"Give the wait a second way to end, such as a timeout."
}

// Behind is the facts of waits for the root of the finding, which cannot proceed itself.
type Behind struct{ Waiting Waiting }

func (b *Behind) waiting() *Waiting { return &b.Waiting }

func (b *Behind) reason() string { return "behind" }

func (b *Behind) fits(f *Finding, in extent) bool { return f.Root != nil && b.Waiting.fits(in) }

func (b *Behind) text(f *Finding, w wording) string { return b.Waiting.behind(f, w, true) }

func (b *Behind) cause(f *Finding, c *causes) string { return c.behind(f) }

func (b *Behind) join(f *Finding, later []Finding) {
	f.Facts = &Behind{b.Waiting.join(f, later, func(x Facts) *Waiting { return &x.(*Behind).Waiting })}
}

func (b *Behind) advice(*Finding) string {
	return "Look at the thread at the root first: the others go on when it does."
}

// Abandoned is the facts of waits for a monitor whose wakers have all ended: the threads that
// ended earlier waits for it.
type Abandoned struct {
	Waiting Waiting
	// Count is the number of earlier waits.
	Count int
}

func (a *Abandoned) waiting() *Waiting { return &a.Waiting }

func (a *Abandoned) reason() string { return "abandoned" }

func (a *Abandoned) fits(_ *Finding, in extent) bool { return a.Waiting.fits(in) }

func (a *Abandoned) text(f *Finding, w wording) string {
	object := "it"
	if a.Waiting.Roots > 1 {
		object = fmt.Sprintf("these %d locks", a.Waiting.Roots)
	}
	return a.Waiting.text(f, w) + fmt.Sprintf(" The threads that ended all %d earlier waits for %s have ended themselves.", a.Count, object)
}

func (a *Abandoned) cause(f *Finding, c *causes) string { return c.at(f, &a.Waiting) }

func (a *Abandoned) join(f *Finding, later []Finding) {
	all := &Abandoned{Count: a.Count, Waiting: a.Waiting.join(f, later, func(x Facts) *Waiting { return &x.(*Abandoned).Waiting })}
	for i := range later {
		all.Count += later[i].Facts.(*Abandoned).Count
	}
	f.Facts = all
}

func (a *Abandoned) advice(*Finding) string {
	return "Look at why the threads that ended the earlier waits have ended, and which thread was to take their place."
}
