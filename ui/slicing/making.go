package slicing

import (
	"tiv/execution"
	"tiv/execution/slice"
	"tiv/expression"
	"tiv/session"
	"tiv/tracefeed"
)

func (s *Tools) threadsOf(ids []tracefeed.ThreadID) (list []tracefeed.Thread) {
	for _, t := range ids {
		list = append(list, s.Workspace.Timeline.Threads[t])
	}
	return list
}

// AddRest makes a slice of the calls of a function without one of them.
func (s *Tools) AddRest(c *execution.TreeCall) {
	thread := s.Workspace.Timeline.Threads[c.Thread].Name
	d, ok := slice.OfFunctionExcept(c.Name, thread, c.Depth, c.Start)
	session.AddElement(s.messages, s.Document, d, ok)
}

// DivideThreads opens the division of threads, or of the states of one.
func (s *Tools) DivideThreads(threads []tracefeed.ThreadID) {
	if len(threads) == 0 {
		return
	}
	d, ok := slice.OfThreads(s.threadsOf(threads))
	if len(threads) == 1 {
		d.Of, d.Where = slice.Spans, "thread == "+expression.Quote(expression.Tame(s.Workspace.Timeline.Threads[threads[0]].Name))
	}
	s.divideElement(d, ok)
}

// DivideFunction opens the division of the calls of a function.
func (s *Tools) DivideFunction(name string) {
	d, ok := slice.OfFunction(name)
	s.divideElement(d, ok)
}

// DivideLock opens the division of the waits for a lock.
func (s *Tools) DivideLock(m tracefeed.MonitorID) {
	d, ok := slice.OfLock(s.Workspace.Look.Locks.Full(m), s.Workspace.Timeline.Monitors[m].ID)
	d.Of, d.Extent = slice.Spans, slice.Whole
	d.Where = `state == "blocking" && lock == ` + expression.Quote(expression.Tame(s.Workspace.Timeline.Monitors[m].ID))
	s.divideElement(d, ok)
}

// divideElement opens the division of elements, unless their condition is too long.
func (s *Tools) divideElement(d slice.Definition, ok bool) {
	if !ok || d.Check() != nil {
		s.messages.Say("These are too many for one condition. Write one on their names: Slices > Divide into slices.")
		return
	}
	s.Divide.Show(d)
}
