package jfr

import "testing"

func TestLong(t *testing.T) {
	t.Parallel()
	for _, x := range []struct {
		bytes []byte
		want  int64
		rest  int
	}{
		{[]byte{0x05, 1}, 5, 1},
		{[]byte{0x80, 0x80, 0x01}, 1 << 14, 0},
		{[]byte{0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 7}, -1, 1},
		{[]byte{0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x01}, 1 << 56, 0},
		{[]byte{0x84, 0x80, 0x80, 0x00}, 4, 0}, // padded
	} {
		c := newCursor(x.bytes)
		if got := c.long(); got != x.want || len(c.Rest) != x.rest || c.Bad {
			t.Errorf("%x: %d with %d bytes left (bad: %v), want %d with %d", x.bytes, got, len(c.Rest), c.Bad, x.want, x.rest)
		}
	}
	for _, b := range [][]byte{{}, {0x80}, {0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80}} {
		if c := newCursor(b); c.long() != 0 || !c.Bad {
			t.Errorf("%x was read", b)
		}
	}
}

func TestText(t *testing.T) {
	t.Parallel()
	pool := map[int64]string{7: "pooled"}
	for _, x := range []struct {
		bytes []byte
		want  string
	}{
		{[]byte{nullString, 9}, ""},
		{[]byte{emptyString, 9}, ""},
		{[]byte{pooledString, 7, 9}, "pooled"},
		{[]byte{utf8String, 3, 'a', 0xc3, 0xa4, 9}, "aä"},
		{[]byte{charsString, 2, 'a', 0xe4, 0x01, 9}, "aä"},
		{[]byte{latin1String, 2, 'a', 0xe4, 9}, "aä"},
	} {
		c := newCursor(x.bytes)
		if got := c.text(pool); got != x.want || len(c.Rest) != 1 {
			t.Errorf("%x: %q with %d bytes left, want %q with 1", x.bytes, got, len(c.Rest), x.want)
		}
		c = newCursor(x.bytes)
		if c.skipText(); len(c.Rest) != 1 {
			t.Errorf("%x: skipped to %d bytes left", x.bytes, len(c.Rest))
		}
	}
	c := newCursor([]byte{utf8String, 200, 'a'})
	if c.text(nil); !c.Bad {
		t.Error("a string longer than its input was read")
	}
}
