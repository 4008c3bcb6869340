package binfeed

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"testing"

	"tiv/block"
	"tiv/tracefeed"
)

// reading is the result of reading a damaged sample.
type reading struct {
	// good are the numbers of the blocks, in the sample, that were read.
	good []int
	told bool
}

// readAll reads all of a file. Each part must equal the part written.
func readAll(t *testing.T, f *File, s *sample) (r reading) {
	t.Helper()
	var buf BlockBuffer
	for i, e := range f.Entries() {
		which := slices.IndexFunc(s.blocks, func(b *block.Block) bool { return b.Start == e.Start && b.End == e.End })
		b, err := f.Block(i, block.All, &buf)
		if err != nil {
			r.told = isDamage(t, err)
			continue
		}
		if which < 0 {
			which = slices.IndexFunc(s.blocks, func(w *block.Block) bool { return w.Start == b.Start })
		}
		want := *s.blocks[which]
		if want.Restart = e.Restart; e.Restart && !s.blocks[which].Restart && len(b.OpenCalls) == 0 {
			// The chunk with its open calls can be the one that is lost.
			details := *want.Details
			details.OpenCalls, want.Details = nil, &details
		}
		if err := same(b, &want, block.All); err != nil {
			t.Fatal(err)
		}
		r.good = append(r.good, which)
		if next := len(r.good) - 2; next >= 0 && !e.Restart && r.good[next] != which-1 {
			// Unless the one between gave an error, which is as good.
			if i == 0 || f.Entries()[i-1].End != e.Start {
				t.Errorf("block %d comes after %d without a restart", which, r.good[next])
			}
		}
	}
	for i := range f.Tiles() {
		tile, err := f.Tile(i)
		if err != nil {
			r.told = isDamage(t, err)
		} else if !slices.ContainsFunc(s.tiles, func(want *block.Tile) bool { return sameTile(tile, want) == nil }) {
			t.Fatalf("tile %d is none that was written", i)
		}
	}
	if model, err := f.Model(); err != nil {
		r.told = isDamage(t, err)
	} else if !bytes.Equal(model, s.model) && string(model) != "old" && model != nil {
		t.Fatalf("the model is %q", model)
	}
	for _, err := range f.Damage() {
		r.told = isDamage(t, err)
	}
	return r
}

func isDamage(t *testing.T, err error) bool {
	t.Helper()
	var d *tracefeed.Damage
	if !errors.As(err, &d) {
		t.Fatalf("%v has no place", err)
	}
	return true
}

// readStream reads a damaged sample as a feed. The events of at least so many
// blocks must be present. It returns the feed's error.
func readStream(t *testing.T, data []byte, s *sample, least int) error {
	t.Helper()
	events, feed, err := readFeed(t, bytes.NewReader(data))
	lim := limitsOf(feed.Tables())
	whole := 0
	rest := events
	for _, b := range s.blocks {
		left, ok := rest, true
		for _, want := range blockEvents(b) {
			i := slices.Index(left, want)
			if ok = i >= 0; !ok {
				break
			}
			left = left[i+1:]
		}
		if ok {
			whole, rest = whole+1, left
		}
	}
	if whole < least {
		t.Fatalf("only %d of %d blocks are in\n%v\n%v", whole, len(s.blocks), events, err)
	}
	for _, ev := range events {
		ids := limits{int(max(ev.Thread, ev.Other)), int(ev.Monitor), int(ev.Stack), int(ev.Name)}
		if !ids.below(lim) {
			t.Fatalf("%v has ids outside of %v", ev, lim)
		}
	}
	return err
}

// isCutOff reports whether only the end of a trace is missing.
func isCutOff(err error) bool {
	_, ok := tracefeed.CutOff(err, 0)
	return ok
}

func TestKilledWriter(t *testing.T) {
	t.Parallel()
	s := smallSample(t, 1)
	for n := range s.data {
		data := s.data[:n]
		if n < fileHeaderLen {
			if _, err := Open(bytes.NewReader(data), int64(n)); !isDamage(t, err) {
				t.Errorf("%d bytes are a trace", n)
			}
			if _, err := Format().Open(tracefeed.Input{Reader: bytes.NewReader(data)}); !isDamage(t, err) {
				t.Errorf("%d bytes are a trace", n)
			}
			continue
		}
		blocks := 0
		for blocks < len(s.ends) && s.ends[blocks] <= n {
			blocks++
		}
		f := open(t, data)
		r := readAll(t, f, s)
		if len(r.good) != blocks || !r.told || f.Complete() {
			t.Fatalf("%d bytes: %d blocks of %d, told: %v", n, len(r.good), blocks, f.Damage())
		}
		if len(f.Damage()) != 1 || !isCutOff(f.Damage()[0]) {
			t.Fatalf("%d bytes: %v, but only the end is missing", n, f.Damage())
		}
		if d := f.Damage()[len(f.Damage())-1].(*tracefeed.Damage); d.Offset > int64(n) || blocks > 0 && d.Offset < int64(s.ends[blocks-1]) {
			t.Errorf("%d bytes: %v", n, d)
		}
		events, _, err := readFeed(t, bytes.NewReader(data))
		var want []tracefeed.Event
		for _, b := range s.blocks[:blocks] {
			want = append(want, blockEvents(b)...)
		}
		if !isCutOff(err) || !slices.Equal(events, want) {
			t.Fatalf("%d bytes: %d events, want %d; %v", n, len(events), len(want), err)
		}
	}
	// It may have been written while we looked.
	checkAll(t, open(t, s.data), s)
}

func TestFlippedBits(t *testing.T) {
	t.Parallel()
	s := smallSample(t, 2)
	c := cut(t, s.data)
	at, number, models := fileHeaderLen, 0, 0
	for bit := range len(s.data) * 8 {
		data := slices.Clone(s.data)
		data[bit/8] ^= 1 << (bit % 8)
		f, err := Open(bytes.NewReader(data), int64(len(data)))
		if bit/8 < len(fileMagic) {
			if !isDamage(t, err) {
				t.Errorf("bit %d of the magic does not matter", bit)
			}
			continue
		}
		if err != nil {
			t.Fatalf("bit %d: %v", bit, err)
		}
		if bit/8 >= at+len(c.chunks[number]) {
			at += len(c.chunks[number])
			number++
			if c.at(number).kind == chunkModel {
				models++
			}
		}
		r := readAll(t, f, s)
		harmless := bit/8 >= at && unread(c.at(number), models == 2)
		if len(r.good) < len(s.blocks)-1 || !r.told && !harmless {
			t.Fatalf("bit %d of byte %d: blocks %v, told %v", bit%8, bit/8, r.good, f.Damage())
		}
		if f.Header() != s.header && bit/8 >= fileHeaderLen {
			t.Fatalf("byte %d changes the header", bit/8)
		}
		if err := readStream(t, data, s, len(s.blocks)-1); !isDamage(t, err) || isCutOff(err) {
			t.Fatalf("bit %d of byte %d: %v", bit%8, bit/8, err)
		}
	}
}

func TestRepeatedChunks(t *testing.T) {
	t.Parallel()
	s := smallSample(t, 3)
	c := cut(t, s.data)
	for i := range c.chunks {
		for j := i + 1; j <= len(c.chunks); j++ {
			data := (&cutting{c.header, slices.Insert(slices.Clone(c.chunks), j, c.chunks[i])}).join()
			f := open(t, data)
			if r := readAll(t, f, s); len(r.good) != len(s.blocks) || !r.told {
				t.Fatalf("chunk %d again at %d: blocks %v, told %v", i, j, r.good, f.Damage())
			}
			for _, e := range f.Entries() {
				if e.Restart {
					t.Errorf("chunk %d again at %d: a restart at %v", i, j, e.Start)
				}
			}
			isDamage(t, readStream(t, data, s, len(s.blocks)))
		}
	}
}

func TestMissingChunks(t *testing.T) {
	t.Parallel()
	s := smallSample(t, 4)
	c := cut(t, s.data)
	for i := range c.chunks {
		data := (&cutting{c.header, slices.Delete(slices.Clone(c.chunks), i, i+1)}).join()
		f := open(t, data)
		least := len(s.blocks)
		if c.at(i).kind == chunkEvents {
			least--
		}
		if r := readAll(t, f, s); len(r.good) != least || !r.told {
			t.Fatalf("without chunk %d: blocks %v, told %v", i, r.good, f.Damage())
		}
		isDamage(t, readStream(t, data, s, least))
	}
}

func TestSwappedChunks(t *testing.T) {
	t.Parallel()
	s := smallSample(t, 5)
	c := cut(t, s.data)
	for i := range c.chunks {
		for j := range i {
			swapped := &cutting{c.header, slices.Clone(c.chunks)}
			swapped.chunks[i], swapped.chunks[j] = c.chunks[j], c.chunks[i]
			f := open(t, swapped.join())
			r := readAll(t, f, s)
			// Between them, both are shifted.
			harmless := true
			for k := j; k <= i; k++ {
				harmless = harmless && unread(c.at(k), false)
			}
			if len(r.good) != len(s.blocks) || !r.told && !harmless {
				t.Fatalf("chunks %d and %d: blocks %v, told %v", i, j, r.good, f.Damage())
			}
			isDamage(t, readStream(t, swapped.join(), s, 0))
		}
	}
}

// TestGarbage puts bytes that are no chunk between chunks.
func TestGarbage(t *testing.T) {
	t.Parallel()
	s := smallSample(t, 6)
	c := cut(t, s.data)
	for i := range c.chunks {
		for _, garbage := range []string{"x", "TCHK", string(bytes.Repeat([]byte("TCHKTCH"), 30)), string(c.chunks[0][:70])} {
			data := (&cutting{c.header, slices.Insert(slices.Clone(c.chunks), i, []byte(garbage))}).join()
			f := open(t, data)
			r := readAll(t, f, s)
			if len(r.good) != len(s.blocks) || !r.told {
				t.Fatalf("%.9q before chunk %d: blocks %v, told %v", garbage, i, r.good, f.Damage())
			}
			isDamage(t, readStream(t, data, s, len(s.blocks)))
		}
	}
}

// TestMuchGarbage is a file that is damaged everywhere.
func TestMuchGarbage(t *testing.T) {
	t.Parallel()
	const chunks = 20_000
	data := cut(t, smallSample(t, 6).data).header
	for i := range uint32(chunks) {
		c := chunk{kind: 9, sequence: 2 * i}
		data = append(c.append(data), 'x')
	}
	f := open(t, data)
	if n := len(f.Damage()); n != maxDamage+1 {
		t.Errorf("%d damages are told", n)
	}
	if err := readStream(t, data, &sample{}, 0); !isDamage(t, err) {
		t.Error("no damage is told")
	}
}

func TestIndexThatLies(t *testing.T) {
	t.Parallel()
	s := smallSample(t, 7)
	c := cut(t, s.data)
	if f := open(t, c.indexed(func([]byte) {})); !f.Complete() || len(f.Damage()) > 0 {
		t.Fatalf("an index made anew: %v", f.Damage())
	}
	models := 0
	for i := range c.chunks[:len(c.chunks)-2] {
		if c.at(i).kind == chunkModel {
			models++
		}
		for at := range indexEntryLen {
			f := open(t, c.indexed(func(index []byte) { index[i*indexEntryLen+at] ^= 1 }))
			r := readAll(t, f, s)
			if len(r.good) < len(s.blocks)-1 || !r.told && !unread(c.at(i), models == 2) {
				t.Fatalf("byte %d of the entry for chunk %d: blocks %v, told %v", at, i, r.good, f.Damage())
			}
		}
	}
	// Two entries that lie about each other's length.
	for i := range c.chunks[:len(c.chunks)-3] {
		f := open(t, c.indexed(func(index []byte) {
			a, b := index[i*indexEntryLen:][:indexEntryLen], index[(i+1)*indexEntryLen:]
			binary.LittleEndian.PutUint32(a[12:], binary.LittleEndian.Uint32(a[12:])+1)
			binary.LittleEndian.PutUint64(b, binary.LittleEndian.Uint64(b)+1)
			binary.LittleEndian.PutUint32(b[12:], binary.LittleEndian.Uint32(b[12:])-1)
		}))
		if r := readAll(t, f, s); len(r.good) != len(s.blocks) || !r.told && !unread(c.at(i), false) {
			t.Fatalf("lengths of chunks %d and %d: blocks %v, told %v", i, i+1, r.good, f.Damage())
		}
	}
}

// TestHugeCounts claims that there are more of all things than there are. No
// claim may take memory.
func TestHugeCounts(t *testing.T) {
	for _, seed := range []uint64{8, 10} { // the second has open calls
		hugeCounts(t, smallSample(t, seed))
	}
}

func hugeCounts(t *testing.T, s *sample) {
	c := cut(t, s.data)
	numbers := map[uint8]int{chunkEvents: 8, chunkTile: 3} // that section A begins with
	huge := []uint32{1 << 16, 1 << 20, 64 << 20, 1<<31 - 1, 1 << 31, 1<<32 - 1}
	try := func(what string, c *cutting) {
		t.Helper()
		for _, data := range [][]byte{c.join(), c.indexed(func([]byte) {})} {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			readAll(t, open(t, data), s)
			readStream(t, data, s, 0)
			runtime.ReadMemStats(&after)
			if took := after.TotalAlloc - before.TotalAlloc; took > 64<<20 {
				t.Errorf("%s take %d MiB", what, took>>20)
			}
		}
	}
	for i := range c.chunks[:len(c.chunks)-2] {
		a, b := c.sections(t, i)
		for _, n := range huge {
			for field := range 8 {
				try(fmt.Sprintf("%d as number %d of chunk %d", n, field, i), c.change(i, a, b, func(h *chunk) {
					at := []*uint32{&h.a.stored, &h.a.raw, &h.b.stored, &h.b.raw, &h.count, &h.sequence}
					if field < len(at) {
						*at[field] = n
					} else {
						h.a.codec, h.a.raw = codecLZ4, n
					}
				}))
			}
			for field := range numbers[c.at(i).kind] {
				wrong := slices.Clone(a)
				binary.LittleEndian.PutUint32(wrong[4*field:], n)
				try(fmt.Sprintf("%d as number %d of section A of chunk %d", n, field, i), c.change(i, wrong, b, func(*chunk) {}))
			}
			for field := 0; field < 8 && 4*field+4 <= len(b); field++ {
				wrong := slices.Clone(b)
				binary.LittleEndian.PutUint32(wrong[4*field:], n)
				try(fmt.Sprintf("%d as number %d of section B of chunk %d", n, field, i), c.change(i, a, wrong, func(*chunk) {}))
			}
		}
	}
}

// shrinking is a file that becomes shorter.
type shrinking struct {
	data []byte
	size int
}

func (s *shrinking) ReadAt(p []byte, at int64) (int, error) {
	return bytes.NewReader(s.data[:s.size]).ReadAt(p, at)
}

func TestFileThatShrinks(t *testing.T) {
	t.Parallel()
	s := smallSample(t, 9)
	r := &shrinking{s.data, len(s.data)}
	f, err := Open(r, int64(len(s.data)))
	if err != nil {
		t.Fatal(err)
	}
	r.size = s.ends[1] - 1
	for i := range s.blocks {
		if _, err := f.Block(i, block.All, nil); (err != nil) != (i >= 1) {
			t.Errorf("block %d of a file that ends in block 1: %v", i, err)
		}
	}
}

// full is a disk with some room.
type full struct{ room int }

func (f *full) Write(p []byte) (int, error) {
	n := min(len(p), f.room)
	if f.room -= n; n < len(p) {
		return n, io.ErrShortWrite
	}
	return n, nil
}

func TestFullDisk(t *testing.T) {
	t.Parallel()
	s := smallSample(t, 10)
	for room := fileHeaderLen; room < len(s.data); room += 7 {
		w, err := NewWriter(&full{room}, s.header)
		if err != nil {
			t.Fatal(err)
		}
		for i, b := range s.blocks {
			if err == nil {
				err = w.Block(b, s.tables, uint32(i))
			}
		}
		if err == nil {
			continue
		}
		if again := w.Close(); again != err || w.Block(s.blocks[0], s.tables, 0) != err || w.Tile(s.tiles[0]) != err {
			t.Fatalf("first %v, then %v", err, again)
		}
	}
}
