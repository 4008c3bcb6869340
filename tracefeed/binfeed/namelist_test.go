package binfeed

import (
	"bytes"
	"io"
	"testing"

	"tiv/block"
	"tiv/tracefeed"
)

// TestFeedReadsNameList spoils the chunk that names threads: an input with
// random access gets the names from the list at the end of the trace, another
// one gets placeholders.
func TestFeedReadsNameList(t *testing.T) {
	t.Parallel()
	var file bytes.Buffer
	w, err := NewWriter(&file, Header{})
	if err != nil {
		t.Fatal(err)
	}
	tables := tracefeed.NewTables()
	for _, name := range []string{"first", "second"} {
		id := tables.AddThread(tracefeed.Thread{ID: name, Name: name})
		var builder block.Builder
		builder.Add(&tracefeed.Event{Time: tracefeed.Time(id), Thread: id, Kind: tracefeed.ThreadStart}, tracefeed.Unspecified)
		b := builder.Block()
		b.Start, b.End = tracefeed.Time(id)-1, tracefeed.Time(id)
		if err := w.Block(b, tables, 0); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	c := cut(t, file.Bytes())
	if h := c.at(0); h.kind != chunkMeta || h.flags&flagComplete != 0 {
		t.Fatalf("the first chunk is %+v", h)
	}
	c.chunks[0][chunkHeaderLen+1] ^= 1
	data := c.join()
	whole := int64(len(data))
	for _, x := range []struct {
		size int64
		want string
	}{{whole, "first second"}, {whole - 1, "?1 second"}, {0, "?1 second"}} {
		in := tracefeed.Input{Reader: bytes.NewReader(data), Size: x.size}
		if x.size > 0 {
			in.At = bytes.NewReader(data[:x.size])
		}
		feed, err := Format().Open(in)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for ev, err := range tracefeed.All(feed) {
			if err != nil {
				if !isDamage(t, err) || err == io.EOF {
					t.Error(err)
				}
				break
			}
			if ev.Kind == tracefeed.ThreadStart {
				got += feed.Tables().Threads[ev.Thread].Name + " "
			}
		}
		if got != x.want+" " {
			t.Errorf("with %d of %d bytes at random: %s, want %s", x.size, whole, got, x.want)
		}
	}
}
