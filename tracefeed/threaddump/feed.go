package threaddump

import (
	"errors"
	"io"
	"slices"

	"tiv/tracefeed"
)

// feed is the feed of a text. It reads the text with its first batch.
type feed struct {
	header tracefeed.Header
	dumps  dumps
	parser parser
	tables *tracefeed.Tables
	read   bool
	err    error // the error that ends the feed, after its events
}

// Java returns the feed of a thread dump of a Java machine.
func Java(in tracefeed.Input) tracefeed.Feed {
	return newFeed(in, &kinds[slices.IndexFunc(kinds, func(k kind) bool { return k.name == "java-dump" })])
}

func newFeed(in tracefeed.Input, k *kind) *feed {
	f := &feed{header: tracefeed.Header{Format: k.name, Sched: k.sched}, tables: tracefeed.NewTables()}
	f.dumps.text = newLines(in.Reader)
	f.parser = k.parser(&f.dumps)
	return f
}

// Header returns the header; its note is complete after the first batch.
func (f *feed) Header() tracefeed.Header { return f.header }

// Tables returns the names of the dump.
func (f *feed) Tables() *tracefeed.Tables { return f.tables }

// Batch returns all events at once.
func (f *feed) Batch([]tracefeed.Event) ([]tracefeed.Event, error) {
	if f.read {
		return nil, f.err
	}
	f.read = true
	f.err = f.parse()
	f.dumps.finish()
	if f.dumps.largest == nil {
		if f.err == io.EOF {
			f.err = f.damage(errors.New("no thread found"))
		}
		return nil, f.err
	}
	f.header.Note, f.tables = f.dumps.note(), f.dumps.largest.tables
	return f.dumps.largest.events(), nil
}

// parse reads the text. It returns io.EOF if all of it was read.
func (f *feed) parse() error {
	for {
		line, err := f.dumps.text.next()
		if err == io.EOF {
			break
		}
		if err != nil {
			f.parser.end()
			return err
		}
		if f.parser.read(line); f.dumps.full != nil {
			return f.damage(f.dumps.full)
		}
	}
	if err := f.parser.end(); err != nil {
		return f.damage(err)
	}
	return io.EOF
}

func (f *feed) damage(err error) error { return &tracefeed.Damage{Line: f.dumps.text.number, Err: err} }

// Close does nothing: the feed owns no resources.
func (f *feed) Close() error { return nil }
