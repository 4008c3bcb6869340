package record

import (
	"fmt"
	"strings"
)

// Locks says which lock operations a recording has. Waits, who holds what is
// waited for, and releases by another goroutine than the owner are in all.
type Locks string

// The ways to record locks.
const (
	LocksAll       Locks = "all"       // every operation
	LocksAuto      Locks = "auto"      // every operation of locks that are not taken often
	LocksContended Locks = "contended" // only what has to do with a wait
)

// ParseLocks returns the way to record locks that a word names.
func ParseLocks(word string) (Locks, error) {
	switch l := Locks(word); l {
	case LocksAll, LocksAuto, LocksContended:
		return l, nil
	}
	return "", fmt.Errorf("%q: want all, auto or contended", word)
}

// limits are the words that tivLimits in inject/limits.go.txt reads.
func (o *Options) limits() string {
	words := []string{"locks=" + string(o.Locks)}
	if o.Locks == "" {
		words[0] = "locks=" + string(LocksAuto)
	}
	if o.MaxSize > 0 {
		words = append(words, fmt.Sprintf("max-size=%d", o.MaxSize))
	}
	if o.Keep > 0 {
		words = append(words, fmt.Sprintf("keep=%d", o.Keep.Nanoseconds()))
	}
	return strings.Join(words, ",")
}
