package jvm

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

const (
	// poll is the time between two looks at the files of the machine. It writes each
	// second.
	poll = 200 * time.Millisecond
	// maxSize bounds the files that the machine keeps; they are copied long before.
	maxSize = "64m"
)

// Record starts a recording of the machine and copies it to a file until ctx is done or
// the machine ends; then it stops the recording. settings are for Flight Recorder.
// began is called once the file has events. ended is true if the machine has ended.
func (m *Machine) Record(ctx context.Context, settings []byte, to *os.File, began func()) (ended bool, err error) {
	f := &follower{out: to, old: map[string]bool{}}
	// A machine that has never recorded has no folder yet.
	if f.folder, err = m.repository(); err != nil {
		return false, err
	}
	f.ignorePresent()
	name := fmt.Sprintf("tiv-%d", os.Getpid())
	if err := m.start(name, settings); err != nil {
		return false, err
	}
	if f.folder, err = m.repository(); err == nil {
		ended, err = f.run(ctx, m, began)
	}
	if !ended {
		_, stopped := m.Command("JFR.stop name=" + name)
		if stopped != nil && !m.listens() {
			ended, stopped = true, nil
		}
		err = errors.Join(err, stopped)
	}
	return ended, errors.Join(err, f.finish())
}

// Records returns an error if the machine has no Flight Recorder.
func (m *Machine) Records() error {
	_, err := m.Command("help JFR.start")
	return err
}

// repository returns the folder of the machine's recordings, as seen from here; "" if it has
// none yet.
func (m *Machine) repository() (string, error) {
	text, err := m.Command("JFR.configure")
	if err != nil {
		return "", err
	}
	_, rest, ok := strings.Cut(text, "Repository path: ")
	path, _, _ := strings.Cut(rest, "\n")
	if path = strings.TrimSpace(path); !ok || !filepath.IsAbs(path) {
		return "", nil
	}
	return filepath.Join(m.root, path), nil
}

// start starts a recording. The machine reads the settings from a file in its own /tmp.
func (m *Machine) start(name string, settings []byte) error {
	f, err := os.CreateTemp(filepath.Join(m.root, "tmp"), "tiv-*.jfc")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	_, err = f.Write(settings)
	err = errors.Join(err, f.Chmod(0o644), f.Close()) // its user reads it
	if err != nil {
		return err
	}
	text, err := m.Command(fmt.Sprintf("JFR.start name=%s settings=/tmp/%s maxsize=%s", name, filepath.Base(f.Name()), maxSize))
	if err == nil && !strings.Contains(text, "Started recording") {
		err = fmt.Errorf("the Java machine: %s", firstLine(text))
	}
	return err
}

// run copies until ctx is done, or the machine has ended.
func (f *follower) run(ctx context.Context, m *Machine, began func()) (ended bool, err error) {
	tick := time.NewTicker(poll)
	defer tick.Stop()
	for told := false; ; {
		alive := m.listens() // before its last files are copied
		if err := f.copy(); err != nil {
			return false, err
		}
		if !told && f.copied() {
			told = true
			began()
		}
		if !alive {
			return true, nil
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return false, f.copy()
		}
	}
}
