package binfeed

import (
	"bytes"
	"testing"
)

// Every prefix of a trace is unfinished, once it has a header.
func TestUnfinished(t *testing.T) {
	t.Parallel()
	data := small(t)
	for n := range len(data) + 1 {
		r := bytes.NewReader(data[:n])
		h, unfinished := Unfinished(r, int64(n))
		if want := n >= fileHeaderLen && n < len(data); unfinished != want {
			t.Fatalf("%d of %d bytes: unfinished %t", n, len(data), unfinished)
		}
		if unfinished && h.PID != 77 {
			t.Fatalf("%d of %d bytes: process %d", n, len(data), h.PID)
		}
		if Finished(r, int64(n)) != (n == len(data)) {
			t.Fatalf("%d of %d bytes: finished %t", n, len(data), n < len(data))
		}
	}
	more := append(bytes.Clone(data), 0)
	if Finished(bytes.NewReader(more), int64(len(more))) {
		t.Error("finished before its end")
	}
	damaged := bytes.Clone(data)
	damaged[20]++
	if _, unfinished := Unfinished(bytes.NewReader(damaged[:100]), 100); unfinished {
		t.Error("a file with a damaged header counts as unfinished")
	}
}

// small returns a complete trace of process 77.
func small(t *testing.T) []byte {
	t.Helper()
	var out bytes.Buffer
	w, err := NewWriter(&out, Header{PID: 77})
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}
