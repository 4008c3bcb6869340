package loader

import (
	"os"

	"tiv/interaction/detect"
	"tiv/timeline"
	"tiv/tracefeed"
	"tiv/tracefeed/binfeed"
	"tiv/workspace/cache"
)

// openReduced publishes the trace in f, if that is reduced.
func (l *Loader) openReduced(f *os.File) bool {
	st, err := f.Stat()
	if err != nil || !st.Mode().IsRegular() {
		return false
	}
	start := make([]byte, tracefeed.SniffLen)
	if _, err := f.ReadAt(start, 0); err != nil || !binfeed.Format().Sniff(start) {
		return false
	}
	file, err := binfeed.Open(f, st.Size())
	if err != nil {
		return false
	}
	tl, extra, err := timeline.Open(file, l.memory(), timeline.Tuning{})
	if err != nil {
		return false
	}
	s := &Loaded{Timeline: tl}
	s.Report, err = detect.ParseReport(extra, tl, l.Limits)
	if err != nil {
		s.Report, err = l.cachedReport(tl)
	}
	l.known = err == nil
	s.Searched = l.known && !l.Findings // else once its opening is known
	l.files = append(l.files, f)
	l.current.Store(s)
	return true
}

// minCachedSize is the smallest size of a trace, in bytes, for which it is
// cached: smaller ones are read in an instant.
const minCachedSize = 1 << 20

// openCached publishes the cached trace of f, if there is one. Otherwise it
// stores the key under which the trace will be cached.
func (l *Loader) openCached(f *os.File) bool {
	st, err := f.Stat()
	if l.Cache == nil || err != nil || st.Size() < minCachedSize {
		return false
	}
	if l.key, err = cache.Key(f); err != nil {
		return false
	}
	kept, err := l.Cache.Open(l.key)
	if err != nil {
		return false
	}
	if !l.openReduced(kept) {
		kept.Close()
		l.Cache.Remove(l.key) // the next opening would fail in the same way
		return false
	}
	l.files = append(l.files, f)
	return true
}
