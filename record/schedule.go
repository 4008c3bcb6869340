package record

import (
	"fmt"
	"os"
	"path/filepath"
	"time"

	"tiv/record/kernel"
)

// watch begins to record the scheduler events of the programs that this thread starts, if
// the options ask for it. It returns the function that ends the recording. Without the
// right to record, a note says so, and the program runs as it would without the option.
func watch(r *recording) (end func()) {
	if !r.Sched || r.result.Sched != nil {
		return func() {}
	}
	file, err := unnamed(filepath.Dir(r.out))
	if err != nil {
		r.note("scheduler events are not recorded: %v", err)
		return func() {}
	}
	k, err := kernel.Start(file)
	if err != nil {
		file.Close()
		r.note("scheduler events are not recorded: %v", err)
		return func() {}
	}
	wall := kernel.Wall()
	return func() {
		if r.result.Wall = kernel.Wall(); (r.result.Wall - wall).Abs() > maxSet {
			r.result.Wall = 0
		}
		if err := k.Stop(); err != nil {
			r.note("the scheduler events are not complete: %v", err)
		}
		if r.result.Sched = file; r.command != nil {
			r.result.tmp = r.tmp
		}
	}
}

// maxSet is the greatest difference between clocks that were not set.
const maxSet = time.Millisecond

// unnamed returns a new file without a name: it takes no place once it is closed.
func unnamed(dir string) (*os.File, error) {
	file, err := os.CreateTemp(dir, ".tiv-sched-")
	if err != nil {
		return nil, fmt.Errorf("%w", err)
	}
	os.Remove(file.Name())
	return file, nil
}
