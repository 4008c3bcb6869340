package detect

import (
	"fmt"
	"slices"
	"strings"

	"tiv/interaction/detect/ending"
	"tiv/interaction/detect/place"
	"tiv/tracefeed"
)

// joining are facts of findings that are one if they have the same cause.
type joining interface {
	// cause identifies the cause of a finding; "" if it is not known.
	cause(f *Finding, c *causes) string
	// join adds the threads and monitors of later findings with the same cause, and what their
	// facts say. It sets other facts.
	join(f *Finding, later []Finding)
}

// causes finds the causes of findings.
type causes struct {
	*trace
	// rings are the causes of deadlocks, by thread.
	rings map[tracefeed.ThreadID]string
}

// joinAlike joins the findings of one kind that have the same cause: equal functions that wait
// at the same lines, of other threads and for other locks. The first of them stays the first.
func joinAlike(t *trace, found []Finding) []Finding {
	c := &causes{t, map[tracefeed.ThreadID]string{}}
	for i := range found {
		if r, ok := found[i].Facts.(*Ring); ok {
			cause := r.cause(&found[i], c)
			for _, id := range found[i].Threads {
				c.rings[id] = cause
			}
		}
	}
	var groups [][]Finding
	index := map[string]int{}
	for _, f := range found {
		cause := ""
		if x, ok := f.Facts.(joining); ok {
			cause = x.cause(&f, c)
		}
		key := f.Kind + " " + cause
		i, known := index[key]
		if cause == "" || !known {
			index[key] = len(groups)
			groups = append(groups, []Finding{f})
			continue
		}
		groups[i] = append(groups[i], f)
	}
	out := make([]Finding, 0, len(groups))
	for _, group := range groups {
		out = append(out, joined(group))
	}
	return out
}

// joined returns one finding for several with the same cause.
func joined(group []Finding) Finding {
	f := group[0]
	for _, x := range group[1:] {
		f.Start, f.End = min(f.Start, x.Start), max(f.End, x.End)
		f.Evidence, f.Lost, f.Share = min(f.Evidence, x.Evidence), f.Lost+x.Lost, f.Share+x.Share
	}
	if len(group) > 1 {
		f.Facts.(joining).join(&f, group[1:])
	}
	return f
}

// pathOf identifies the place of a stack in the program's own code, with the functions that
// called it; "" if the place is not known.
func (c *causes) pathOf(id tracefeed.StackID) string {
	stack := c.tl.Stacks[id]
	if len(stack) == 0 {
		return ""
	}
	stack = stack[place.UserCall(c.tl, stack):]
	f := c.tl.Frames[stack[0]]
	if f.Func == "" || !place.IsUsers(f) {
		return ""
	}
	path := fmt.Sprintf("%s %s:%d", f.Func, f.File, f.Line)
	for _, caller := range stack[1:] {
		if f := c.tl.Frames[caller]; place.IsUsers(f) {
			path += " in " + f.Func
		}
	}
	return path
}

// at identifies the place of the waits of a finding.
func (c *causes) at(f *Finding, w *Waiting) string {
	if w.Site.Func == "" {
		return ""
	}
	span, _ := ending.LastKnown(c.tl, f.Threads[0])
	return c.pathOf(span.Stack)
}

// behind identifies the cause of waits behind a root: its state and its place.
func (c *causes) behind(f *Finding) string {
	path := c.rootPath(f.Root)
	if path == "" {
		return ""
	}
	return fmt.Sprint(f.Root.State, " ", path)
}

// rootPath identifies the place at which a root waits, or acquired the monitor that it holds;
// of a deadlocked one, the places of its ring.
func (c *causes) rootPath(r *Root) string {
	if r.Deadlocked {
		return c.rings[r.Thread]
	}
	lane := c.tl.Lane(r.Thread)
	if span, _ := lane.At(c.tl.End); span.Stack != tracefeed.NoStack {
		return c.pathOf(span.Stack)
	}
	for _, h := range lane.Held(c.tl.End) {
		if h.Monitor == r.Holds && r.Holds != tracefeed.NoMonitor {
			return c.pathOf(lane.AcquiredAt(h.Monitor, h.Since))
		}
	}
	return ""
}

// leastTurn joins the parts of a ring so that the text is the same whichever is the first.
func leastTurn(parts []string) (least string) {
	for i := range parts {
		if turned := strings.Join(slices.Concat(parts[i:], parts[:i]), ";"); i == 0 || turned < least {
			least = turned
		}
	}
	return least
}
