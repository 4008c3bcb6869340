package binfeed

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"tiv/block"
)

// open opens bytes as a file.
func open(t testing.TB, data []byte) *File {
	t.Helper()
	f, err := Open(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// sameTile returns the difference of two tiles.
func sameTile(got, want *block.Tile) error {
	if got.Level != want.Level || got.First != want.First || !slices.Equal(got.Edges, want.Edges) ||
		!slices.Equal(got.Threads, want.Threads) || !slices.Equal(got.Times, want.Times) {
		return fmt.Errorf("tile is %v, want %v", got, want)
	}
	return nil
}

// checkAll reports whether all of a sample is in a file.
func checkAll(t *testing.T, f *File, s *sample) {
	t.Helper()
	if f.Header() != s.header {
		t.Errorf("header is %v, want %v", f.Header(), s.header)
	}
	if want := []Property{{"format", "test"}, {"host", "é"}}; !slices.Equal(f.names.properties, want) {
		t.Errorf("properties are %q, want %q", f.names.properties, want)
	}
	if err := sameTables(f.Tables(), s.tables); err != nil {
		t.Error(err)
	}
	if len(f.Entries()) != len(s.blocks) || len(f.Tiles()) != len(s.tiles) {
		t.Fatalf("%d blocks and %d tiles, want %d", len(f.Entries()), len(f.Tiles()), len(s.blocks))
	}
	var buf BlockBuffer
	for i, want := range s.blocks {
		e := f.Entries()[i]
		if e.Start != want.Start || e.End != want.End || e.Restart != want.Restart || e.Count != len(want.Codes) || int(e.Weight) != i {
			t.Fatalf("entry of block %d is %v", i, e)
		}
		for _, part := range []block.Part{block.All, block.States, block.Waits, block.All, block.Waits} {
			got, err := f.Block(i, part, &buf)
			if err != nil {
				t.Fatal(err)
			}
			if err := same(got, want, part); err != nil {
				t.Fatalf("block %d: %v", i, err)
			}
		}
	}
	for i, want := range s.tiles {
		tile, err := f.Tile(i)
		if err != nil {
			t.Fatal(err)
		}
		if err := sameTile(tile, want); err != nil {
			t.Fatalf("tile %d: %v", i, err)
		}
	}
	if model, err := f.Model(); err != nil || !bytes.Equal(model, s.model) {
		t.Errorf("model is %q, %v", model, err)
	}
}

func TestRoundTrip(t *testing.T) {
	t.Parallel()
	for seed := range uint64(300) {
		rng := rand.New(rand.NewPCG(seed, 1))
		s := randomSample(t, rng, 1+rng.IntN(5), []int{1, 20, 400}[rng.IntN(3)])
		f := open(t, s.data)
		checkAll(t, f, s)
		if !f.Complete() || len(f.Damage()) > 0 {
			t.Errorf("complete: %v, damage: %v", f.Complete(), f.Damage())
		}
		// Without an index, the contents are the same, and its absence is the
		// only damage.
		f = open(t, s.data[:len(s.data)-1])
		checkAll(t, f, s)
		if f.Complete() || len(f.Damage()) != 1 || !isCutOff(f.Damage()[0]) {
			t.Errorf("without its last byte: complete: %v, damage: %v", f.Complete(), f.Damage())
		}
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
}
