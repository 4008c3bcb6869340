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

// Recording is a recording that was read. Its feed has all events.
type Recording struct {
	tracefeed.Feed
	// Start is the wall clock at time 0, in nanoseconds since 1970. It is 0 if the recording
	// has only milliseconds: too coarse to compare it with other clocks.
	Start int64
	// OS are the numbers of threads in the operating system. Virtual threads have none,
	// and neither have those whose number was used again.
	OS map[tracefeed.ThreadID]int64
}

// Read reads a recording. Damage is an error of the feed, after the events before it.
func Read(in io.Reader) *Recording {
	f := &feed{in: in}
	l := f.read()
	r := &Recording{Feed: f, Start: l.t0, OS: l.names.numbers()}
	if l.coarse {
		r.Start = 0
	}
	return r
}

// feed is the feed of a recording. It reads the recording with its first batch.
type feed struct {
	in     io.Reader
	header tracefeed.Header
	tables *tracefeed.Tables
	mapper *mapper
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
func (f *feed) read() *loader {
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
	return l
}

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
