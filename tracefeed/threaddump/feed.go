package threaddump

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"tiv/tracefeed"
)

// feed is the feed of a text. It reads the text with its first batch.
type feed struct {
	header tracefeed.Header
	in     io.Reader
	limit  *limited // of a stream; nil for none
	json   bool     // the text is a dump in JSON
	text   *lines
	tracks []*track
	kinds  []*kind
	// programs are those of the text's lines.
	programs sources
	tables   *tracefeed.Tables
	read     bool
	err      error // the error that ends the feed, after its events
}

// Java returns the feed of a thread dump of a Java machine.
func Java(in tracefeed.Input) tracefeed.Feed { return newFeed(in.Reader, &javaKind) }

// newFeed returns the feed of a text with dumps of some kinds: those of the kind that has the
// most threads are read.
func newFeed(in io.Reader, kinds ...*kind) *feed {
	return &feed{in: in, header: tracefeed.Header{Format: kinds[0].name}, tables: tracefeed.NewTables(), text: newLines(in),
		kinds: kinds, tracks: newTracks(kinds)}
}

// Header returns the header; it is complete after the first batch.
func (f *feed) Header() tracefeed.Header { return f.header }

// Tables returns the names of the dump.
func (f *feed) Tables() *tracefeed.Tables { return f.tables }

// Close does nothing: the feed owns no resources.
func (f *feed) Close() error { return nil }

// Batch returns all events at once.
func (f *feed) Batch([]tracefeed.Event) ([]tracefeed.Event, error) {
	if f.read {
		return nil, f.err
	}
	f.read = true
	stopped := f.parse()
	best, cut := f.choose()
	switch {
	case stopped != nil:
		f.err = stopped
	case cut != nil:
		f.err = f.damage(cut)
	default:
		f.err = io.EOF
	}
	if best.dumps.threads == 0 {
		return nil, f.noThread()
	}
	f.header = tracefeed.Header{Format: best.kind.name, Sched: best.kind.sched, Kind: tracefeed.Dump, Note: best.dumps.remarks(),
		Recorder: tracefeed.Recorder{Unread: best.dumps.leftOut()}}
	f.tables = best.dumps.names.tables
	return best.dumps.events(), nil
}

// choose ends the tracks and returns the one with the most threads, and its error. If the lines
// of several programs alternate, it is that of one of them.
func (f *feed) choose() (best *track, cut error) {
	tracks, prefix := f.tracks, map[*track]string{}
	if f.programs.mixed(tracks) {
		tracks = nil
		for _, src := range f.programs.all {
			for _, t := range src.tracks {
				tracks, prefix[t] = append(tracks, t), src.prefix
			}
		}
	}
	for _, t := range tracks {
		err := t.end()
		if best == nil || t.dumps.threads > best.dumps.threads {
			best, cut = t, err
		}
	}
	best.dumps.leave(prefix[best], slices.DeleteFunc(tracks, func(t *track) bool { return t == best }))
	return best, cut
}

// noThread returns the error of a text without a thread.
func (f *feed) noThread() error {
	if f.err == io.EOF {
		f.err = f.damage(errors.New("no thread found; " + seeDocs))
	}
	return f.err
}

// seeDocs names the page about the forms of dumps.
const seeDocs = "docs/dumps.md lists the forms that can be read"

// parse reads the text. The error is that of the reader, or a limit.
func (f *feed) parse() error {
	if f.json {
		return f.tracks[0].parser.(*javaParser).readJSON(f.in)
	}
	for {
		line, err := f.text.next()
		if err == io.EOF {
			return nil
		}
		if err == errNoDump {
			return f.damage(err)
		}
		if err != nil {
			return fmt.Errorf("after line %d: %w", f.text.number, err)
		}
		f.programs.line(f.text, line, f.kinds)
		threads := 0
		for _, t := range f.tracks {
			if t.line(f.text, line); t.dumps.full != nil {
				return f.damage(t.dumps.full)
			}
			threads += t.dumps.threads
		}
		if err := f.limit.line(threads); err != nil {
			return f.damage(err)
		}
	}
}

func (f *feed) damage(err error) error { return &tracefeed.Damage{Line: f.text.number, Err: err} }
