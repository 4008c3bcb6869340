package parts

import (
	"fmt"
	"math"
	"path/filepath"
	"slices"

	"tiv/tracefeed"
	"tiv/tracefeed/clock"
	"tiv/tracefeed/merge"
)

// corrected is the clock of a trace by messages with other machines.
type corrected struct {
	clocks  *clock.Solution
	machine clock.Machine
	start   tracefeed.Time // of the trace, by the machine
	zero    tracefeed.Time // of the feed
	shift   tracefeed.Time // by the user
}

// At returns the time in the feed.
func (c *corrected) At(t tracefeed.Time) tracefeed.Time {
	return c.clocks.Time(c.machine, c.start+t) - c.zero + c.shift
}

// clock returns the clock of a trace in a feed whose time 0 it is; nil for a constant one.
func (t *trace) clock(zero int64) merge.Clock {
	if t.corrected == nil {
		return nil
	}
	t.corrected.zero = tracefeed.Time(zero)
	return t.corrected
}

// correct corrects the clocks of machines that are compared through the wall clock, by the messages
// between them: it reads the traces with such messages once, but for those that grow. The remark says how
// each clock is compared.
func (o *opener) correct(all []*trace) (remark string, err error) {
	machines := clock.Machine(0)
	for _, t := range all {
		machines = max(machines, t.machine+1)
	}
	m := newMessages(len(all))
	for _, t := range all {
		if t.grows {
			m.end(t.machine, math.MinInt64)
		}
		if machines > 1 && o.kernel == nil && t.hasMessages() {
			if err := o.readMessages(m, t); err != nil {
				return "", t.damage(reason(err))
			}
		}
	}
	between := m.all()
	clocks, early, err := relate(int(machines), all[0].model, between)
	if err != nil {
		return "", err
	}
	for _, t := range all {
		if t.machine == 0 {
			continue
		}
		text := comparison(clocks, t.machine, m.first[t.machine], m.last[t.machine])
		remark = tracefeed.JoinNotes(remark, filepath.Base(t.Path)+": its clock is "+text)
		if len(between) > 0 {
			t.corrected = &corrected{clocks: clocks, machine: t.machine, start: tracefeed.Time(t.start)}
			t.start = int64(t.corrected.At(0))
		}
	}
	if remark = tracefeed.JoinNotes(remark, early); m.full {
		remark = tracefeed.JoinNotes(remark, fmt.Sprintf("of each trace, only the first %d events of connections correct clocks", m.most))
	}
	return remark, nil
}

// hasMessages reports whether the trace can have messages with other machines.
func (t *trace) hasMessages() bool {
	return !t.grows && (!t.named || slices.ContainsFunc(t.tables.Names, crosses))
}

// readMessages reads a trace for the messages in it.
func (o *opener) readMessages(m *messages, t *trace) error {
	b, err := o.Open(t.Path)
	if err != nil {
		return err
	}
	read := o.meter.read.Load()
	feed, err := o.start(b)
	if err != nil {
		return err
	}
	m.read(t.machine, tracefeed.Time(t.start), feed)
	o.meter.read.Store(read)
	return feed.Close()
}

// relate relates the clocks of machines by messages. early is a remark on messages that were
// received before they were sent; "" for none.
func relate(machines int, model clock.Model, all []clock.Message) (clocks *clock.Solution, early string, err error) {
	network, err := clock.NewNetwork(machines, model)
	if err != nil {
		return nil, "", err
	}
	before := 0
	for _, m := range all {
		if network.Add(m) != nil {
			continue // a time is impossible
		}
		if m.Received < m.Sent {
			before++
		}
	}
	clocks = network.Solve(0)
	if left := clocks.EarlyEffects; left > 0 {
		early = fmt.Sprintf("of %d messages between machines, at least %d were received before they were sent", len(all), left)
	} else if before > 0 {
		early = fmt.Sprintf("of %d messages between machines, %d were received before they were sent, by the clocks "+
			"that are now corrected", len(all), before)
	}
	return clocks, early, nil
}

// comparison describes the correction of a clock from a first to a last time.
func comparison(clocks *clock.Solution, m clock.Machine, first, last tracefeed.Time) string {
	at := first + (last-first)/2
	ahead := at - clocks.Time(m, at)
	if clocks.Reference(m) != 0 {
		text := "compared through the wall clock"
		switch {
		case ahead > 0:
			text += fmt.Sprintf(", and set back by %v", ahead)
		case ahead < 0:
			text += fmt.Sprintf(", and set forward by %v", -ahead)
		default:
			return text
		}
		return text + ", because messages were received before they were sent; none of them gives the other limit"
	}
	const steps = 200
	var bounds []tracefeed.Time
	for i := range tracefeed.Time(steps + 1) {
		bounds = append(bounds, clocks.At(m, first+(last-first)/steps*i).Bound)
	}
	slices.Sort(bounds)
	usual, greatest := bounds[steps/2], bounds[steps]
	e := clocks.Evidence(m)
	text := fmt.Sprintf("%v ahead by %d messages", ahead, e.Messages)
	if ahead < 0 {
		text = fmt.Sprintf("%v behind by %d messages", -ahead, e.Messages)
	}
	if greatest < clock.Unknown {
		text += fmt.Sprintf(", ± %v half of the time, ± %v at most", usual, greatest)
	}
	if e.MinDelay > 0 {
		text += fmt.Sprintf(" if each of them took %v or more", e.MinDelay)
	}
	if last > first {
		gain := float64((last-clocks.Time(m, last))-(first-clocks.Time(m, first))) / float64(last-first) * float64(tracefeed.Second)
		word := "gains"
		if gain < 0 {
			word = "loses"
		}
		text += fmt.Sprintf(", and %s %v per second", word, tracefeed.Time(math.Abs(gain)))
	}
	if e.Refuted {
		text += "; some took less time than the list assumes, so that nothing is assumed"
	}
	if e.Contradictions > 0 {
		text += fmt.Sprintf("; %d messages contradict others, as after a step of a clock: the error can be greater there", e.Contradictions)
	}
	return text
}
