package session

import (
	"maps"

	"tiv/command"
	"tiv/tracefeed"
)

// ThreadList is the choices for the panel Threads.
type ThreadList struct {
	Search string // a text in the names or ids of the listed threads; "" for all

	sort  *command.SortThreads // nil for the first order
	state tracefeed.State      // whose time is listed; Unknown for the first
	open  map[string]bool      // whether the threads of a group are listed, by its name, as far as chosen
}

// orderedStates are the states by whose time threads are sorted.
var orderedStates = [...]tracefeed.State{command.ByRunning: tracefeed.Running, command.ByRunnable: tracefeed.Runnable,
	command.BySuspended: tracefeed.Suspended, command.ByBlocking: tracefeed.Blocking, command.ByIO: tracefeed.IO}

// Order returns the order of the threads: at first those that were blocked longest.
func (l *ThreadList) Order() command.SortThreads {
	if l.sort == nil {
		return command.SortThreads{By: command.ByBlocking, Backwards: true}
	}
	return *l.sort
}

// State returns the state whose time is listed.
func (l *ThreadList) State() tracefeed.State {
	if l.sort == nil || l.state == tracefeed.Unknown {
		return tracefeed.Blocking
	}
	return l.state
}

// IsOpen reports whether the threads of a group are listed. At first they are as the group is.
func (l *ThreadList) IsOpen(group string, first bool) bool {
	if open, chosen := l.open[group]; chosen {
		return open
	}
	return first
}

// threadListHandlers carry out the commands about the panel Threads that need no widgets.
var threadListHandlers = command.Handlers[*Session]{
	command.Chooses(func(s *Session, c command.SortThreads) bool {
		return s.Shown.ThreadList.Order() == c
	}, func(s *Session, c command.SortThreads) {
		l := &s.Shown.ThreadList
		if l.sort = &c; c.By >= command.ByRunning {
			l.state = orderedStates[c.By]
		}
	}),
	command.Does(func(s *Session, c command.FindThreads) { s.Shown.ThreadList.Search = c.Text }),
	command.Does(func(s *Session, c command.ListGroup) {
		l := &s.Shown.ThreadList
		if l.open = maps.Clone(l.open); l.open == nil {
			l.open = map[string]bool{}
		}
		l.open[c.Group] = c.On
	}),
}
