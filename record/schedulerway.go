package record

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"tiv/record/kernel"
)

// schedulerWay records the scheduler events of the programs that this thread starts. Without
// the right to do so, a note says so, and the program runs as it would without the option.
type schedulerWay struct {
	*recording
	file   *os.File
	kernel *kernel.Recorder
	wall   time.Duration // see Result.Wall, at the start
}

func (s *schedulerWay) prepare(context.Context, *launch) error {
	var err error
	if s.file, err = unnamed(filepath.Dir(s.out)); err == nil {
		if s.kernel, err = kernel.Start(s.file); err != nil {
			s.file.Close()
		}
	}
	if err != nil {
		s.note("scheduler events are not recorded: %v", err)
	}
	s.wall = kernel.Wall()
	return nil
}

func (s *schedulerWay) ended(context.Context) {
	if s.kernel == nil {
		return
	}
	if s.result.Wall = kernel.Wall(); (s.result.Wall - s.wall).Abs() > maxSet {
		s.result.Wall = 0
	}
	if err := s.kernel.Stop(); err != nil {
		s.note("the scheduler events are not complete: %v", err)
	}
	s.result.Sched = s.file
}

// collect adds nothing: the events are no trace of their own.
func (s *schedulerWay) collect(list []processTrace) ([]processTrace, error) { return list, nil }

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
