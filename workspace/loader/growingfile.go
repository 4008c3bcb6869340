package loader

import (
	"context"
	"errors"
	"io"
	"os"
	"slices"
	"sync/atomic"
	"time"

	"tiv/tracefeed"
	"tiv/tracefeed/binfeed"
	"tiv/tracefeed/live"
	"tiv/tracefeed/parts"
	"tiv/workspace/cache"
)

// growingFile is the growth of a regular file.
type growingFile struct {
	name    string
	file    *os.File
	options live.Options
	reader  atomic.Pointer[live.Reader]
	// writing is Options.Writing.
	writing func() bool
	whole   bool
	// ended: the file was read to its end.
	ended atomic.Bool
}

// openGrowing starts to follow f if that is a stream, a trace.bin without an end, a trace
// that this program writes, or one for an interpreter that was written a short time ago.
func (l *Loader) openGrowing(f *os.File) bool {
	st, err := f.Stat()
	if err != nil || st.IsDir() {
		return false
	}
	if !st.Mode().IsRegular() {
		l.openStream(closable(f))
		return true
	}
	if list := parts.In(l.name, f, st.Size()); list != nil {
		g := growthOf(l.name, list)
		if g != nil {
			l.growing = &growing{growth: g}
			l.files = append(l.files, f)
		}
		return g != nil
	}
	g := &growingFile{name: l.name, file: f, options: live.Options{Quiet: live.DefaultQuiet}}
	start := make([]byte, tracefeed.SniffLen)
	n, _ := f.ReadAt(start, 0)
	if l.Writing != nil {
		g.writing = l.Writing
		g.options.Finished, g.options.PID = g.finished, os.Getpid()
		g.whole = readsWhole(start[:n])
	} else if o, unfinished := unfinished(f, st.Size()); unfinished {
		g.options = o
	} else if time.Since(st.ModTime()) > loggedLately || !isForeign(l.name, start[:n]) {
		return false
	}
	l.growing = &growing{growth: g}
	if !g.whole {
		if l.source, err = l.readGrowing(); err != nil {
			l.growing = nil
			return false
		}
	}
	l.files = append(l.files, f)
	return true
}

// unfinished returns how a trace.bin without an end is followed; ok is false for other files.
func unfinished(f *os.File, size int64) (o live.Options, ok bool) {
	header, ok := binfeed.Unfinished(f, size)
	o = live.Options{Quiet: live.DefaultQuiet, Finished: binfeed.Finished, PID: int(header.PID)}
	if header.Wall != 0 {
		o.Began = time.Unix(0, header.Wall)
	}
	return o, ok
}

// readsWhole reports whether a trace that starts so is of a format that is read as a whole.
func readsWhole(start []byte) bool {
	formats := Formats()
	i := slices.IndexFunc(formats, func(f tracefeed.Format) bool { return f.Sniff(start) })
	return i >= 0 && formats[i].Whole
}

// loggedLately is the time since the last growth of a file for an interpreter, such as a log, after
// which it is not followed.
const loggedLately = time.Hour

// isForeign reports whether an interpreter reads a trace.
func isForeign(name string, start []byte) bool {
	chosen, ok := tracefeed.Recognize(name, start, Formats())
	return ok && chosen.Choose != nil
}

// Open is described at growth.
func (g *growingFile) Open(ctx context.Context) (*tracefeed.Source, error) {
	reader, err := live.NewReader(ctx, g.file, g.options)
	if err != nil {
		return nil, err
	}
	g.reader.Store(reader)
	g.ended.Store(false)
	return tracefeed.OpenInput(tracefeed.Input{Name: g.name, Reader: untilEnd{reader, &g.ended}}, Formats())
}

// untilEnd is a reader that notes its end.
type untilEnd struct {
	io.Reader
	ended *atomic.Bool
}

func (u untilEnd) Read(p []byte) (int, error) {
	n, err := u.Reader.Read(p)
	if err == io.EOF {
		u.ended.Store(true)
	}
	return n, err
}

// Whole is described at growth.
func (g *growingFile) Whole() bool { return g.whole }

// Now is described at growth.
func (g *growingFile) Now() (tracefeed.Input, error) { return soFar(g.name, g.file) }

// Finished is described at growth.
func (g *growingFile) Finished() bool { return !g.writing() }

// finished reports whether this program has written all of the file, which has size
// bytes.
func (g *growingFile) finished(_ io.ReaderAt, size int64) bool {
	if g.writing() {
		return false
	}
	st, err := g.file.Stat()
	return err == nil && st.Size() == size
}

// Grown is described at growth.
func (g *growingFile) Grown() time.Time {
	if r := g.reader.Load(); r != nil {
		return r.Grown()
	}
	st, err := g.file.Stat()
	if err != nil {
		return time.Time{}
	}
	return st.ModTime()
}

// errEnded is the error of a trace that cannot grow any more.
var errEnded = errors.New("the trace has ended")

// Resume is described at growth. A file does not grow for a reader that has given it up.
func (g *growingFile) Resume(ctx context.Context) error {
	if !g.ended.Load() {
		return errEnded
	}
	if st, err := g.file.Stat(); err != nil || g.writing != nil || binfeed.Finished(g.file, st.Size()) {
		return errEnded
	}
	g.options.Quiet *= 2 // a file that grows once an hour is not read again each hour
	return g.reader.Load().Resume(ctx)
}

func (g *growingFile) grows() bool { return true }

func (g *growingFile) key() string {
	st, err := g.file.Stat()
	if err != nil || st.Size() < minCachedSize || !binfeed.Finished(g.file, st.Size()) {
		return ""
	}
	key, err := cache.Key(g.file)
	if err != nil {
		return ""
	}
	return key
}
