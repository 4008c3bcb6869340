package sender

import (
	"os"
	"path/filepath"
	"strings"
	"time"

	"tiv/tracefeed/live/wire"
)

// wallClock is the name of the wall clock in a hello.
const wallClock = "wall"

// Here returns the hello of a feed of this process whose time 0 was some time ago. The caller sets
// its identity and language.
func Here(ago time.Duration) wire.Hello {
	h := wire.Hello{Process: int64(os.Getpid()), Wall: time.Now().Add(-ago).UnixNano(), Clock: wallClock}
	if clock := clockName(); clock != "" {
		h.Clock, h.Start = clock, monotonic()-int64(ago)
	}
	if program, err := os.Executable(); err == nil {
		h.Program = filepath.Base(program)
	}
	h.Host, _ = os.Hostname()
	return h
}

// now returns the time of the trace now; false if its clock is not known.
func (s *Sender) now() (int64, bool) {
	switch {
	case strings.HasPrefix(s.hello.Clock, "monotonic ") && s.hello.Clock == clockName() && s.hello.Start > 0:
		return monotonic() - s.hello.Start, true
	case s.hello.Clock == wallClock && s.hello.Wall > 0:
		return time.Now().UnixNano() - s.hello.Wall, true
	}
	return 0, false
}
