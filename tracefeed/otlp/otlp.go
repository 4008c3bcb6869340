package otlp

import (
	"io"

	"tiv/tracefeed"
	"tiv/tracefeed/otlp/spans"
)

// Format returns the format of OTLP traces, for tracefeed.Open.
func Format() tracefeed.Format {
	return tracefeed.Format{
		Whole: true,
		Name:  formatName,
		Sniff: func(start []byte) bool { return isJSON(start) || isMessage(start) || isSequence(start) },
		Open: func(in tracefeed.Input) (tracefeed.Feed, error) {
			return &feed{in: in.Reader, file: file{Set: spans.NewSet()}}, nil
		},
	}
}

const formatName = "otlp"

// feed is the feed of a file. It reads the file with its first batch.
type feed struct {
	in    io.Reader
	file  file
	note  string
	sweep *sweep
	err   error // the error that ends the feed, after its events
}

// Header returns the header; its note is complete after the first batch.
func (f *feed) Header() tracefeed.Header {
	return tracefeed.Header{Format: formatName, Note: f.note}
}

// Tables returns the names of the spans.
func (f *feed) Tables() *tracefeed.Tables { return f.file.Tables }

// Batch returns the next events.
func (f *feed) Batch(used []tracefeed.Event) ([]tracefeed.Event, error) {
	if f.sweep == nil {
		if f.err = f.file.read(f.in); f.err == nil {
			f.err = io.EOF
		}
		f.sweep = newSweep(&f.file)
		f.note = f.file.note()
	}
	batch := f.sweep.batch(used[:0])
	if len(batch) == 0 {
		return nil, f.err
	}
	return batch, nil
}

// Place returns the start of the first span on the wall clock.
func (f *feed) Place() tracefeed.Place {
	if f.sweep == nil {
		return tracefeed.Place{}
	}
	return tracefeed.Place{Wall: f.sweep.t0}
}

// Close does nothing: the feed owns no resources.
func (f *feed) Close() error { return nil }
