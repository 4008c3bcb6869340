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
	h := At(monotonic()-int64(ago), time.Now().Add(-ago).UnixNano())
	h.Process = int64(os.Getpid())
	if program, err := os.Executable(); err == nil {
		h.Program = filepath.Base(program)
	}
	return h
}

// At returns the hello of a feed of this machine whose time 0 is at a time of its monotonic clock, 0
// if that is not known, and of its wall clock.
func At(start, wall int64) wire.Hello {
	h := wire.Hello{Wall: wall, Clock: wallClock}
	if clock := wire.MachineClock(); clock != "" && start > 0 {
		h.Clock, h.Start = clock, start
	}
	h.Host, _ = os.Hostname()
	return h
}

// WallAt returns what the wall clock showed at a time of the monotonic clock, as far as nobody has
// set it since.
func WallAt(start int64) int64 { return time.Now().UnixNano() - (monotonic() - start) }

// now returns the time of the trace now; false if its clock is not known.
func (s *Sender) now() (int64, bool) {
	switch {
	case strings.HasPrefix(s.hello.Clock, "monotonic ") && s.hello.Clock == wire.MachineClock() && s.hello.Start > 0:
		return monotonic() - s.hello.Start, true
	case s.hello.Clock == wallClock && s.hello.Wall > 0:
		return time.Now().UnixNano() - s.hello.Wall, true
	}
	return 0, false
}
