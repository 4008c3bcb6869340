package relay

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"tiv/block"
	"tiv/tracefeed"
	"tiv/tracefeed/binfeed"
	"tiv/tracefeed/live/sender"
)

// A block has events of at most blockTime, and at most blockEvents.
const (
	blockTime   = 25 * tracefeed.Millisecond
	blockEvents = 1 << 15
)

// passEvery is the time after which the time that has passed is sent where nothing happens.
const passEvery = 100 * time.Millisecond

// Options say how a feed is played.
type Options struct {
	// Speed divides the times: events are sent when they would happen. With 0 times stay, and
	// events are sent as fast as the listener takes them.
	Speed float64
	// Properties are added to the trace.
	Properties []binfeed.Property
	// OnProgress is called after each block with the number of events so far. It may be nil.
	OnProgress func(events int64)
}

// Result describes what was played.
type Result struct {
	Events int64
	// End is the time of the last event, as in the feed.
	End tracefeed.Time
	// Damage is the error that ended the feed early; nil if none did.
	Damage error
}

// Play sends all events of a feed as a trace with a header, whose Sched it sets. It waits for the
// listener, so nothing is lost. The caller closes the sender. The error says why not all was sent.
func Play(ctx context.Context, feed tracefeed.Feed, h binfeed.Header, to *sender.Sender, o Options) (Result, error) {
	p := &player{Options: o, ctx: ctx, feed: feed, to: to, began: time.Now()}
	batch, ended := feed.Batch(nil)
	about := feed.Header() // complete by now
	h.Sched = about.Sched
	var err error
	if p.w, err = binfeed.NewWriter(&patient{ctx, sender.Trace{Sender: to}}, h); err != nil {
		return p.Result, err
	}
	stated, err := p.state(nil)
	for ; err == nil && ended == nil; batch, ended = feed.Batch(batch) {
		for i := range batch {
			if err = p.add(&batch[i]); err != nil {
				return p.Result, err
			}
		}
	}
	if err == nil {
		err = p.flush()
	}
	if err == nil {
		_, err = p.state(stated)
	}
	if err == nil {
		err = p.w.Close()
	}
	if !errors.Is(ended, io.EOF) {
		p.Damage = ended
	}
	return p.Result, err
}

// patient is a way to a sender that waits for room.
type patient struct {
	ctx context.Context
	sender.Trace
}

func (p *patient) Write(data []byte) (int, error) {
	if err := p.Room(p.ctx, len(data)); err != nil {
		return 0, err
	}
	return p.Trace.Write(data)
}

// player is a feed that is played.
type player struct {
	Options
	Result
	ctx   context.Context
	feed  tracefeed.Feed
	to    *sender.Sender
	w     *binfeed.Writer
	began time.Time // of time 0

	builder block.Builder
	weight  uint32
	// start is that of the block in progress, first and end are the times of its events.
	start, first, end tracefeed.Time
	// last is the time of the last event, in the feed and as it is sent.
	last struct{ was, is tracefeed.Time }
}

// state writes the properties that say what the trace is, if they are not those that are stated,
// and returns them.
func (p *player) state(stated []binfeed.Property) ([]binfeed.Property, error) {
	h := p.feed.Header()
	if p.Speed != 0 && p.Speed != 1 {
		h.Period = tracefeed.Time(float64(h.Period) / p.Speed)
		h.Outside, h.Recorder.Waits = "", tracefeed.WaitSums{} // they have other times
		h.Note = tracefeed.JoinNotes(h.Note, fmt.Sprintf("its times are divided by %v", p.Speed))
	}
	list := slices.Concat(p.Properties, binfeed.PropertiesOf(&h))
	for _, x := range list {
		if slices.Contains(stated, x) {
			continue
		}
		if err := p.w.Property(x.Key, x.Value); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// scale returns a time of the feed as it is sent. Times that differ stay different, so that the
// order of events stays.
func (p *player) scale(t tracefeed.Time) tracefeed.Time {
	if p.Speed == 0 || p.Speed == 1 {
		return t
	}
	scaled := max(tracefeed.Time(float64(t)/p.Speed), p.last.is)
	if t > p.last.was && scaled == p.last.is {
		scaled++
	}
	p.last.was, p.last.is = t, scaled
	return scaled
}

// add adds an event, after it has sent what is due before.
func (p *player) add(ev *tracefeed.Event) error {
	p.End = ev.Time
	out := *ev
	out.Time = p.scale(ev.Time)
	if out.Kind == tracefeed.ThreadStart && p.Speed != 0 {
		out.Value = int64(float64(out.Value) / p.Speed)
	}
	if n := p.builder.Len(); n > 0 && (out.Time >= p.first+blockTime || n >= blockEvents || p.builder.Overfull()) {
		if err := p.flush(); err != nil {
			return err
		}
	}
	if p.builder.Len() == 0 {
		p.first = out.Time
		if err := p.wait(out.Time); err != nil {
			return err
		}
	}
	p.builder.Add(&out, tracefeed.Unspecified)
	if out.Kind >= tracefeed.MonitorWait && out.Kind <= tracefeed.MonitorExit {
		p.weight++
	}
	p.end = out.Time
	p.Events++
	return nil
}

// wait waits until a time, and says meanwhile how much has passed before the next event.
func (p *player) wait(until tracefeed.Time) error {
	for p.Speed != 0 {
		now := tracefeed.Time(time.Since(p.began))
		if now >= until {
			break
		}
		select {
		case <-p.ctx.Done():
			return p.ctx.Err()
		case <-time.After(min(time.Duration(until-now), passEvery)):
		}
		p.to.Passed(int64(min(tracefeed.Time(time.Since(p.began)), p.first)))
	}
	return nil
}

// flush writes the events of the block in progress when the last of them has happened.
func (p *player) flush() error {
	if p.builder.Len() == 0 {
		return nil
	}
	if err := p.wait(p.end); err != nil {
		return err
	}
	b := p.builder.Block()
	b.Start, b.End = p.start, p.end
	err := p.w.Block(b, p.feed.Tables(), p.weight)
	p.builder.Reset()
	p.start, p.weight = p.end, 0
	if p.OnProgress != nil {
		p.OnProgress(p.Events)
	}
	return err
}
