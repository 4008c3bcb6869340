package wire

import "strings"

// Reason is the Reason for which a goroutine stopped.
type Reason uint8

const (
	NoReason Reason = iota // not looked up yet
	ReasonSync
	ReasonChannel
	ReasonSleep
	ReasonNetwork
	ReasonCond
	ReasonForever
	ReasonSwitch // to another goroutine, by iter.Pull: no text
	ReasonPreempted
	ReasonSystem
	ReasonSynctest
	ReasonGC
	ReasonOther
	NumReasons
)

var reasonWords = map[string]Reason{
	"sync":                  ReasonSync,
	"chan receive":          ReasonChannel,
	"chan send":             ReasonChannel,
	"select":                ReasonChannel,
	"sleep":                 ReasonSleep,
	"network":               ReasonNetwork,
	"sync.(*Cond).Wait":     ReasonCond,
	"forever":               ReasonForever,
	"":                      ReasonSwitch,
	"preempted":             ReasonPreempted,
	"system goroutine wait": ReasonSystem,
	"synctest":              ReasonSynctest,
	"wait until GC ends":    ReasonGC,
}

// ReasonOf parses the runtime's text.
func ReasonOf(words string) Reason {
	if r, ok := reasonWords[words]; ok {
		return r
	}
	if strings.HasPrefix(words, "GC ") {
		return ReasonGC
	}
	return ReasonOther
}
