package convert_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"

	"tiv/internal/oracle"
	"tiv/tracefeed"
)

// circle converts a source to trace.bin, to text and to trace.bin again, and
// compares each with the source. It returns the last two.
func circle(source *tracefeed.Source, want said) (text, bin []byte, err error) {
	first, err := toBin(source)
	if err == nil {
		err = differ(want, first)
	}
	if err != nil {
		return nil, nil, fmt.Errorf("to bin: %w", err)
	}
	if text, err = convertBytes(first, toText); err == nil {
		err = differ(want, text)
	}
	if err != nil {
		return nil, nil, fmt.Errorf("from there to text: %w", err)
	}
	if bin, err = convertBytes(text, toBin); err == nil {
		err = differ(want, bin)
	}
	if err != nil {
		return nil, nil, fmt.Errorf("from there to bin: %w", err)
	}
	return text, bin, nil
}

// differCircle takes a trace round the circle, and from there to text again,
// and to bin from bin.
func differCircle(open func() *tracefeed.Source) error {
	want, err := listen(open())
	if err != nil {
		return err
	}
	text, bin, err := circle(open(), want)
	if err != nil {
		return err
	}
	again, err := convertBytes(bin, toText)
	if err == nil && !bytes.Equal(again, text) {
		err = fmt.Errorf("text is\n%.2000s, and was\n%.2000s", again, text)
	}
	if err != nil {
		return fmt.Errorf("to text again: %w", err)
	}
	copied, err := convertBytes(bin, toBin)
	if err == nil {
		err = differ(want, copied)
	}
	if err != nil {
		return fmt.Errorf("bin to bin: %w", err)
	}
	return nil
}

func TestCircleSamples(t *testing.T) {
	for name, data := range samples(t) {
		err := differCircle(func() *tracefeed.Source {
			source, err := openTrace(data)
			if err != nil {
				t.Fatal(err)
			}
			return source
		})
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestCircleRandom(t *testing.T) {
	for seed := range oracle.Seeds(300) {
		trace := oracle.Random(rand.New(rand.NewPCG(seed, 41)), oracle.Small(rand.New(rand.NewPCG(seed, 40))))
		oracle.Check(t, seed, trace, func(tr oracle.Trace) error {
			if len(tr.Events) == 0 {
				return nil
			}
			return differCircle(func() *tracefeed.Source { return rich(seed, tr) })
		})
	}
}

func TestCircleRandomLong(t *testing.T) {
	for seed := range uint64(3) {
		trace := oracle.Random(rand.New(rand.NewPCG(seed, 43)), oracle.Shape{Threads: 50, Monitors: 9, Events: 60_000, Odd: 0.1})
		if err := differCircle(func() *tracefeed.Source { return rich(seed, trace) }); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
	}
}
