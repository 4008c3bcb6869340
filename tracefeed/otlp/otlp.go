package otlp

import (
	"io"

	"tiv/tracefeed"
)

// Format returns the format of OTLP traces, for tracefeed.Open.
func Format() tracefeed.Format {
	return tracefeed.Format{
		Whole: true,
		Name:  formatName,
		Sniff: func(start []byte) bool { return isJSON(start) || isMessage(start) || isSequence(start) },
		Open: func(in tracefeed.Input) (tracefeed.Feed, error) {
			return &feed{in: in.Reader, tables: tracefeed.NewTables()}, nil
		},
	}
}

const formatName = "otlp"

// feed is the feed of a file. It reads the file with its first batch.
type feed struct {
	in     io.Reader
	note   string
	tables *tracefeed.Tables
	mapper *mapper
	err    error // the error that ends the feed, after its events
}

// Header returns the header; its note is complete after the first batch.
func (f *feed) Header() tracefeed.Header {
	return tracefeed.Header{Format: formatName, Note: f.note}
}

// Tables returns the names of the spans.
func (f *feed) Tables() *tracefeed.Tables { return f.tables }

// Batch returns the next events.
func (f *feed) Batch(used []tracefeed.Event) ([]tracefeed.Event, error) {
	if f.mapper == nil {
		s := newSpans()
		if f.err = s.read(f.in); f.err == nil {
			f.err = io.EOF
		}
		f.mapper = newMapper(s)
		f.tables, f.note = f.mapper.tables, s.note()
	}
	batch := f.mapper.batch(used[:0])
	if len(batch) == 0 {
		return nil, f.err
	}
	return batch, nil
}

// Place returns the start of the first span on the wall clock.
func (f *feed) Place() tracefeed.Place {
	if f.mapper == nil {
		return tracefeed.Place{}
	}
	return tracefeed.Place{Wall: f.mapper.t0}
}

// Close does nothing: the feed owns no resources.
func (f *feed) Close() error { return nil }
