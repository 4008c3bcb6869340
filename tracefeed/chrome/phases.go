package chrome

import (
	"bytes"
	"fmt"

	"tiv/tracefeed/slicefeed"
)

// keeper turns events into records.
type keeper struct {
	log    *slicefeed.Log
	labels map[string]int64 // numbers for processes and threads that have words instead
	key    []byte
	// frames are those of samples.
	frames   callTree
	samples  []sampled
	profiles profiles
}

func newKeeper(l *slicefeed.Log) *keeper {
	return &keeper{log: l, labels: map[string]int64{}, frames: newCallTree(), profiles: profiles{}}
}

// finish adds what needs the whole file.
func (k *keeper) finish() {
	k.addProfiles()
	k.addSamples()
}

// keep adds the records of an event.
func (k *keeper) keep(ev *event) {
	if ev.phase == 'M' {
		k.metadata(ev)
		return
	}
	at, ok := micros(ev.ts)
	if !ok {
		k.log.Skip(untimed)
		return
	}
	r := slicefeed.Record{At: at, Thread: k.thread(ev)}
	if bytes.HasPrefix(ev.cat, []byte("tiv.")) && k.own(ev, &r) {
		return
	}
	switch ev.phase {
	case 'X':
		k.complete(ev, r)
	case 'B', 'E':
		k.begin(ev, r)
	case 'i', 'I', 'R':
		k.instant(ev, r)
	case 'C':
		k.counters(ev, r)
	case 's', 't', 'f':
		k.flow(ev, r)
	case 'b', 'e', 'n', 'S', 'F':
		k.task(ev, r)
	case 'T':
		k.threadState(ev, r)
	case 'P':
		k.sample(ev, r)
	default:
		k.log.Skip(kindOf(ev.phase))
	}
}

// untimed is the kind of events without a time, or with one that does not fit.
const untimed = "event without a valid time"

// kindOf returns the name of a kind of events that is left out.
func kindOf(phase byte) string {
	switch phase {
	case 'N', 'O', 'D':
		return "object event"
	case 'v', 'V':
		return "memory dump"
	case 'p', 'T':
		return "asynchronous step"
	case 'c':
		return "clock event"
	}
	return fmt.Sprintf("event of phase %q", phase)
}

// instant adds an instant of a thread. Others have no place.
func (k *keeper) instant(ev *event, r slicefeed.Record) {
	switch {
	case k.profile(ev, r.Thread):
	case string(ev.mark) == "g" || string(ev.mark) == "p":
		k.log.Skip("instant of no thread")
	default:
		r.Kind, r.Name = slicefeed.Mark, k.log.Name(plain(ev.name))
		k.log.Add(r)
	}
}

// complete adds a slice with a length. One without is open to the end.
func (k *keeper) complete(ev *event, r slicefeed.Record) {
	if len(ev.dur) == 0 {
		r.Kind, r.Name = slicefeed.Begin, k.log.Name(plain(ev.name))
		k.log.Add(r)
		return
	}
	length, ok := micros(ev.dur)
	if !ok {
		k.log.Skip(untimed)
		return
	}
	if length < 0 {
		k.log.Skip("slice of negative length")
		return
	}
	r.Kind, r.Value = slicefeed.Slice, length
	switch string(ev.cat) {
	case stateCategory:
		r.Kind, r.Name = slicefeed.State, k.log.StateName(plain(ev.name))
	case regionCategory:
		r.Code, r.Name = slicefeed.AsRegion, k.log.Name(plain(ev.name))
	default:
		r.Name = k.log.Name(plain(ev.name))
	}
	k.log.Add(r)
	if used, ok := micros(ev.tts); ok {
		k.clock(r, r.At, used)
		if more, ok := micros(ev.tdur); ok {
			k.clock(r, r.At+r.Value, used+more)
		}
	}
}

func (k *keeper) clock(r slicefeed.Record, at, used int64) {
	k.log.Add(slicefeed.Record{Kind: slicefeed.Clock, At: at, Thread: r.Thread, Value: used})
}

// begin adds the begin or end of a slice.
func (k *keeper) begin(ev *event, r slicefeed.Record) {
	r.Name = k.log.Name(plain(ev.name))
	region := string(ev.cat) == regionCategory
	switch {
	case ev.phase == 'B' && region:
		r.Kind = slicefeed.Region
	case ev.phase == 'B':
		r.Kind = slicefeed.Begin
	case region:
		r.Kind = slicefeed.RegionEnd
	default:
		r.Kind = slicefeed.End
	}
	k.log.Add(r)
	if used, ok := micros(ev.tts); ok {
		k.clock(r, r.At, used)
	}
}
