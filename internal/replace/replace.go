// Package replace writes files atomically.
package replace

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/signal"
	"path/filepath"
	"sync"
	"syscall"
)

// File writes a temporary file beside path and renames it to path. On an error,
// or Ctrl-C, the old file stays and the temporary one is removed.
func File(path string, write func(*os.File) error) error {
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target
	}
	mode := fs.FileMode(0o644)
	if st, err := os.Stat(path); err == nil {
		if !st.Mode().IsRegular() {
			return errors.New("there is something that is no file")
		}
		mode = st.Mode().Perm()
	}
	var tmp *os.File
	var making sync.Mutex
	remove := func() {
		if tmp != nil {
			os.Remove(tmp.Name())
		}
	}
	defer OnSignal(func() {
		making.Lock() // for good: the program ends, and no file comes after this
		remove()
	})()
	making.Lock()
	tmp, err := os.CreateTemp(filepath.Dir(path), ".tiv-*"+filepath.Ext(path))
	making.Unlock()
	if err != nil {
		return Bare(err)
	}
	err = write(tmp)
	if err == nil {
		err = errors.Join(tmp.Chmod(mode), tmp.Sync())
	}
	err = errors.Join(err, tmp.Close())
	if err == nil {
		err = os.Rename(tmp.Name(), path)
	}
	if err != nil {
		remove()
	}
	return Bare(err)
}

// Bytes is File for data in memory.
func Bytes(path string, data []byte) error {
	return File(path, func(f *os.File) error {
		_, err := f.Write(data)
		return err
	})
}

// Bare drops the operation and path of a temporary file from an error.
func Bare(err error) error {
	var pe *fs.PathError
	var le *os.LinkError
	switch {
	case errors.As(err, &pe):
		return pe.Err
	case errors.As(err, &le):
		return le.Err
	}
	return err
}

// OnSignal calls do before Ctrl-C or another signal ends the program. Ignored
// signals stay ignored. The returned function stops that.
func OnSignal(do func()) (done func()) {
	signals := make(chan os.Signal, 1)
	for _, s := range []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP} {
		if !signal.Ignored(s) {
			signal.Notify(signals, s)
		}
	}
	go func() {
		s, ok := <-signals
		if !ok {
			return
		}
		do()
		signal.Reset()
		self, err := os.FindProcess(os.Getpid())
		if err == nil {
			err = self.Signal(s)
		}
		if err != nil {
			fmt.Fprintf(os.Stderr, "%v\n", s)
			os.Exit(2)
		}
		select {} // until it arrives
	}()
	return func() {
		signal.Stop(signals)
		close(signals)
	}
}
