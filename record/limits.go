package record

import (
	"fmt"
	"strings"
)

// Locks selects the lock operations in a recording. Every recording has waits,
// the owners of the locks waited for, and releases by another goroutine than
// the owner.
type Locks string

// The ways to record locks.
const (
	LocksAll       Locks = "all"       // every operation
	LocksAuto      Locks = "auto"      // every operation, except on locks that are acquired often
	LocksContended Locks = "contended" // only operations related to a wait
)

// DefaultMaxRate is the limit of `tiv record`, in bytes a minute.
const DefaultMaxRate = 200_000_000

// limits returns the words that tivLimits in gobuild/inject/limits.go.txt parses.
func (o *Options) limits() string {
	words := []string{"locks=" + string(o.Locks)}
	if o.Locks == "" {
		words[0] = "locks=" + string(LocksAuto)
	}
	if o.Channels {
		words = append(words, "channels")
	}
	if o.Tasks != nil {
		words = append(words, "items")
	}
	if o.MaxSize > 0 {
		words = append(words, fmt.Sprintf("max-size=%d", o.MaxSize))
	}
	if o.MaxRate > 0 {
		words = append(words, fmt.Sprintf("rate=%d", o.MaxRate))
	}
	if o.Keep > 0 {
		words = append(words, fmt.Sprintf("keep=%d", o.Keep.Nanoseconds()))
	}
	return strings.Join(words, ",")
}
