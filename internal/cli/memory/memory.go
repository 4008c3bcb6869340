// Package memory limits the memory of TIV: the flag --memory, with the memory of the
// machine as its default. Numbers of bytes go in; limits for the collector and for the
// pages of traces come out. Nothing here reads traces.
package memory

import (
	"errors"
	"fmt"
	"os"
	"runtime/debug"

	"github.com/pbnjay/memory"
	"github.com/spf13/pflag"

	"tiv/timeline"
)

// Limit is the limit of the memory of TIV, in bytes. Pages of traces over the
// limit are read again from the file.
type Limit int64

const (
	leastMemory = 64 << 20
	// someMachine is the assumed memory of a machine of unknown size.
	someMachine = 4 << 30
)

// AddFlag adds --memory. Help leaves out the default: it differs between
// machines.
func AddFlag(fs *pflag.FlagSet, to *Limit) {
	fs.Var(to, "memory", "Limit on memory (500M, 2G); default: a quarter of RAM, or of the control group's limit. "+
		"Pages beyond the limit are read again from the file. If a trace needs more, the command reports how much")
	fs.Lookup("memory").DefValue = ""
}

// model returns the limit for the pages of a trace, in bytes. The rest is for results,
// the program itself and the window.
func (m Limit) model() int64 {
	const others = 144 << 20
	return max(int64(m)/8, (int64(m)-others)/2)
}

// heap returns the limit for the collector, in bytes. The rest is for the program
// itself.
func (m Limit) heap() int64 { return int64(m - m/16 - 12<<20) }

// Apply sets the limit of the collector.
func (m Limit) Apply() { debug.SetMemoryLimit(m.heap()) }

// Bounded returns a Memory for the pages of traces. Loads that need more than the
// limit end with a timeline.MemoryError.
func (m Limit) Bounded() *timeline.Memory {
	return timeline.NewMemory(m.model()).Within(int64(m), m.heap())
}

// Explain adds the flag to err if the limit is too low.
func (m Limit) Explain(err error) error {
	if e := new(timeline.MemoryError); errors.As(err, &e) {
		return fmt.Errorf("--memory %v: %w", &m, err)
	}
	return err
}

// Thrifty lets the collector run more often. The data of a window are long lists
// without pointers, cheap for the collector; dropped lists would double the
// memory of the window.
func Thrifty() {
	const percent = 40
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(percent)
	}
}

func (m *Limit) String() string { return fmt.Sprintf("%dM", *m>>20) }

// Set reads a size as parseBytes does.
func (m *Limit) Set(s string) error {
	bytes, err := parseBytes(s)
	if err == nil && bytes < leastMemory {
		err = fmt.Errorf("want at least %dM", leastMemory>>20)
	}
	if err == nil {
		*m = Limit(bytes)
	}
	return err
}

// Type returns the placeholder of the value in help.
func (m *Limit) Type() string { return "SIZE" }

// Machine returns the memory for the process in bytes: all of the machine, or
// the limit of its control group, if that is less.
func Machine() int64 {
	machine := int64(memory.TotalMemory())
	if machine <= 0 {
		machine = someMachine
	}
	return max(min(machine, groupLimit(os.DirFS("/"))), 4*leastMemory)
}
