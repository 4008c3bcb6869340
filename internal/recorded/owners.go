package recorded

import (
	"errors"
	"fmt"

	"tiv/tracefeed"
	"tiv/workspace/loader"
)

// Owners follows the owners of locks through the events of a trace.
type Owners struct {
	tables   *tracefeed.Tables
	of       map[tracefeed.MonitorID]map[tracefeed.ThreadID]bool // true for a reader
	released map[tracefeed.MonitorID]tracefeed.Event             // the last exclusive release, or that of a reader
}

// NewOwners returns the owners at the begin of a trace: none.
func NewOwners(tables *tracefeed.Tables) *Owners {
	return &Owners{tables: tables, of: map[tracefeed.MonitorID]map[tracefeed.ThreadID]bool{},
		released: map[tracefeed.MonitorID]tracefeed.Event{}}
}

// Owns reports whether a thread owns a lock.
func (o *Owners) Owns(th tracefeed.ThreadID, mon tracefeed.MonitorID) bool {
	_, owns := o.of[mon][th]
	return owns
}

// Change follows an event. The error is about an acquisition of a lock that another thread
// owns, or has released at the same time, unless both are readers: events of one time have
// no order between threads.
func (o *Owners) Change(ev *tracefeed.Event) error {
	switch ev.Kind {
	case tracefeed.Lost:
		clear(o.of)
	case tracefeed.MonitorExit:
		r := *ev
		r.Shared = o.of[ev.Monitor][ev.Thread]
		o.released[ev.Monitor] = r
		delete(o.of[ev.Monitor], ev.Thread)
	case tracefeed.MonitorEnter:
		return o.enter(ev)
	}
	return nil
}

func (o *Owners) enter(ev *tracefeed.Event) error {
	of := o.of[ev.Monitor]
	if of == nil {
		of = map[tracefeed.ThreadID]bool{}
		o.of[ev.Monitor] = of
	}
	for other, reads := range of {
		if other != ev.Thread && !(reads && ev.Shared) {
			return fmt.Errorf("at %v %s takes %s, which %s has", ev.Time, o.thread(ev.Thread),
				o.tables.Monitors[ev.Monitor].Name, o.thread(other))
		}
	}
	r, ok := o.released[ev.Monitor]
	if ok && r.Time == ev.Time && r.Thread != ev.Thread && !(r.Shared && ev.Shared) {
		return fmt.Errorf("at %v %s takes %s, which %s releases then", ev.Time, o.thread(ev.Thread),
			o.tables.Monitors[ev.Monitor].Name, o.thread(r.Thread))
	}
	of[ev.Thread] = ev.Shared
	return nil
}

func (o *Owners) thread(id tracefeed.ThreadID) string {
	return fmt.Sprintf("%s (%d)", o.tables.Threads[id].Name, id)
}

// CheckOwners follows the owners of all locks in a trace, up to its end or its first damage,
// and returns the first error.
func CheckOwners(trace string) error {
	source, err := tracefeed.Open(trace, loader.Formats())
	if err != nil {
		return err
	}
	defer source.Close()
	return CheckOwnersIn(source)
}

// CheckOwnersIn does so with a feed.
func CheckOwnersIn(feed tracefeed.Feed) error {
	owners := NewOwners(feed.Tables())
	for ev, err := range tracefeed.All(feed) {
		if damage := (*tracefeed.Damage)(nil); errors.As(err, &damage) {
			return nil
		} else if err != nil {
			return err
		}
		if err := owners.Change(ev); err != nil {
			return err
		}
	}
	return nil
}
