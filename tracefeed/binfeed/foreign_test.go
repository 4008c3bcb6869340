package binfeed

import (
	"bytes"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tiv/tracefeed"
)

// foreignTrace returns a trace of random blocks, with and without random chunks between them, and the
// bytes of each identifier.
func foreignTrace(t testing.TB, seed uint64) (with, without []byte, want map[string]string, chunks int) {
	t.Helper()
	write := func(some bool) []byte {
		rng := rand.New(rand.NewPCG(seed, 8))
		tables := randomTables(rng, 9)
		var out bytes.Buffer
		w, err := NewWriter(&out, Header{})
		if err != nil {
			t.Fatal(err)
		}
		want, chunks = map[string]string{}, 0
		for at := range 9 {
			if err := w.Block(randomBlock(rng, tables, tracefeed.Time(at*1000), 9), tables, 0); err != nil {
				t.Fatal(err)
			}
			identifier := string("ab"[rng.IntN(2)])
			data := bytes.Repeat([]byte{byte(at), byte(rng.IntN(9))}, rng.IntN(300))
			if !some {
				continue
			}
			if err := w.Foreign(identifier, data, 0, tracefeed.Time(at)); err != nil {
				t.Fatal(err)
			}
			want[identifier] += string(data)
			chunks++
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		return out.Bytes()
	}
	without = write(false)
	return write(true), without, want, chunks
}

// Chunks for interpreters change nothing else of a trace, complete or without its end, and give back their
// bytes. A reader that does not know their type skips them.
func TestForeign(t *testing.T) {
	t.Parallel()
	for seed := range uint64(20) {
		with, without, want, _ := foreignTrace(t, seed)
		events, _, wantErr := readFeed(t, bytes.NewReader(without))
		got, feed, err := readFeed(t, bytes.NewReader(with))
		if !slices.Equal(got, events) || (err == nil) != (wantErr == nil) {
			t.Fatalf("seed %d: %d events, %v, want %d, %v", seed, len(got), err, len(events), wantErr)
		}
		if note := feed.Header().Note; !strings.Contains(note, `chunks of "a" are for an interpreter, and are not read`) {
			t.Errorf("seed %d: the note %q", seed, note)
		}
		if f := open(t, with); len(f.Damage()) > 0 || len(f.Entries()) != 9 {
			t.Errorf("seed %d: %v", seed, f.Damage())
		}
		unknown := cut(t, with)
		for i := range unknown.chunks {
			if unknown.at(i).kind == chunkForeign {
				a, b := unknown.sections(t, i)
				unknown = unknown.change(i, a, b, func(c *chunk) { c.kind = 200 })
			}
		}
		got, feed, err = readFeed(t, bytes.NewReader(unknown.join()))
		if (err == nil) != (wantErr == nil) || !slices.Equal(got, events) || feed.Header().Note != "" {
			t.Errorf("seed %d: another reader has %d events, %v, want %d", seed, len(got), err, len(events))
		}
		for _, data := range [][]byte{with, with[:len(with)-chunkHeaderLen]} {
			got := map[string]string{}
			for _, b := range Foreign(bytes.NewReader(data), int64(len(data))) {
				all, err := io.ReadAll(b)
				if err != nil {
					t.Fatal(err)
				}
				got[b.Identifier] = string(all)
			}
			if len(got) != len(want) || got["a"] != want["a"] || got["b"] != want["b"] {
				t.Errorf("seed %d: %d identifiers with %d and %d bytes", seed, len(got), len(got["a"]), len(got["b"]))
			}
		}
	}
}

// A damaged chunk for an interpreter is damage, and no event is lost.
func TestForeignDamage(t *testing.T) {
	t.Parallel()
	with, _, _, _ := foreignTrace(t, 1)
	whole, _, _ := readFeed(t, bytes.NewReader(with))
	c := cut(t, with)
	for i := range c.chunks {
		if h := c.at(i); h.kind == chunkForeign && h.b.stored > 0 {
			c.chunks[i][len(c.chunks[i])-1] ^= 1
			break
		}
	}
	data := c.join()
	got, _, err := readFeed(t, bytes.NewReader(data))
	if err == nil || !slices.Equal(got, whole) {
		t.Errorf("%d events, want %d; %v", len(got), len(whole), err)
	}
	failed := 0
	for _, b := range Foreign(bytes.NewReader(data), int64(len(data))) {
		if _, err := io.ReadAll(b); err != nil {
			failed++
		}
	}
	if failed != 1 {
		t.Errorf("%d identifiers are damaged", failed)
	}
	var w Writer
	if err := w.Foreign("", nil, 0, 0); err == nil {
		t.Error("an empty identifier is written")
	}
}

// FuzzForeign reads the foreign bytes of any file. They are within the file's own bytes.
func FuzzForeign(f *testing.F) {
	for seed := range uint64(4) {
		with, _, _, _ := foreignTrace(f, seed)
		f.Add(with)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, file := range [][]byte{data, mend(data)} {
			for _, b := range Foreign(bytes.NewReader(file), int64(len(file))) {
				if n, _ := io.Copy(io.Discard, b); n > maxLZ4*int64(len(file)) {
					t.Errorf("%d bytes of %d", n, len(file))
				}
			}
		}
	})
}
