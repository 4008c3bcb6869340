package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"runtime/debug"
	"strconv"
	"strings"

	"tiv/timeline"
)

// memoryFlag is how much memory TIV may take, in bytes. It can always read
// again what it does not keep.
type memoryFlag int64

// memory is what --memory says; a quarter of the machine's at first.
var memory = memoryFlag(machineMemory() / 4)

const (
	leastMemory = 64 << 20
	// someMachine is how much a machine has that does not say.
	someMachine = 4 << 30
)

// addMemoryFlag adds --memory to a command.
func addMemoryFlag(fs *flag.FlagSet) { fs.Var(&memory, "memory", "") }

// model is the part of it that the pages of a trace may take: the rest is for
// what is made of them, for the program itself and for the window.
func (m memoryFlag) model() int64 {
	const others = 144 << 20
	return max(int64(m)/8, (int64(m)-others)/2)
}

// heap is the part of it that the collector manages: the program itself takes
// some, too.
func (m memoryFlag) heap() int64 { return int64(m - m/16 - 12<<20) }

// apply makes the collector work harder where memory gets short.
func (m memoryFlag) apply() { debug.SetMemoryLimit(m.heap()) }

// bounded returns a Memory for the pages of traces that ends what takes more than
// the limit.
func (m memoryFlag) bounded() *timeline.Memory {
	return timeline.NewMemory(m.model()).Within(int64(m), m.heap())
}

// short says that a limit is too low, if that is the error.
func (m memoryFlag) short(err error) error {
	if e := new(timeline.MemoryError); errors.As(err, &e) {
		return fmt.Errorf("--memory %v: %w", &m, err)
	}
	return err
}

// thrifty lets the collector come when memory has grown by less than usual. What a
// window works with are long lists without pointers, which cost it hardly anything,
// and lists that are given up again would double what it takes.
func thrifty() {
	const percent = 40
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(percent)
	}
}

func (m *memoryFlag) String() string { return fmt.Sprintf("%dM", *m>>20) }

// Set reads what parseBytes reads.
func (m *memoryFlag) Set(s string) error {
	bytes, err := parseBytes(s)
	if err == nil && bytes < leastMemory {
		err = fmt.Errorf("want at least %dM", leastMemory>>20)
	}
	if err == nil {
		*m = memoryFlag(bytes)
	}
	return err
}

// parseBytes reads a number of bytes, with K, M, G or T for powers of 1024.
func parseBytes(s string) (int64, error) {
	digits := strings.TrimRight(strings.ToUpper(s), "KMGTIB")
	n, err := strconv.ParseFloat(digits, 64)
	unit := strings.ToUpper(s[len(digits):])
	shift := map[string]int{"": 0, "B": 0, "K": 10, "KB": 10, "KIB": 10, "M": 20, "MB": 20, "MIB": 20, "G": 30, "GB": 30,
		"GIB": 30, "T": 40, "TB": 40, "TIB": 40}
	by, known := shift[unit]
	if err != nil || !known || !(n >= 0 && n < 1<<20) {
		return 0, errors.New("want a size like 500M or 2G")
	}
	return int64(n * float64(int64(1)<<by)), nil
}

// machineMemory returns how much memory the process can have: that of the machine,
// or of its control group.
func machineMemory() int64 {
	limit := groupLimit(os.DirFS("/"))
	return max(min(physicalMemory(), limit), 4*leastMemory)
}

// physicalMemory returns how much memory the machine has.
func physicalMemory() int64 {
	data, err := os.ReadFile("/proc/meminfo")
	if err != nil {
		return someMachine
	}
	var kb int64
	if _, err := fmt.Sscanf(string(data), "MemTotal: %d kB", &kb); err != nil || kb <= 0 {
		return someMachine
	}
	return kb << 10
}
