package ui

import (
	"tiv/execution"
	"tiv/execution/slice"
	"tiv/expression"
	"tiv/interaction/detect"
	"tiv/tracefeed"
)

// addElement adds a slice that was made of elements, unless its condition is too long.
func addElement(d slice.Definition, ok bool) func(*host) {
	return func(h *host) {
		if !ok {
			h.messages.say("These are too many for one condition. Write one on their names: Slices > New slice.")
			return
		}
		addSlices(h, d)
	}
}

// sliceThreads makes a slice of threads, or of all others.
func sliceThreads(h *host, threads []tracefeed.ThreadID, others bool) {
	if len(threads) == 0 {
		h.messages.say("Select some threads first: Ctrl+click, or Shift+drag around them.")
		return
	}
	if others {
		addElement(slice.ExceptThreads(threadsOf(h, threads)))(h)
		return
	}
	addElement(slice.OfThreads(threadsOf(h, threads)))(h)
}

func threadsOf(h *host, ids []tracefeed.ThreadID) (list []tracefeed.Thread) {
	for _, t := range ids {
		list = append(list, h.ws.Timeline.Threads[t])
	}
	return list
}

// sliceFinding makes a slice of the threads of a finding, while it lasts.
func sliceFinding(h *host, f *detect.Finding) {
	d, ok := slice.OfThreads(threadsOf(h, f.Threads))
	d.Name, d.From, d.To = f.Kind, f.Start, f.End
	addElement(d, ok && d.Check() == nil)(h)
}

// sliceLock makes a slice of a lock.
func sliceLock(h *host, m tracefeed.MonitorID) {
	addElement(slice.OfLock(h.ws.Look.Locks.Full(m), h.ws.Timeline.Monitors[m].ID))(h)
}

// sliceInterval makes a slice of the selected interval.
func sliceInterval(a *app) {
	v := a.ws.Look.Interval
	if v.Start >= v.End {
		a.messages.say("Select an interval first: Shift+drag in the overview.")
		return
	}
	addSlices(a.host, slice.OfInterval(v.Start, v.End))
}

// sliceFunction makes a slice of the calls of a function.
func sliceFunction(h *host, name string) { addElement(slice.OfFunction(name))(h) }

// sliceRest is sliceFunction without one of the calls.
func sliceRest(h *host, c *execution.TreeCall) {
	thread := h.ws.Timeline.Threads[c.Thread].Name
	addElement(slice.OfFunctionExcept(c.Name, thread, c.Depth, c.Start))(h)
}

// divideThreads opens the division of threads, or of the states of one.
func divideThreads(h *host, threads []tracefeed.ThreadID) {
	if len(threads) == 0 {
		return
	}
	d, ok := slice.OfThreads(threadsOf(h, threads))
	if len(threads) == 1 {
		d.Of, d.Where = slice.Spans, "thread == "+expression.Quote(expression.Tame(h.ws.Timeline.Threads[threads[0]].Name))
	}
	divideElement(h, d, ok)
}

// divideFunction opens the division of the calls of a function.
func divideFunction(h *host, name string) {
	d, ok := slice.OfFunction(name)
	divideElement(h, d, ok)
}

// divideLock opens the division of the waits for a lock.
func divideLock(h *host, m tracefeed.MonitorID) {
	d, ok := slice.OfLock(h.ws.Look.Locks.Full(m), h.ws.Timeline.Monitors[m].ID)
	d.Of, d.Extent = slice.Spans, slice.Whole
	d.Where = `state == "blocking" && lock == ` + expression.Quote(expression.Tame(h.ws.Timeline.Monitors[m].ID))
	divideElement(h, d, ok)
}

// divideElement opens the division of elements, unless their condition is too long.
func divideElement(h *host, d slice.Definition, ok bool) {
	if !ok || d.Check() != nil {
		h.messages.say("These are too many for one condition. Write one on their names: Slices > Divide into slices.")
		return
	}
	h.slices.divide.show(d)
}
