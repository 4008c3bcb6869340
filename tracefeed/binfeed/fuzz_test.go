package binfeed

import (
	"bytes"
	"encoding/binary"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"tiv/block"
	"tiv/tracefeed"
	"tiv/tracefeed/textfeed"
)

// mend makes the checksums of a file right, as far as it has chunks, so that a
// fuzzer gets past them.
func mend(data []byte) []byte {
	data = bytes.Clone(data)
	le := binary.LittleEndian
	if len(data) >= fileHeaderLen {
		le.PutUint32(data[60:], checksum(data[:60]))
	}
	for rest := data[min(len(data), fileHeaderLen):]; len(rest) >= chunkHeaderLen; {
		c := chunkOf(rest)
		if c.size() > int64(len(rest)) {
			break
		}
		a, b := rest[chunkHeaderLen:][:c.a.stored], rest[chunkHeaderLen+c.a.stored:][:c.b.stored]
		le.PutUint32(rest[48:], checksum(a))
		le.PutUint32(rest[52:], checksum(b))
		le.PutUint32(rest[60:], checksum(rest[:60]))
		rest = rest[c.size():]
	}
	return data
}

// addFiles adds files to start from.
func addFiles(f *testing.F) {
	for seed := range uint64(4) {
		f.Add(smallSample(f, seed).data)
	}
	paths, _ := filepath.Glob("../textfeed/testdata/*.tiv")
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		feed, err := textfeed.Format().Open(tracefeed.Input{Reader: bytes.NewReader(data)})
		if err != nil {
			f.Fatal(err)
		}
		f.Add(writeTrace(f, Header{Sched: feed.Header().Sched}, feed, 20))
	}
}

// bounded fails if f takes memory out of proportion to some bytes.
func bounded(t *testing.T, size int, f func()) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	// A byte can encode 255 of LZ4, and each of these an event.
	if took := after.TotalAlloc - before.TotalAlloc; took > 256<<20+uint64(size)*255*200 {
		t.Errorf("%d bytes took %d MiB", size, took>>20)
	}
}

// checkBlock looks whether a block is one that could have been written.
func checkBlock(t *testing.T, b *block.Block, tables *tracefeed.Tables) {
	t.Helper()
	if err := checkWritable(b, tables); err != nil {
		t.Fatalf("a block was read that can't be: %v", err)
	}
	if _, _, err := timeDeltas(b); err != nil {
		t.Fatalf("a block was read that can't be: %v", err)
	}
	var ev tracefeed.Event
	for g := range b.Groups {
		for c, ok := b.Events(g), true; ok; {
			_, ok = c.Next(&ev)
		}
	}
}

func fuzzFile(t *testing.T, data []byte) {
	f, err := Open(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		isDamage(t, err)
		return
	}
	var buf BlockBuffer
	for i := range f.Entries() {
		b, err := f.Block(i, block.Part(i%3), &buf)
		if err != nil {
			isDamage(t, err)
			continue
		}
		if b.Part == block.All {
			checkBlock(t, b, f.Tables())
		}
	}
	for i := range f.Tiles() {
		tile, err := f.Tile(i)
		if err != nil {
			isDamage(t, err)
		} else if err := checkTile(tile); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := f.Model(); err != nil {
		isDamage(t, err)
	}
	for _, err := range f.Damage() {
		isDamage(t, err)
	}
	if !f.Complete() && len(f.Damage()) == 0 {
		t.Error("it is not complete, and nothing is wrong")
	}
}

// FuzzFile reads all of any file.
func FuzzFile(f *testing.F) {
	addFiles(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		bounded(t, 2*len(data), func() {
			fuzzFile(t, data)
			fuzzFile(t, mend(data))
		})
	})
}

func fuzzFeed(t *testing.T, data []byte) {
	feed, err := Format().Open(tracefeed.Input{Reader: bytes.NewReader(data)})
	if err != nil {
		isDamage(t, err)
		return
	}
	now := tracefeed.Time(0)
	for {
		batch, err := feed.Batch(nil)
		if err == io.EOF {
			return
		}
		if err != nil {
			isDamage(t, err)
			return
		}
		lim := limitsOf(feed.Tables())
		for _, ev := range batch {
			ids := limits{int(max(ev.Thread, ev.Other)), int(ev.Monitor), int(ev.Stack), int(ev.Name)}
			if ev.Time < now || !ids.below(lim) || min(ev.Thread, ev.Other) < 0 || ev.Monitor < 0 || ev.Stack < 0 ||
				ev.Name < 0 || ev.CPU < 0 || ev.Kind >= tracefeed.NumKinds || ev.Cause >= tracefeed.NumCauses {
				t.Fatalf("%v after %v, with tables of %v", ev, now, lim)
			}
			now = ev.Time
		}
	}
}

// FuzzFeed reads any file as a feed.
func FuzzFeed(f *testing.F) {
	addFiles(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		bounded(t, 2*len(data), func() {
			fuzzFeed(t, data)
			fuzzFeed(t, mend(data))
		})
	})
}

// FuzzBlock decodes any sections of a block. A readable block can be written,
// and reads back the same.
func FuzzBlock(f *testing.F) {
	rng := rand.New(rand.NewPCG(1, 6))
	tables := randomTables(rng, 9)
	for range 9 {
		b := randomBlock(rng, tables, tracefeed.Time(rng.IntN(100)), rng.IntN(30))
		a, err := appendStates(nil, b)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(a, appendDetails(nil, b), uint32(len(b.Codes)), int64(b.Start), int64(b.End))
	}
	f.Fuzz(func(t *testing.T, a, details []byte, count uint32, start, end int64) {
		c := chunk{kind: chunkEvents, count: count, start: tracefeed.Time(start), end: tracefeed.Time(end)}
		c.a = section{stored: uint32(len(a)), raw: uint32(len(a)), crc: checksum(a)}
		c.b = section{stored: uint32(len(details)), raw: uint32(len(details)), crc: checksum(details)}
		if c.check() != nil {
			return
		}
		var read, second BlockBuffer
		if err := read.parse(&c, append(bytes.Clone(a), details...), block.All, limitsOf(tables)); err != nil {
			return
		}
		b, again := &read.Block, &second.Block
		checkBlock(t, b, tables)
		a, err := appendStates(nil, b)
		if err != nil {
			t.Fatal(err)
		}
		details = appendDetails(nil, b)
		c.a = section{stored: uint32(len(a)), raw: uint32(len(a)), crc: checksum(a)}
		c.b = section{stored: uint32(len(details)), raw: uint32(len(details)), crc: checksum(details)}
		if err := second.parse(&c, append(a, details...), block.All, limitsOf(tables)); err != nil {
			t.Fatal(err)
		}
		if err := same(again, b, block.All); err != nil {
			t.Fatal(err)
		}
	})
}
