package task_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tiv/task/definition"
)

// The streams of random traces: a connection, and a pipe.
var randomStreams = []string{"tcp%20f%20>%20b", "tcp%20f%20<%20b", "pipe%207"}

// streamsInText makes events of streams, with the positions of each.
type streamsInText struct{ put, taken [3]int }

// random returns an event.
func (x *streamsInText) random(rng *rand.Rand, at int64, thread string) string {
	s := rng.IntN(len(randomStreams))
	put, taken := &x.put[s], &x.taken[s]
	kind, value := "put", 0
	switch rng.IntN(30) {
	case 0:
		*put, *taken = 0, 0
	case 1:
		*put = max(1, *put+3-rng.IntN(6))
		value = -*put
	case 2, 3, 4, 5, 6, 7, 8, 9, 16, 17:
		*put += 1 + rng.IntN(4)
		value = *put
	case 10:
		kind, value = "take", -*taken
	case 11:
		kind = "take"
	case 12, 13, 14:
		return fmt.Sprintf("%dns %s io-start net what=%s\n", at, thread, randomStreams[s])
	case 15:
		kind, *taken = "take", rng.IntN(*put+2)
		value = *taken
	default:
		kind = "take"
		*taken = max(*taken, min(*put, *taken+1+rng.IntN(5)))
		value = *taken
	}
	if rng.IntN(2) == 0 { // most of who writes calls, and who reads does not
		thread = map[string]string{"put": "A", "take": "C"}[kind]
	}
	return fmt.Sprintf("%dns %s %s what=%s value=%d\n", at, thread, kind, randomStreams[s], value)
}

// randomStreamTrace returns a random trace of threads that work for tasks, and talk.
func randomStreamTrace(rng *rand.Rand) string {
	var b strings.Builder
	var bytes streamsInText
	b.WriteString("tiv-text 1\n0ns A start\n1ns B start\n2ns C start\n")
	for at := int64(3); at < 80; at++ {
		thread := string(rune('A' + rng.IntN(3)))
		switch rng.IntN(14) {
		case 0, 4:
			fmt.Fprintf(&b, "%dns %s call-enter c0.m%d\n", at, string(rune('A'+rng.IntN(9)/4)), rng.IntN(2))
		case 1, 2, 5:
			fmt.Fprintf(&b, "%dns %s call-exit c0.m%d\n", at, thread, rng.IntN(2))
		case 3:
			what := []string{"put object=7 value=%d", "take object=7 value=%d", "take object=0 value=0%.0d", "start by=A%.0d"}[rng.IntN(4)]
			if strings.HasPrefix(what, "start") {
				thread = fmt.Sprint("T", at)
			}
			fmt.Fprintf(&b, "%dns %s "+what+"\n", at, thread, at)
		default:
			b.WriteString(bytes.random(rng, at, thread))
		}
	}
	return b.String()
}

// TestStreams compares the rules of streams with the oracle.
func TestStreams(t *testing.T) {
	t.Parallel()
	defs := definition.List{{Name: "type0", Method: "m0"}, {Name: "type1", Method: "m1"}}
	var c tally
	for seed := range uint64(3000) {
		rng := rand.New(rand.NewPCG(seed, 5))
		c.compare(t, seed, randomStreamTrace(rng), defs, 1+rng.IntN(40))
	}
	if c.worked < 100_000 || c.read < 20_000 {
		t.Errorf("%+v ns of work, want more", c)
	}
}

// streamed is an event of a stream.
type streamed struct {
	taken  bool
	number int
	of     *piece
	// through: the thread had the task from another connection.
	through bool
}

// byteOf is for whom a byte was put; of is nil for nobody.
type byteOf struct {
	of      *piece
	through bool
}

// replay goes through all events of a stream. It returns the owners of the bytes that are there, and
// the last position taken, -1 if it is not known.
func (o *fullOracle) replay(stream string) (owners map[int]byteOf, taken int) {
	owners, taken = map[int]byteOf{}, -1
	put, began := -1, false
	cut := func(from int) {
		for n := range owners {
			if n >= from {
				delete(owners, n)
			}
		}
	}
	for _, e := range o.streams[stream] {
		switch {
		case e.taken:
			to := max(e.number, -e.number)
			for n := range owners {
				if e.number > 0 && (n <= to || to <= taken) {
					delete(owners, n)
				}
			}
			taken = to
		case e.number == 0:
			cut(0)
			if put, taken = 0, max(taken, 0); began { // else it was taken from this stream
				taken = 0
			}
		case e.number < 0:
			cut(1 - e.number)
			put = -e.number
		default:
			first := e.number
			if put >= 0 && put < e.number {
				first = put + 1
			}
			cut(first)
			for n := first; n <= e.number; n++ {
				if n > taken || put < 0 || put >= e.number {
					owners[n] = byteOf{e.of, e.through}
				}
			}
			put = e.number
		}
		began = began || !e.taken
	}
	return owners, taken
}

// back returns the other direction of a stream.
func back(stream string) string {
	return strings.NewReplacer("<", ">", ">", "<").Replace(stream)
}

// ofStream reports whether a right is of bytes that were taken from a stream.
func ofStream(r *right) bool { return r.kind == "item" && strings.Contains(r.place, "%20") }

// stream follows an event of a stream.
func (o *fullOracle) stream(at int64, th, kind, stream string, number int) {
	if kind == "put" {
		e := streamed{number: number, of: o.top(th)}
		if list := o.now(th); len(list) > 0 {
			last := list[len(list)-1]
			e.through = ofStream(last) && (last.place != back(stream) || strings.HasPrefix(stream, "pipe"))
		}
		o.streams[stream] = append(o.streams[stream], e)
		return
	}
	if number == 0 {
		o.await(at, th, stream)
		return
	}
	owners, taken := o.replay(stream)
	o.streams[stream] = append(o.streams[stream], streamed{taken: true, number: number})
	if taken < 0 && number == 1 {
		taken = 0
	}
	var tasks []*piece
	known := number > 0 && taken >= 0 && taken < number
	for n := taken + 1; known && n <= number; n++ {
		owner, is := owners[n]
		if known = is; is && !slices.Contains(tasks, owner.of) {
			tasks = append(tasks, owner.of)
		}
	}
	var p *piece
	if known && len(tasks) == 1 {
		p = tasks[0]
	}
	if o.has(th, func(r *right) bool { return observed(r) || r.kind == "began" }) {
		o.end(at, func(r *right) bool { return r.thread == th && ofStream(r) && r.of != p })
		return
	}
	answers := strings.Contains(stream, "<")
	if answers && p != nil && !owners[taken+1].through {
		for p != nil && !o.sent(back(stream), p) {
			p = p.parent
		}
	}
	if p == nil && (answers || strings.HasPrefix(stream, "pipe") && !known && len(tasks) < 2) {
		o.end(at, func(r *right) bool { return r.thread == th && r.kind == "item" && r.place == stream })
		return
	}
	o.receive(at, th, stream, p)
}

// sent reports whether bytes were put into a stream for a task since the stream was made.
func (o *fullOracle) sent(stream string, p *piece) (sent bool) {
	for _, e := range o.streams[stream] {
		sent = !e.taken && (sent && e.number != 0 || e.number > 0 && e.of == p) || e.taken && sent
	}
	return sent
}

// await follows a thread that is about to wait for the next bytes of a stream, or of any ("").
func (o *fullOracle) await(at int64, th, stream string) {
	var next *piece
	if stream != "" {
		if owners, taken := o.replay(stream); taken >= 0 {
			next = owners[taken+1].of
		}
	}
	if o.has(th, func(r *right) bool { return observed(r) || next != nil && ofStream(r) && r.of == next }) {
		return
	}
	o.end(at, func(r *right) bool {
		return r.thread == th && ofStream(r) && (stream == "" || strings.Contains(stream, ">") || r.place == stream)
	})
}

// leaveAnswer ends what a thread has of an answer, when it begins the next task of the type.
func (o *fullOracle) leaveAnswer(at int64, th, kind string) {
	o.end(at, func(r *right) bool {
		within := false
		for p := r.of; p != nil; p = p.parent {
			within = within || p.kind == kind && (p.d >= 0 || p == r.of)
		}
		return r.thread == th && ofStream(r) && strings.Contains(r.place, "<") && within
	})
}
