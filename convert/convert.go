// Package convert converts traces: any source to a trace.bin that opens at
// once, or to text. It can verify the result against the source.
//
// Events go in, bytes come out. The package knows neither the location of files
// nor the views of a trace.
package convert

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"

	"tiv/interaction/detect"
	"tiv/timeline"
	"tiv/tracefeed"
	"tiv/tracefeed/binfeed"
	"tiv/tracefeed/textfeed"
)

// Options configure a conversion.
type Options struct {
	// Memory limits the part of the trace that is kept in memory.
	Memory *timeline.Memory
	// Verify takes a fingerprint of the source, for Result's methods.
	Verify bool
	// OnProgress receives the progress, between batches and before each step. It may
	// be nil.
	OnProgress func(Progress)
}

// Progress is the progress of a conversion.
type Progress struct {
	// Step names the current step in a word or two.
	Step string
	// Read is the fraction of the source that has been read, from 0 to 1; -1 if
	// its length is unknown.
	Read float64
	// Events is the number of events written.
	Events int64
}

// Result describes a finished conversion.
type Result struct {
	Events int64
	// End is the time of the last event.
	End tracefeed.Time
	// Damage is the error that ended the source early; nil if none did.
	Damage error
	// Lost counts the events that the source reports as lost.
	Lost timeline.Counts

	memory *timeline.Memory
	prints *timeline.Fingerprint // of the source
}

// Bin writes a trace.bin with states, sums, findings and an index. It is an
// error if there is no event to write.
func Bin(file timeline.SaveFile, source *tracefeed.Source, o Options) (Result, error) {
	c := newConversion(source, o)
	c.fetch() // the source's header is final only after the first batch
	header, properties := origin(source)
	defer c.readAhead()()
	r := timeline.NewReducer(c.feed, timeline.Tuning{})
	saver := r.SaveTo(file, header, properties, o.Memory)
	if err := c.each(r.Add, saver.Err); err != nil {
		saver.Abandon()
		return Result{}, err
	}
	c.report("analysing")
	tl := r.Snapshot(true, c.result.Damage)
	c.result.Lost = tl.Counts
	ctx, stop := o.Memory.Watch(context.Background())
	found := detect.Find(ctx, tl, nil)
	err := context.Cause(ctx)
	if stop(); err == nil {
		err = tl.Err()
	}
	if err != nil {
		saver.Abandon()
		return Result{}, err
	}
	if err := saver.Finish(c.result.Damage, detect.AppendReport(nil, found)); err != nil {
		return Result{}, err
	}
	return c.finish(), nil
}

// Text writes a text trace. It is an error if there is no event to write, or an
// event that the text format cannot express because it is invalid.
func Text(w io.Writer, source *tracefeed.Source, o Options) (Result, error) {
	c := newConversion(source, o)
	c.fetch()
	enc := textfeed.NewEncoder(w, source.Header(), source.Tables())
	encode := func(evs []tracefeed.Event) error {
		for i := range evs {
			if evs[i].Kind == tracefeed.Lost {
				c.result.Lost.Lose(&evs[i], false)
			}
			if err := enc.Encode(&evs[i]); err != nil {
				return err
			}
		}
		return nil
	}
	err := c.each(encode, func() error { return nil })
	if err == nil {
		enc.About(source.Header())
		err = enc.Flush()
	}
	if err != nil {
		return Result{}, err
	}
	return c.finish(), nil
}

// origin returns the header and properties of the new trace.bin.
func origin(source *tracefeed.Source) (binfeed.Header, []binfeed.Property) {
	name := binfeed.Property{Key: binfeed.SourceKey, Value: filepath.Base(source.Name)}
	if h, properties, ok := binfeed.Origin(source.Feed); ok {
		// The last of several with one key counts.
		return binfeed.Header{ID: h.ID, Wall: h.Wall, PID: h.PID}, append([]binfeed.Property{name}, properties...)
	}
	var h binfeed.Header
	rand.Read(h.ID[:]) // it never fails
	return h, []binfeed.Property{name}
}

// conversion is a conversion in progress.
type conversion struct {
	Options
	source *tracefeed.Source
	feed   tracefeed.Feed          // of the source
	prints *timeline.Fingerprinter // nil unless Options.Verify
	result Result
	// batch is the last events read, ended the error after them.
	batch []tracefeed.Event
	ended error
}

func newConversion(source *tracefeed.Source, o Options) *conversion {
	c := &conversion{Options: o, source: source, feed: source}
	if o.Verify {
		c.prints = timeline.NewFingerprinter(source)
	}
	return c
}

// readAhead starts to prefetch the rest of the source, until stop is called.
// The source cannot be read after that. The caller must not have written
// anything yet.
func (c *conversion) readAhead() (stop func()) {
	if c.ended != nil {
		return func() {}
	}
	ahead := tracefeed.Prefetch(c.source)
	c.feed = ahead
	if c.prints != nil {
		c.prints = timeline.NewFingerprinter(ahead)
	}
	return func() {
		c.source.Interrupt() // a Read that waits for more
		ahead.Close()
	}
}

func (c *conversion) fetch() { c.batch, c.ended = c.feed.Batch(c.batch) }

// reportEvery is the number of events between two progress reports.
const reportEvery = 1 << 14

// each passes all events of the source to add. Now and then it calls failed, to
// find an error of another goroutine.
func (c *conversion) each(add func([]tracefeed.Event) error, failed func() error) error {
	for next := int64(0); c.ended == nil; c.fetch() {
		evs := c.inTime()
		if err := add(evs); err != nil {
			return err
		}
		for i := range evs {
			if c.prints != nil {
				c.prints.Add(&evs[i])
			}
		}
		c.result.Events += int64(len(evs))
		if c.ended != nil {
			break
		}
		if c.result.Events < next {
			continue
		}
		next = c.result.Events + reportEvery
		c.report("converting")
		err := failed()
		if err == nil {
			err = c.Memory.Check()
		}
		if err != nil {
			return err
		}
	}
	return c.judge()
}

// inTime returns the events of the batch up to one that goes back in time. Such
// an event is damage, and ends the source.
func (c *conversion) inTime() []tracefeed.Event {
	for i := range c.batch {
		at := c.batch[i].Time
		if at < c.result.End {
			c.ended = fmt.Errorf("time goes back from %s to %s", c.result.End.Exact(), at.Exact())
			return c.batch[:i]
		}
		c.result.End = at
	}
	return c.batch
}

// judge decides whether the error that ended the source is damage of the trace.
// A failure to read the source is not.
func (c *conversion) judge() error {
	err := c.ended
	var unreadable *fs.PathError
	switch {
	case errors.As(err, &unreadable):
		return fmt.Errorf("read trace: %s: %w", c.source.Name, unreadable.Err)
	case c.result.Events == 0 && err == io.EOF:
		return fmt.Errorf("read trace: %s: it has no events", c.source.Name)
	case c.result.Events == 0:
		return fmt.Errorf("read trace: %s: %w", c.source.Name, err)
	case err != io.EOF:
		c.result.Damage = err
	}
	return nil
}

func (c *conversion) report(step string) {
	if c.OnProgress == nil {
		return
	}
	p := Progress{Step: step, Read: -1, Events: c.result.Events}
	if c.source.Size > 0 {
		p.Read = min(1, float64(c.source.Read())/float64(c.source.Size))
	}
	c.OnProgress(p)
}

func (c *conversion) finish() Result {
	c.result.memory = c.Memory
	if c.prints != nil {
		c.report("verifying")
		c.result.prints = c.prints.Finish()
	}
	return c.result
}
