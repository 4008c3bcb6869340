package receive

import (
	"encoding/hex"
	"sync"
	"time"

	"tiv/tracefeed/live/listener"
	"tiv/tracefeed/live/roster"
	"tiv/tracefeed/parts"
)

// programs lists the feeds of a listener as programs.
type programs struct {
	mu   sync.Mutex
	seen map[*listener.Feed]*seen
}

// seen is what is known of a feed besides its status.
type seen struct {
	place parts.Placed
	// at is when the rate was measured last, and events how many had come by then.
	at     time.Time
	events int64
	rate   float64
}

// of returns what is known of a feed. The caller holds mu.
func (p *programs) of(f *listener.Feed) *seen {
	x := p.seen[f]
	if x == nil {
		x = &seen{}
		if p.seen == nil {
			p.seen = map[*listener.Feed]*seen{}
		}
		p.seen[f] = x
	}
	return x
}

// placed notes where a feed is in the feed of all programs.
func (p *programs) placed(f *listener.Feed, at parts.Placed) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.of(f).place = at
}

// rateTime is the shortest time over which a rate is measured.
const rateTime = time.Second

// look returns the program of a feed.
func (p *programs) look(f *listener.Feed, now time.Time) roster.Program {
	st, h := f.Status(), &f.Hello
	p.mu.Lock()
	defer p.mu.Unlock()
	x := p.of(f)
	if since := now.Sub(x.at); x.at.IsZero() || since >= rateTime {
		if !x.at.IsZero() {
			x.rate = float64(st.Events-x.events) / since.Seconds()
		}
		x.at, x.events = now, st.Events
	}
	out := roster.Program{ID: id(f), Process: x.place.Process, Name: h.Program, Host: h.Host, Language: h.Language, Number: h.Process,
		Clock: x.place.Clock, Muted: st.Muted, Events: st.Events, Rate: max(0, x.rate), Lost: st.Lost + st.LeftOut, Missing: st.Missing}
	if off := f.Clock().Text(); off != "" && x.place.Process != "" {
		out.Clock = off
	}
	switch {
	case st.Stopped:
		out.State = roster.Stopped
	case st.Ended:
		out.State = roster.Ended
	case !st.Connected:
		out.State = roster.Away
	case now.Sub(st.Heard) > parts.Patience:
		out.State = roster.Silent
	}
	if out.State <= roster.Silent {
		out.Delay = max(0, st.Delay(h, now))
	}
	return out
}

// id is the number of a feed as text.
func id(f *listener.Feed) string { return hex.EncodeToString(f.Hello.Feed[:]) }

// Programs is described at roster.Programs.
func (r *Receiver) Programs() (out []roster.Program) {
	now := time.Now()
	for _, f := range r.Feeds() {
		out = append(out, r.programs.look(f, now))
	}
	return out
}

// Mute is described at roster.Programs.
func (r *Receiver) Mute(id string, on bool) bool {
	f := r.find(id)
	if f != nil {
		f.Mute(on)
		r.feed.Changed()
	}
	return f != nil
}

// End is described at roster.Programs.
func (r *Receiver) End(id string) bool {
	f := r.find(id)
	if f != nil {
		f.Stop()
		r.feed.Changed()
	}
	return f != nil
}

// find returns the feed of a program; nil if there is none.
func (r *Receiver) find(of string) *listener.Feed {
	for _, f := range r.Feeds() {
		if id(f) == of {
			return f
		}
	}
	return nil
}
