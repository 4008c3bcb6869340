package gotrace

import "strings"

// reason is the reason for which a goroutine stopped.
type reason uint8

const (
	noReason reason = iota // not looked up yet
	bySync
	byChannel
	bySleep
	byNetwork
	byCond
	byForever
	byHandOver // to another goroutine, by iter.Pull: no text
	byPreemption
	bySystem
	byTest
	byCollector
	byOther
	numReasons
)

var reasonWords = map[string]reason{
	"sync":                  bySync,
	"chan receive":          byChannel,
	"chan send":             byChannel,
	"select":                byChannel,
	"sleep":                 bySleep,
	"network":               byNetwork,
	"sync.(*Cond).Wait":     byCond,
	"forever":               byForever,
	"":                      byHandOver,
	"preempted":             byPreemption,
	"system goroutine wait": bySystem,
	"synctest":              byTest,
	"wait until GC ends":    byCollector,
}

// reasonOf parses the runtime's text.
func reasonOf(words string) reason {
	if r, ok := reasonWords[words]; ok {
		return r
	}
	if strings.HasPrefix(words, "GC ") {
		return byCollector
	}
	return byOther
}
