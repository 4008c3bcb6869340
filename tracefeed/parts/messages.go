package parts

import (
	"cmp"
	"net/netip"
	"slices"
	"sort"
	"strings"

	"tiv/tracefeed"
	"tiv/tracefeed/clock"
)

// maxPassed is the greatest number of puts and takes that are kept to relate clocks: 64 MiB.
const maxPassed = 1 << 21

// messages finds messages between machines: bytes of connections that one machine puts and
// another one takes, both with the position in the stream.
type messages struct {
	streams map[string]*stream
	// most is the greatest number of puts and takes of a trace; full: one has more.
	most int
	full bool
	// until are the times up to which all puts of a machine are known, if there is an end.
	until map[clock.Machine]tracefeed.Time
	// lost are the times at which events of a machine are missing.
	lost map[clock.Machine][]tracefeed.Time
	// first and last are the times of the events of each machine.
	first, last map[clock.Machine]tracefeed.Time
}

// stream is the puts and takes of a stream, by machine.
type stream struct{ puts, takes map[clock.Machine][]passing }

// passing is a put or a take, at a time of its machine.
type passing struct {
	at       tracefeed.Time
	position int64
}

// newMessages returns the messages of a number of traces.
func newMessages(traces int) *messages {
	return &messages{streams: map[string]*stream{}, most: maxPassed / traces,
		until: map[clock.Machine]tracefeed.Time{}, lost: map[clock.Machine][]tracefeed.Time{},
		first: map[clock.Machine]tracefeed.Time{}, last: map[clock.Machine]tracefeed.Time{}}
}

// read reads the events of a trace, whose time 0 is at a time of the machine. Of a damaged trace, the
// events before the damage count.
func (m *messages) read(of clock.Machine, start tracefeed.Time, f tracefeed.Feed) {
	var streams []*stream // by name
	passed, at := 0, start
	for ev, err := range tracefeed.All(f) {
		if err != nil {
			m.end(of, at)
			return
		}
		at = start + ev.Time
		if first, ok := m.first[of]; !ok || at < first {
			m.first[of] = at
		}
		m.last[of] = max(m.last[of], at)
		switch {
		case ev.Kind == tracefeed.Lost:
			m.lost[of] = append(m.lost[of], at)
		case ev.Name == tracefeed.NoName || ev.Kind != tracefeed.Put && ev.Kind != tracefeed.Take:
		default:
			for names := f.Tables().Names; len(streams) < len(names); {
				streams = append(streams, m.stream(names[len(streams)]))
			}
			if streams[ev.Name] == nil || passed == m.most {
				continue
			}
			if passed++; passed == m.most {
				m.full = true
				m.end(of, at)
			}
			m.pass(streams[ev.Name], of, ev.Kind, passing{at, ev.Value})
		}
	}
}

// end notes that not all puts of a machine after a time are known.
func (m *messages) end(of clock.Machine, at tracefeed.Time) {
	if until, ok := m.until[of]; !ok || at < until {
		m.until[of] = at
	}
}

// stream returns the stream of a name; nil if its ends are on one machine.
func (m *messages) stream(name string) *stream {
	if !crosses(name) {
		return nil
	}
	if m.streams[name] == nil {
		m.streams[name] = &stream{map[clock.Machine][]passing{}, map[clock.Machine][]passing{}}
	}
	return m.streams[name]
}

// crosses reports whether a stream can be between machines. Local addresses and numbers of
// sockets mean others on each.
func crosses(name string) bool {
	if tracefeed.StreamOf(name).Way == tracefeed.Pipe {
		return false
	}
	ends, tcp := strings.CutPrefix(name, "tcp ")
	from, to, _ := strings.Cut(strings.Replace(ends, " < ", " > ", 1), " > ")
	for _, end := range []string{from, to} {
		if a, err := netip.ParseAddrPort(end); err != nil || a.Addr().Unmap().IsLoopback() {
			return false
		}
	}
	return tcp
}

// pass adds a put or a take.
func (m *messages) pass(s *stream, of clock.Machine, kind tracefeed.Kind, p passing) {
	list := s.puts
	if kind == tracefeed.Take {
		list = s.takes
	}
	list[of] = append(list[of], p)
}

// all returns the messages in order of the times at which they were sent. A stream in
// which several machines put, or take, has none: its name has several meanings.
func (m *messages) all() (out []clock.Message) {
	for _, lost := range m.lost {
		slices.Sort(lost)
	}
	for _, s := range m.streams {
		if len(s.puts) != 1 || len(s.takes) != 1 {
			continue
		}
		for from, puts := range s.puts {
			for to, takes := range s.takes {
				if from != to {
					out = append(out, m.match(from, to, puts, takes)...)
				}
			}
		}
	}
	slices.SortFunc(out, func(a, b clock.Message) int {
		return cmp.Or(cmp.Compare(a.Sent, b.Sent), cmp.Compare(a.Received, b.Received), cmp.Compare(a.From, b.From),
			cmp.Compare(a.To, b.To))
	})
	return out
}

// match returns the messages of a stream. The name of a stream can be used again; if both ends do not
// have the same number of streams, nothing is known.
func (m *messages) match(from, to clock.Machine, puts, takes []passing) (out []clock.Message) {
	byTime := func(a, b passing) int { return cmp.Compare(a.at, b.at) }
	slices.SortStableFunc(puts, byTime)
	slices.SortStableFunc(takes, byTime)
	if until, ok := m.until[from]; ok {
		n := sort.Search(len(puts), func(n int) bool { return puts[n].at > until })
		puts = puts[:n]
	}
	sent, received := putStreams(puts), takeStreams(takes)
	if len(sent) != len(received) {
		return nil
	}
	for i, puts := range sent {
		parts := m.written(from, puts)
		for _, take := range received[i] {
			n := sort.Search(len(parts), func(n int) bool { return parts[n].last >= take.position })
			if take.position > 0 && n < len(parts) && parts[n].after < take.position {
				out = append(out, clock.Message{From: from, To: to, Sent: parts[n].at, Received: take.at})
			}
		}
	}
	return out
}

// putStreams divides puts by the streams that have had the name. The position 0 begins one.
func putStreams(puts []passing) (out [][]passing) {
	for i, p := range puts {
		if i == 0 || p.position == 0 {
			out = append(out, nil)
		}
		out[len(out)-1] = append(out[len(out)-1], p)
	}
	return out
}

// takeStreams divides takes by the streams that have had the name. A position that is not
// beyond the one before begins one.
func takeStreams(takes []passing) (out [][]passing) {
	last := int64(0)
	for _, p := range takes {
		at := max(p.position, -p.position)
		if at == 0 {
			continue // it waits
		}
		if len(out) == 0 || at < last || at == last && p.position > 0 {
			out = append(out, nil)
		}
		last = at
		out[len(out)-1] = append(out[len(out)-1], p)
	}
	return out
}

// written is the bytes behind one position up to another that were put at one time.
type written struct {
	after, last int64
	at          tracefeed.Time
}

// written returns the bytes of a stream in the order of their positions. The first put, and one
// after a loss, can take back bytes of others that are not in the trace: it only gives the position.
func (m *messages) written(by clock.Machine, puts []passing) (out []written) {
	lost := m.lost[by]
	last, lastAt, known := int64(0), tracefeed.Time(0), false
	for _, p := range puts {
		at := max(p.position, -p.position)
		n := sort.Search(len(lost), func(i int) bool { return lost[i] >= lastAt })
		whole := known && p.position > 0 && (n == len(lost) || lost[n] > p.at)
		for len(out) > 0 && out[len(out)-1].last > at { // it takes bytes back
			if out[len(out)-1].last = at; out[len(out)-1].after >= at {
				out = out[:len(out)-1]
			}
		}
		if whole && at > last {
			out = append(out, written{last, at, p.at})
		}
		last, lastAt, known = at, p.at, true
	}
	return out
}
