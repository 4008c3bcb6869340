package parts

import (
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tiv/tracefeed"
)

// remote is a clock of another machine: 3 ms ahead, and faster by 400 ppm.
func remote(at tracefeed.Time) tracefeed.Time { return at + 3_000_000 + at/2500 }

// dialogue returns the events of a client, and of a server with another clock. The server answers
// each request; each message takes 50 µs or more.
func dialogue(rng *rand.Rand, server func(tracefeed.Time) tracefeed.Time) (asks, answers []tracefeed.Event) {
	type events = []tracefeed.Event
	put := func(list events, at tracefeed.Time, kind tracefeed.Kind, name tracefeed.NameID, position int64) events {
		return append(list, tracefeed.Event{Time: at, Thread: 1, Kind: kind, Name: name, Object: int64(name), Value: position})
	}
	asks = put(asks, 1000, tracefeed.Put, 1, 0)
	answers = put(answers, server(1000), tracefeed.Put, 2, 0)
	at := tracefeed.Time(10_000)
	for i := int64(1); i <= 1000; i++ {
		way := func() tracefeed.Time { return 50_000 + tracefeed.Time(rng.ExpFloat64()*10_000) }
		asks = put(asks, at, tracefeed.Put, 1, i*10)
		at += way()
		answers = put(answers, server(at), tracefeed.Take, 1, i*10)
		at += 1000
		answers = put(answers, server(at), tracefeed.Put, 2, i*20)
		at += way()
		asks = put(asks, at, tracefeed.Take, 2, i*20)
		at += 900_000
	}
	return asks, answers
}

// TestClocksByMessages joins traces of two machines whose clocks differ.
func TestClocksByMessages(t *testing.T) {
	t.Parallel()
	const day = 1_700_000_000_000_000_000
	names := func(from, to string) []string {
		return []string{"tcp " + from + " > " + to, "tcp " + from + " < " + to}
	}
	for name, c := range map[string]struct {
		from, to, assumed, note string
		early                   bool
	}{
		"two machines": {"10.0.0.1:4000", "10.0.0.2:80", "",
			"server.bin: its clock is 3.20", false},
		"IPv6": {"[fd00::1]:4000", "[fd00::2]:80", "",
			"; of 2000 messages between machines, 1000 were received before they were sent, " +
				"by the clocks that are now corrected", false},
		"symmetry": {"10.0.0.1:4000", "10.0.0.2:80", " symmetry=90% drift=401us",
			"µs at most if each of them took 45.07 µs or more", false},
		"a delay that is too long": {"10.0.0.1:4000", "10.0.0.2:80", " delay=1ms",
			"; some took less time than the list assumes, so that nothing is assumed", false},
		"one direction": {"10.0.0.1:4000", "10.0.0.2:80", "",
			"server.bin: its clock is compared through the wall clock, and set back " +
				"by 3.3", false},
		"local addresses": {"127.0.0.1:4000", "127.0.0.1:80", "", "server.bin: its clock is compared through the wall clock", true},
	} {
		dir := t.TempDir()
		asks, answers := dialogue(rand.New(rand.NewPCG(1, 1)), remote)
		if name == "one direction" {
			asks = slices.DeleteFunc(asks, func(ev tracefeed.Event) bool { return ev.Kind == tracefeed.Put })
			answers = slices.DeleteFunc(answers, func(ev tracefeed.Event) bool { return ev.Kind == tracefeed.Take })
		}
		writeEvents(t, filepath.Join(dir, "client.bin"), 7, 1000e9, day, names(c.from, c.to), asks)
		writeEvents(t, filepath.Join(dir, "server.bin"), 8, 90_000e9, day, names(c.from, c.to), answers)
		list := filepath.Join(dir, "x.join")
		write(t, list, "tiv-join 1\nclient.bin"+c.assumed+"\nserver.bin\n")
		source, err := tracefeed.Open(list, []tracefeed.Format{Format(formats)})
		if err != nil {
			t.Fatal(err)
		}
		puts, early := map[string]int64{}, 0
		for ev, err := range tracefeed.All(source) {
			if err != nil {
				t.Fatal(err)
			}
			name := source.Tables().Names[ev.Name]
			if ev.Kind == tracefeed.Put {
				puts[name] = ev.Value
			} else if ev.Kind == tracefeed.Take && puts[name] < ev.Value {
				early++
			}
		}
		if c.early != (early > 0) {
			t.Errorf("%s: %d messages are received before they are sent", name, early)
		}
		if note := source.Header().Note; !strings.Contains(note, c.note) {
			t.Errorf("%s: the note is %q, want %q in it", name, note, c.note)
		}
		source.Close()
	}
}

// sender writes a stream, in which writes can be partial, and recordings of puts lost.
type sender struct {
	rng     *rand.Rand
	m       *messages
	s       *stream
	at      tracefeed.Time
	lossy   bool
	lost    bool
	written int64
	// sent are the times at which bytes were sent, by their positions.
	sent map[int64]tracefeed.Time
}

// put records a put.
func (s *sender) put(position int64) {
	s.at++
	if s.lossy && s.rng.IntN(10) == 0 {
		s.lost = true
		return
	}
	if s.lost {
		s.m.lost[0] = append(s.m.lost[0], s.at)
	}
	s.lost = false
	s.m.pass(s.s, 0, tracefeed.Put, passing{s.at, position})
}

// write writes some bytes, or a part of them.
func (s *sender) write() {
	all := s.written + 1 + s.rng.Int64N(20)
	s.put(all)
	s.at++
	for whole := s.written + 1 + s.rng.Int64N(all-s.written); s.written < whole; {
		s.written++
		s.sent[s.written] = s.at
	}
	if s.written < all {
		s.put(s.written)
	}
}

// TestMessages finds the messages of random streams whose names are used again. Each byte was sent
// after the time of its message.
func TestMessages(t *testing.T) {
	t.Parallel()
	for seed := range uint64(500) {
		rng := rand.New(rand.NewPCG(seed, 1))
		m := newMessages(1)
		s := &sender{rng: rng, m: m, s: m.stream("tcp 10.0.0.1:1 > 10.0.0.2:2"), lossy: seed%2 == 0}
		sent := map[tracefeed.Time]tracefeed.Time{} // by the time of the take
		streams := 1 + rng.IntN(3)
		for range streams {
			s.at++
			m.pass(s.s, 0, tracefeed.Put, passing{s.at, 0})
			s.written, s.sent, s.lost = 0, map[int64]tracefeed.Time{}, false
			taken := int64(0)
			for i := range 1 + rng.IntN(30) {
				s.write()
				if i == 0 && taken < s.written || taken < s.written && rng.IntN(2) == 0 {
					taken += 1 + rng.Int64N(s.written-taken)
					s.at++
					sent[s.at] = s.sent[taken]
					m.pass(s.s, 1, tracefeed.Take, passing{s.at, taken})
					if rng.IntN(4) == 0 { // it is not known who read the bytes so far
						s.at++
						m.pass(s.s, 1, tracefeed.Take, passing{s.at, -taken})
					}
				}
			}
		}
		if seed%5 == 0 {
			m.end(0, s.at/2) // the rest of a trace is damaged
		}
		found := m.all()
		for _, x := range found {
			if seed%5 == 0 && x.Sent > s.at/2 {
				t.Errorf("seed %d: %+v was sent after the damage", seed, x)
			}
		}
		if !s.lossy && seed%5 > 0 && len(found) != len(sent) && (len(found) > 0 || streams == 1) {
			t.Errorf("seed %d: %d messages of %d", seed, len(found), len(sent))
		}
		for _, x := range found {
			if x.Sent > sent[x.Received] || x.From != 0 || x.To != 1 {
				t.Errorf("seed %d: %+v was sent at %d", seed, x, sent[x.Received])
			}
			if !s.lossy && seed%5 > 0 && x.Sent < sent[x.Received]-1 {
				t.Errorf("seed %d: %+v was sent at %d", seed, x, sent[x.Received])
			}
		}
	}
}
