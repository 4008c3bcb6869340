package loader

import (
	"os"
	"path/filepath"

	"tiv/internal/replace"
	"tiv/timeline"
	"tiv/tracefeed"
	"tiv/tracefeed/binfeed"
)

// spill is the file into which a trace is reduced while it is read, so that
// memory does not grow with the trace. It is the cache's file or a temporary
// one. Without either, the trace stays in memory.
type spill struct {
	loader *Loader
	source *tracefeed.Source
	saver  *timeline.Saver
	file   *os.File
	// cached is true while the file is the cache's. A signal removes the file
	// until done is called; done is nil for other files.
	cached bool
	done   func()
}

// spill starts to write the output of r, the events of source, to a file. Traces of a short file stay
// in memory.
func (l *Loader) spill(r *timeline.Reducer, source *tracefeed.Source) *spill {
	s := &spill{loader: l, source: source}
	size := source.Size // 0 if unknown
	if l.Memory == nil || size > 0 && size < minCachedSize {
		return s
	}
	if l.Cache != nil && (l.key != "" || l.growing != nil) {
		s.create()
	}
	if s.file == nil {
		var err error
		if s.file, err = unnamedFile(); err != nil {
			return s
		}
	}
	properties := []binfeed.Property{{Key: binfeed.SourceKey, Value: absolute(l.name)}}
	s.saver = r.SaveTo(s.file, binfeed.Header{}, properties, l.memory())
	l.files = append(l.files, s.file)
	return s
}

// unnamedFile creates a temporary file and removes its name: its contents remain until it is
// closed.
func unnamedFile() (*os.File, error) {
	f, err := os.CreateTemp("", "tiv-*")
	if err == nil {
		os.Remove(f.Name())
	}
	return f, err
}

// create creates the file in the cache.
func (s *spill) create() {
	var err error
	s.file, s.done, err = replace.CreateUnfinished(s.loader.Cache.Create)
	s.cached = err == nil
}

func absolute(path string) string {
	if abs, err := filepath.Abs(path); err == nil {
		return abs
	}
	return path
}

// finish keeps the file for the next time. If that fails, the trace is read again
// then.
func (s *spill) finish(damage error) {
	if s.saver == nil {
		return
	}
	if !s.cached {
		s.saver.Abandon()
		return
	}
	defer s.done()
	if l := s.loader; l.growing != nil {
		l.key = l.growing.key()
	}
	if s.loader.key == "" || s.source.Varies() {
		s.saver.Abandon()
		s.discard()
		return
	}
	err := s.saver.Finish(damage, nil)
	if err == nil {
		err = s.loader.Cache.Keep(s.file, s.loader.key)
	}
	if err != nil {
		s.discard()
	}
}

// drop releases the file. Published timelines keep reading it.
func (s *spill) drop() {
	if s.saver != nil {
		s.saver.Abandon()
		s.discard()
	}
	if s.done != nil {
		s.done()
	}
}

// discard removes a file of the cache.
func (s *spill) discard() {
	if s.cached {
		s.loader.Cache.Drop(s.file)
		s.cached = false
	}
}
