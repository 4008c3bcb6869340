package jfr

import (
	"bytes"
	"cmp"
	"io"

	"tiv/tracefeed"
)

// Format returns the format of Java recordings, for tracefeed.Open.
func Format() tracefeed.Format {
	return tracefeed.Format{
		Name:  "jfr",
		Whole: true,
		Sniff: func(start []byte) bool { return bytes.HasPrefix(start, magic) },
		Open: func(in tracefeed.Input) (tracefeed.Feed, error) {
			return &feed{in: in.Reader, header: tracefeed.Header{Format: "jfr"}, tables: tracefeed.NewTables()}, nil
		},
	}
}

// feed is the feed of a recording. It reads the recording with its first batch.
type feed struct {
	in     io.Reader
	header tracefeed.Header
	tables *tracefeed.Tables
	mapper *mapper
	place  tracefeed.Place
	err    error // the error that ends the feed, after its events
}

// Header returns the header; it is complete after the first batch.
func (f *feed) Header() tracefeed.Header { return f.header }

// Tables returns the names of the recording.
func (f *feed) Tables() *tracefeed.Tables { return f.tables }

// Batch returns the next events.
func (f *feed) Batch(used []tracefeed.Event) ([]tracefeed.Event, error) {
	if f.mapper == nil {
		f.read()
	}
	batch := f.mapper.batch(used[:0])
	if len(batch) == 0 {
		return nil, f.err
	}
	return batch, nil
}

// read reads the recording.
func (f *feed) read() {
	l := newLoader()
	f.err = l.addAll(f.in)
	l.addSightings()
	f.mapper, f.tables = newMapper(l), l.names.tables
	f.header.Note = l.note()
	if l.period > 0 {
		f.header.Kind, f.header.Period = tracefeed.Sampled, l.period
	}
	if len(l.records)+len(l.added) == 0 && f.err == io.EOF {
		f.err = cmp.Or(l.empty(), io.EOF)
	}
	if !l.coarse {
		f.place.Wall = l.t0
	}
	numbers := l.names.numbers()
	f.place.Number = func(id tracefeed.ThreadID) int64 { return numbers[id] }
}

// Place returns the place of the recording. Its wall clock is unknown if the recording has
// only milliseconds: too coarse to compare it with other clocks. Virtual threads have no number,
// and neither have threads whose number was used again.
func (f *feed) Place() tracefeed.Place { return f.place }

// addAll adds all chunks of a recording. Without an error it returns io.EOF.
func (l *loader) addAll(in io.Reader) error {
	for offset := int64(0); ; {
		c, err := readChunk(in, offset)
		if c == nil {
			return err
		}
		if failed := l.add(c); failed != nil && err == nil {
			return failed
		}
		if err != nil {
			return err
		}
		offset += int64(len(c.bytes))
	}
}

// Close does nothing: the feed owns no resources.
func (f *feed) Close() error { return nil }
