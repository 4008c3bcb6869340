package wire

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"

	"tiv/internal/varint"
	"tiv/tracefeed"
)

// generation is an interval of a trace, usually a second, with its own
// numbering of strings and stacks. It does not change once it was read.
type generation struct {
	gen      uint64
	minTime  uint64  // of a batch, as the library finds it: 0 is none
	unit     float64 // of the clock, in nanoseconds; 0 is not known yet
	hasClock bool    // the trace related its clock to others
	ms       index   // the runtime's numbers of threads; 0 is none
	order    []int32 // the threads that have batches, in the order of the trace
	batches  [][]batch
	texts    texts
	stacks   stackTable
	reasons  []Reason     // by number of a text
	samples  []wireSample // in order of time
	dumps    [][]byte     // goroutine dumps, compressed
	slabs    [][]byte     // that hold the data of the batches
}

func newGeneration() *generation {
	return &generation{ms: newIndex(noID), batches: make([][]batch, 1), texts: newTexts(), stacks: newStackTable()}
}

// noID is the id of no thread, P or goroutine.
const noID = ^uint64(0)

// time converts a duration to nanoseconds.
func (g *generation) time(units uint64) int64 { return int64(float64(units) * g.unit) }

// stack returns the number of a stack in this generation, -1 if it has none.
func (g *generation) stack(id uint64) Stack { return Stack(g.stacks.ids.find(id)) }

// text returns the number of a string in this generation, -1 if it has none.
func (g *generation) text(id uint64) int32 { return g.texts.ids.find(id) }

// reason returns the reason for a stop that a text names.
func (g *generation) reason(text int32) Reason {
	g.reasons = grown(g.reasons, int(text))
	if g.reasons[text] == NoReason {
		g.reasons[text] = ReasonOf(g.texts.list[text])
	}
	return g.reasons[text]
}

func noStack(id uint64) error {
	return fmt.Errorf("an event names the stack %d, which is not there", id)
}

func noText(id uint64) error {
	return fmt.Errorf("an event names the string %d, which is not there", id)
}

// splitter splits a trace into generations.
type splitter struct {
	in      *input
	version int
	// spill is the first batch of the next generation: before Go 1.26 only this
	// batch marks the end of a generation.
	spill  *batch
	failed error // comes after the last generation returned
}

var errNumber0 = errors.New("a generation has the number 0")

// next returns the next generation, or the error that ends the trace: io.EOF if
// the trace may end there.
func (s *splitter) next() (*generation, error) {
	if s.failed != nil {
		return nil, s.failed
	}
	s.in.slab, s.in.slabs = nil, nil
	g := newGeneration()
	read := s.unmarked
	if s.version >= 26 {
		read = s.marked
	}
	err := read(g)
	if err == nil {
		err = g.finish(s.version)
	}
	g.slabs = s.in.slabs
	return g, err
}

// marked reads a generation that ends with a mark, as since Go 1.26.
func (s *splitter) marked(g *generation) error {
	for {
		b, err := s.in.batch()
		switch {
		case err == io.EOF && len(g.order) > 0:
			return tracefeed.ErrCutOff
		case err != nil:
			return err
		case b.first() == evEndOfGeneration:
			return nil
		case b.gen == 0:
			return errNumber0
		case g.gen != 0 && b.gen != g.gen:
			return fmt.Errorf("a batch of generation %d in generation %d", b.gen, g.gen)
		}
		if err := g.add(&b, s.version); err != nil {
			return err
		}
	}
}

// unmarked reads a generation that ends with the start of the next one, or with
// the trace. An unreadable batch may be the first of the next generation, so it
// does not invalidate this one.
func (s *splitter) unmarked(g *generation) error {
	b := s.spill
	s.spill = nil
	for {
		if b != nil {
			if err := g.add(b, s.version); err != nil {
				return err
			}
		}
		next, err := s.in.batch()
		switch {
		case err != nil && g.gen == 0:
			return err
		case err != nil:
			s.failed = err
			return nil
		case next.gen == 0:
			return errNumber0
		case g.gen != 0 && next.gen > g.gen: // some may be missing in between
			next.data = bytes.Clone(next.data)
			s.spill = &next
			return nil
		case g.gen != 0 && next.gen != g.gen:
			return fmt.Errorf("a batch of generation %d in generation %d", next.gen, g.gen)
		}
		b = &next
	}
}

// add adds a batch of this generation.
func (g *generation) add(b *batch, version int) error {
	if g.minTime == 0 || b.time < g.minTime {
		g.minTime = b.time
	}
	g.gen = b.gen
	var err error
	clock, isClock := b.clock(version)
	switch first := b.first(); {
	case isClock:
		err = g.readClock(clock, version)
	case b.kind == evExperimentalBatch:
		g.readExperiment(b)
	case first == evStrings:
		err = g.texts.read(b.data[1:])
	case first == evStacks:
		err = g.stacks.read(b.data[1:])
	case first == evCPUSamples:
		err = g.readSamples(b)
	case first == evEndOfGeneration:
		err = errors.New("a generation ends within a batch")
	default:
		m := g.ms.number(b.m)
		g.batches = grown(g.batches, int(m))
		if g.batches[m] == nil {
			g.order = append(g.order, m)
			g.batches[m] = make([]batch, 0, 4)
		}
		if len(b.data) > 0 {
			g.batches[m] = append(g.batches[m], *b)
		}
	}
	return err
}

// clock returns what a batch tells about the clock, if it is about that.
func (b *batch) clock(version int) (data []byte, ok bool) {
	switch first := b.first(); {
	case version < 25 && first == evFrequency:
		return b.data, true
	case version >= 25 && first == evSync:
		return b.data[1:], true
	}
	return nil, false
}

func (g *generation) readClock(data []byte, version int) error {
	s := varint.New(data)
	for len(s.Rest) > 0 {
		switch {
		case s.Is(evFrequency):
			if g.unit != 0 {
				return errors.New("duplicate clock frequency")
			}
			g.unit = 1.0 / (float64(s.Uvarint()) / 1e9)
		case version >= 25 && s.Is(evClockSnapshot):
			if g.hasClock {
				return errors.New("duplicate clock snapshot")
			}
			g.hasClock = true
			for range 4 {
				s.Uvarint()
			}
		default:
			return fmt.Errorf("want something about the clock, got an event of type %d", s.Rest[0])
		}
		if s.Bad {
			return errors.New("the data of the clock is cut off")
		}
	}
	return nil
}

// wireSample is a CPU sample in its wire format.
type wireSample struct {
	time  int64 // in the clock's units before finish, in nanoseconds after it
	p     uint64
	g     uint64 // 0 is none
	stack uint64
	at    int64 // offset of its batch
}

// readSamples adds the CPU samples of a batch.
func (g *generation) readSamples(b *batch) error {
	s := varint.New(b.data[1:])
	for len(s.Rest) > 0 {
		if !s.Is(evCPUSample) {
			return fmt.Errorf("want a CPU sample, got an event of type %d", s.Rest[0])
		}
		sample := wireSample{time: int64(s.Uvarint()), at: b.at}
		s.Uvarint() // the runtime's number of the thread
		sample.p, sample.g, sample.stack = s.Uvarint(), s.Uvarint(), s.Uvarint()
		if s.Bad {
			return errors.New("a CPU sample is cut off")
		}
		g.samples = append(g.samples, sample)
	}
	return nil
}

// finish checks that the generation is complete once its batches are read.
func (g *generation) finish(version int) error {
	if g.unit == 0 {
		return errors.New("a generation lacks the frequency of its clock")
	}
	if version >= 25 && !g.hasClock {
		return errors.New("a generation lacks the snapshot of its clock")
	}
	for i := range g.samples {
		g.samples[i].time = g.time(uint64(g.samples[i].time))
	}
	// The library's sort: it decides the order of samples with equal times.
	slices.SortFunc(g.samples, func(a, b wireSample) int { return cmp.Compare(a.time, b.time) })
	return g.stacks.resolve(&g.texts)
}
