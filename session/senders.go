package session

import (
	"fmt"

	"tiv/report"
	"tiv/tracefeed/live/roster"
)

// Senders returns the programs that send the trace at path; nil for other traces.
func (o *Opener) Senders(path string) roster.Programs {
	if o := &o.options; path == o.Sent {
		return o.Senders
	}
	return nil
}

// control does something with a program that sends its trace, by the number of its feed.
func (o *Opener) control(id string, do func(roster.Programs) bool) {
	s := o.session
	senders := o.Senders(s.Shown.Path)
	switch {
	case senders == nil:
		s.Messages.Say("No programs send this trace.")
	case !do(senders):
		s.Messages.Fail(fmt.Errorf("no program has the feed %q", report.Safe(id)))
	}
}
