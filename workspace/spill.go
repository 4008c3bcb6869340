package workspace

import (
	"os"
	"path/filepath"

	"tiv/timeline"
	"tiv/tracefeed/binfeed"
)

// spill is the file that a trace is reduced into while it is read: the cache's,
// or one that nobody else sees, so that memory does not grow with the trace.
// Where there is neither, the trace stays in memory.
type spill struct {
	loader *Loader
	saver  *timeline.Saver
	file   *os.File
	// cached is true while the file is one of the cache.
	cached bool
}

// spill begins to write what r reduces. Short traces stay in memory.
func (l *Loader) spill(r *timeline.Reducer) *spill {
	s := &spill{loader: l}
	if l.Memory == nil || l.source.Size > 0 && l.source.Size < worthKeeping {
		return s
	}
	var err error
	if l.Cache != nil && l.key != "" {
		s.file, err = l.Cache.Create()
		s.cached = err == nil
	}
	if s.file == nil {
		if s.file, err = os.CreateTemp("", "tiv-*"); err != nil {
			return s
		}
		os.Remove(s.file.Name()) // it is there until it is closed
	}
	properties := []binfeed.Property{{Key: binfeed.SourceKey, Value: absolute(l.name)}}
	s.saver = r.SaveTo(s.file, binfeed.Header{}, properties, l.memory())
	l.files = append(l.files, s.file)
	return s
}

func absolute(path string) string {
	if abs, err := filepath.Abs(path); err == nil {
		return abs
	}
	return path
}

// finish keeps the file for the next time. If that fails, it is read again
// then.
func (s *spill) finish(damage error, extra []byte) {
	if s.saver == nil {
		return
	}
	if !s.cached {
		s.saver.Abandon()
		return
	}
	err := s.saver.Finish(damage, extra)
	if err == nil {
		err = s.loader.Cache.Keep(s.file, s.loader.key)
	}
	if err != nil {
		s.discard()
	}
}

// drop forgets the file. What was published goes on reading it.
func (s *spill) drop() {
	if s.saver != nil {
		s.saver.Abandon()
		s.discard()
	}
}

// discard removes a file of the cache.
func (s *spill) discard() {
	if s.cached {
		s.loader.Cache.Drop(s.file)
		s.cached = false
	}
}
