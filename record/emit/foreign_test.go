package emit_test

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"tiv/record/emit"
	"tiv/tracefeed/binfeed"
)

// Chunks for interpreters are in the trace, in the order of the calls, with the events.
func TestChunk(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	w, err := emit.New(&out, emit.Options{})
	if err != nil {
		t.Fatal(err)
	}
	th := w.Thread("1", "main")
	th.Start(nil)
	before := w.Now()
	for _, text := range []string{"a", "bc", strings.Repeat("d", 1<<20)} {
		data := []byte(text)
		if err := w.Chunk("acme", data); err != nil {
			t.Fatal(err)
		}
		data[0] = 'x' // it is the caller's
	}
	if err := w.Chunk("", nil); err == nil {
		t.Error("an empty identifier is written")
	}
	if err := w.Chunk("acme", make([]byte, 33<<20)); err == nil {
		t.Error("a chunk is written that is larger than the memory for all")
	}
	if now := w.Now(); now < before || before < 0 {
		t.Errorf("time goes from %v to %v", before, now)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	all := binfeed.Foreign(bytes.NewReader(out.Bytes()), int64(out.Len()))
	if len(all) != 1 || all[0].Identifier != "acme" {
		t.Fatal(all)
	}
	if got, err := io.ReadAll(all[0]); err != nil || string(got) != "abc"+strings.Repeat("d", 1<<20) {
		t.Errorf("%d bytes, %v", len(got), err)
	}
}
