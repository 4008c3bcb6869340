package live

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// state is the state of the writer of a file.
type state uint8

const (
	unknown state = iota // it may be on another machine, or not have the file open
	writing              // it is running and has the file open, as far as can be seen
	gone                 // it was seen writing, and does not run any more
)

// writer is the process that writes a file.
type writer struct {
	pid   int
	began time.Time
	seen  bool   // it was seen writing
	open  string // the entry in /proc of its open file, if it was seen
}

// clockSlack is the largest difference between the start of a process, as the
// kernel reports it, and the same time on the wall clock.
const clockSlack = 2 * time.Second

// check looks for the process. Its cost follows the number of files that the
// process has open, if the file is not where it was the last time.
func (w *writer) check(file *os.File) state {
	if w.pid <= 0 || !w.running() {
		if w.seen {
			return gone
		}
		return unknown
	}
	if !w.hasOpen(file) {
		return unknown
	}
	w.seen = true
	return writing
}

// running reports whether the process exists, and not only as a zombie. A
// process that started after began is another one with the same id.
func (w *writer) running() bool {
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", w.pid))
	if err != nil {
		return false
	}
	// The name, in parentheses, may contain spaces and parentheses.
	fields := strings.Fields(string(data[bytes.LastIndexByte(data, ')')+1:]))
	const stateField, startField = 0, 19 // of proc(5), less the first two and from 0
	if len(fields) <= startField || fields[stateField] == "Z" || fields[stateField] == "X" {
		return false
	}
	ticks, err := strconv.ParseInt(fields[startField], 10, 64)
	boot, ok := bootTime()
	if err != nil || !ok || w.began.IsZero() {
		return true
	}
	const tick = time.Second / 100 // USER_HZ on all architectures of Linux
	return !boot.Add(time.Duration(ticks) * tick).After(w.began.Add(clockSlack))
}

// bootTime returns the start of the system's clock.
func bootTime() (time.Time, bool) {
	data, err := os.ReadFile("/proc/stat")
	if err != nil {
		return time.Time{}, false
	}
	_, rest, ok := strings.Cut(string(data), "\nbtime ")
	line, _, _ := strings.Cut(rest, "\n")
	seconds, err := strconv.ParseInt(line, 10, 64)
	return time.Unix(seconds, 0), ok && err == nil
}

// hasOpen reports whether the process has the file open. It is true if that is
// not visible, for a process of another user.
func (w *writer) hasOpen(file *os.File) bool {
	st, err := file.Stat()
	if err != nil {
		return false
	}
	same := func(entry string) bool {
		other, err := os.Stat(entry)
		return err == nil && os.SameFile(st, other)
	}
	if w.open != "" && same(w.open) {
		return true
	}
	dir := fmt.Sprintf("/proc/%d/fd", w.pid)
	list, err := os.ReadDir(dir)
	if err != nil {
		return os.IsPermission(err)
	}
	for _, e := range list {
		if entry := filepath.Join(dir, e.Name()); same(entry) {
			w.open = entry
			return true
		}
	}
	return false
}
