// Package roster describes the programs that send their traces, for those who list them.
package roster

import "time"

// State is what is known of a program now.
type State int

// The states of programs.
const (
	// Connected: it sends. Silent: it is connected, and nothing has come for so long that it is not waited
	// for. Away: its connection has ended, and it can come back.
	Connected State = iota
	Silent
	Away
	// Ended: its trace is complete. Stopped: the user has ended its trace.
	Ended
	Stopped
)

// String returns the word for people.
func (s State) String() string {
	return [...]string{"connected", "silent", "away", "ended", "stopped"}[s]
}

// Program is a program that sends its trace.
type Program struct {
	// ID is the number of its feed, as text.
	ID string
	// Process is the id of its process in the trace, "" before its first event.
	Process string
	// Name, Host and Language are names for people, "" if unknown; Number is the number of its process, 0
	// if unknown.
	Name, Host, Language string
	Number               int64
	// Clock says how its clock is compared with that of the first program, "" before its first event.
	Clock string
	State State
	// Muted: its events are not kept.
	Muted bool
	// Events is the number of events that were kept, -1 if unknown, and Rate that of a second.
	Events int64
	Rate   float64
	// Lost is the number of events that it could not send, or that were not kept, and Missing that of
	// pieces of unknown size.
	Lost, Missing uint64
	// Delay is how long ago the end of its trace was; only of one that is connected or silent.
	Delay time.Duration
}

// Programs are the programs that send their traces. Its methods are safe for concurrent use, and do not
// wait.
type Programs interface {
	// Programs returns them in the order in which they came.
	Programs() []Program
	// Mute lets the events of the program with an ID be left out from now on, or kept again. End ends its
	// trace. They return false for an unknown ID.
	Mute(id string, on bool) bool
	End(id string) bool
}
