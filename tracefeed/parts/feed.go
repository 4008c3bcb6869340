package parts

import (
	"cmp"
	"sync/atomic"

	"tiv/tracefeed"
)

// Feed is the feed of the parts of a list.
type Feed struct {
	tracefeed.Feed
	remark string // on the clocks
	meter  *meter
	list   []Part
}

// Header returns the header of the feed.
func (f *Feed) Header() tracefeed.Header {
	h := f.Feed.Header()
	h.Note = tracefeed.JoinNotes(f.remark, h.Note)
	return h
}

// Extent returns the numbers of bytes read so far, and of all parts: see tracefeed.Source.
func (f *Feed) Extent() (read, size int64) { return f.meter.read.Load(), f.meter.size }

// Files returns the paths of all parts: see tracefeed.Source.
func (f *Feed) Files() (paths []string) {
	for _, p := range f.list {
		paths = append(paths, p.Path)
	}
	return paths
}

// meter measures how much of the parts was read. It is safe for concurrent use.
type meter struct {
	read atomic.Int64
	size int64
}

// measured is the feed of a part. It counts the bytes that are read.
type measured struct {
	*tracefeed.Source
	meter *meter
	read  int64
	part  string // its name in errors; "" for none
	close func() error
}

// Batch returns the next events.
func (m *measured) Batch(used []tracefeed.Event) ([]tracefeed.Event, error) {
	events, err := m.Source.Batch(used)
	read := m.Source.Read()
	m.meter.read.Add(read - m.read)
	m.read = read
	return events, located(err, m.part)
}

// Close closes the part and its file.
func (m *measured) Close() error {
	err := m.Source.Close()
	return cmp.Or(m.close(), err)
}

// located returns an error of reading a part with the name of the part.
func located(err error, part string) error {
	damage, ok := err.(*tracefeed.Damage)
	if !ok {
		return err
	}
	d := *damage
	d.Part = part
	return &d
}
