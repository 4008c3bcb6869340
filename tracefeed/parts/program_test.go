package parts

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

// A trace can be joined if its process and the start of its clock are known.
func TestOpenProgram(t *testing.T) {
	t.Parallel()
	text := filepath.Join(t.TempDir(), "x.tiv")
	if err := os.WriteFile(text, []byte("tiv-text 1\n0s A start\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	own := filepath.Join(t.TempDir(), "x.bin")
	writeBin(t, own, 7, 0, 0) // without the start of its clock
	const golang = "../gotrace/testdata/tiny.trace"
	for _, c := range []struct {
		path string
		is   Recorded
		want bool
	}{
		{text, Recorded{}, false}, {own, Recorded{}, false}, {golang, Recorded{}, false},
		{golang, Recorded{Process: 7}, true}, {text, Recorded{Process: 7}, false},
		{text, Recorded{Process: 7, Wall: time.Second}, false},
	} {
		f, err := os.Open(c.path)
		if err != nil {
			t.Fatal(err)
		}
		j, err := OpenProgram(f, c.is)
		if (j != nil) != c.want || err != nil || j != nil && j.Own {
			t.Errorf("%s, %+v: %+v, %v", c.path, c.is, j, err)
		}
		f.Close()
	}
}
