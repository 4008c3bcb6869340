package binfeed

import (
	"bytes"
	"testing"
)

// dividedAt returns the pieces of a trace that comes in portions of n bytes, and the bytes of all.
func dividedAt(data []byte, n int) (list []Piece, all []byte, err error) {
	var d Pieces
	for len(data) > 0 && err == nil {
		n := min(n, len(data))
		err = d.Write(data[:n], func(p Piece, data []byte) error {
			if p.Size != int64(len(data)) {
				panic("a piece has another size than its bytes")
			}
			list, all = append(list, p), append(all, data...)
			return nil
		})
		data = data[n:]
	}
	return list, all, err
}

// The pieces of a trace are its bytes, in portions of any length.
func TestPieces(t *testing.T) {
	data := smallSample(t, 1).data
	want, all, err := dividedAt(data, len(data))
	if err != nil || !bytes.Equal(all, data) {
		t.Fatalf("%d bytes of %d, %v", len(all), len(data), err)
	}
	f, events := open(t, data), 0
	for _, p := range want {
		events += p.Events
	}
	blocks := 0
	for i := range f.Entries() {
		blocks += f.Entries()[i].Count
	}
	if last := want[len(want)-1]; !want[0].Names || !last.Closing || events == 0 || events != blocks {
		t.Errorf("%d events, %d in blocks; %+v", events, blocks, want)
	}
	for n := 1; n < 200; n += 7 {
		if _, got, err := dividedAt(data, n); err != nil || !bytes.Equal(got, data) {
			t.Errorf("in portions of %d: %d bytes, %v", n, len(got), err)
		}
	}
}

// FuzzPieces divides any bytes: the pieces are their start, and the same whatever the portions.
func FuzzPieces(f *testing.F) {
	f.Add(smallSample(f, 1).data, uint8(3))
	f.Fuzz(func(t *testing.T, data []byte, n uint8) {
		_, whole, wrong := dividedAt(data, max(1, len(data)))
		if !bytes.HasPrefix(data, whole) {
			t.Errorf("the pieces are not the start of the data")
		}
		_, parts, err := dividedAt(data, 1+int(n))
		if !bytes.Equal(whole, parts) || (err == nil) != (wrong == nil) {
			t.Errorf("%d bytes and %v in portions, %d and %v as a whole", len(parts), err, len(whole), wrong)
		}
	})
}
