package binfeed

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"tiv/block"
	"tiv/tracefeed"
)

// FuzzCalls decodes any open calls. Readable ones can be written, and read back the
// same.
func FuzzCalls(f *testing.F) {
	rng := rand.New(rand.NewPCG(1, 8))
	tables := randomTables(rng, 9)
	lim := limitsOf(tables)
	of := func(start tracefeed.Time, calls []block.OpenCalls) *block.Block {
		return &block.Block{Start: start, Details: &block.Details{OpenCalls: calls}}
	}
	for range 9 {
		start := tracefeed.Time(rng.IntN(1000))
		calls := randomCalls(rng, tables, start)
		f.Add(appendOpenCalls(nil, of(start, calls)), uint32(len(calls)), int64(start))
	}
	f.Fuzz(func(t *testing.T, raw []byte, n uint32, at int64) {
		start := tracefeed.Time(max(0, at))
		calls, err := parseOpenCalls(raw, n, start, lim)
		if err != nil {
			return
		}
		b := of(start, calls)
		if err := checkOpenCalls(b, lim); err != nil {
			t.Fatal(err)
		}
		again, err := parseOpenCalls(appendOpenCalls(nil, b), n, start, lim)
		if err != nil || !reflect.DeepEqual(again, calls) {
			t.Fatalf("got %v, %+v, want %+v", err, again, calls)
		}
	})
}
