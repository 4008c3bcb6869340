package slicing

import (
	"tiv/execution"
	"tiv/execution/slice"
	"tiv/expression"
	"tiv/interaction/detect"
	"tiv/tracefeed"
)

// AddElement adds a slice that was made of elements, unless its condition is too long.
func (s *Tools) AddElement(d slice.Definition, ok bool) {
	if !ok {
		s.messages.Say("These are too many for one condition. Write one on their names: Slices > New slice.")
		return
	}
	s.add(d)
}

// AddThreads makes a slice of threads, or of all others.
func (s *Tools) AddThreads(threads []tracefeed.ThreadID, others bool) {
	if len(threads) == 0 {
		s.messages.Say("Select some threads first: Ctrl+click, or Shift+drag around them.")
		return
	}
	if others {
		s.AddElement(slice.ExceptThreads(s.threadsOf(threads)))
		return
	}
	s.AddElement(slice.OfThreads(s.threadsOf(threads)))
}

func (s *Tools) threadsOf(ids []tracefeed.ThreadID) (list []tracefeed.Thread) {
	for _, t := range ids {
		list = append(list, s.Workspace.Timeline.Threads[t])
	}
	return list
}

// AddFinding makes a slice of the threads of a finding, while it lasts.
func (s *Tools) AddFinding(f *detect.Finding) {
	d, ok := slice.OfThreads(s.threadsOf(f.Threads))
	d.Name, d.From, d.To = f.Kind, f.Start, f.End
	s.AddElement(d, ok && d.Check() == nil)
}

// AddLock makes a slice of a lock.
func (s *Tools) AddLock(m tracefeed.MonitorID) {
	s.AddElement(slice.OfLock(s.Workspace.Look.Locks.Full(m), s.Workspace.Timeline.Monitors[m].ID))
}

// AddInterval makes a slice of the selected interval.
func (s *Tools) AddInterval() {
	v := s.Workspace.Look.Interval
	if v.Start >= v.End {
		s.messages.Say("Select an interval first: Shift+drag in the overview.")
		return
	}
	s.add(slice.OfInterval(v.Start, v.End))
}

// AddFunction makes a slice of the calls of a function.
func (s *Tools) AddFunction(name string) { s.AddElement(slice.OfFunction(name)) }

// AddRest is AddFunction without one of the calls.
func (s *Tools) AddRest(c *execution.TreeCall) {
	thread := s.Workspace.Timeline.Threads[c.Thread].Name
	s.AddElement(slice.OfFunctionExcept(c.Name, thread, c.Depth, c.Start))
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
