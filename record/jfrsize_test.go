package record

import (
	"encoding/binary"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestDropFirstParts keeps the last parts of a recording of Java Flight Recorder that fit, and
// leaves what it cannot divide.
func TestDropFirstParts(t *testing.T) {
	t.Parallel()
	part := func(text string) string {
		b := binary.BigEndian.AppendUint64([]byte("FLR\x00\x00\x02\x00\x01"), uint64(16+len(text)))
		return string(b) + text
	}
	a, b, c := part("first"), part("second"), part("last")
	for _, x := range []struct {
		text string
		most int
		want string
	}{
		{a + b + c, 1000, a + b + c},
		{a + b + c, len(a + b + c), a + b + c},
		{a + b + c, len(a+b+c) - 1, b + c},
		{a + b + c, len(c), c},
		{a + b + c, len(c) - 1, a + b + c}, // the last is too large
		{a + "noise", 10, a + "noise"},
		{"noise that is longer" + a, len(a), "noise that is longer" + a},
		{part("") + part(""), 20, part("")},
		{strings.Repeat("FLR\x00", 9), 5, strings.Repeat("FLR\x00", 9)},
	} {
		path := filepath.Join(t.TempDir(), "x.jfr")
		if err := os.WriteFile(path, []byte(x.text), 0o666); err != nil {
			t.Fatal(err)
		}
		size, err := dropFirstParts(path, int64(x.most))
		if got, _ := os.ReadFile(path); err != nil || string(got) != x.want || size != int64(len(x.want)) {
			t.Errorf("%q, at most %d: %q, %d bytes, %v, want %q", x.text, x.most, got, size, err, x.want)
		}
	}
}
