//go:build !linux

package kernel

import (
	"errors"
	"os"
	"time"
)

// Recorder records scheduler events, on Linux.
type Recorder struct{}

// Start returns an error: only Linux has these events.
func Start(*os.File) (*Recorder, error) {
	return nil, errors.New("scheduler events can be recorded on Linux only")
}

// Stop does nothing.
func (*Recorder) Stop() error { return nil }

// Wall returns 0.
func Wall() time.Duration { return 0 }
