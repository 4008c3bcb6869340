package convert_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"tiv/convert"
)

// A trace can be joined if its process and the start of its clock are known.
func TestOpenJoinable(t *testing.T) {
	t.Parallel()
	text := filepath.Join(t.TempDir(), "x.tiv")
	if err := os.WriteFile(text, []byte(story), 0o600); err != nil {
		t.Fatal(err)
	}
	own := filepath.Join(t.TempDir(), "x.bin") // without the start of its clock
	data, err := convertBytes([]byte(story), toBin)
	if err == nil {
		err = os.WriteFile(own, data, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	const golang = "../tracefeed/gotrace/testdata/tiny.trace"
	for _, c := range []struct {
		path string
		is   convert.Recorded
		want bool
	}{
		{text, convert.Recorded{}, false}, {own, convert.Recorded{}, false}, {golang, convert.Recorded{}, false},
		{golang, convert.Recorded{Process: 7}, true}, {text, convert.Recorded{Process: 7}, false},
		{text, convert.Recorded{Process: 7, Wall: time.Second}, false},
	} {
		f, err := os.Open(c.path)
		if err != nil {
			t.Fatal(err)
		}
		j, err := convert.OpenJoinable(f, c.is)
		if (j != nil) != c.want || err != nil || j != nil && j.Own {
			t.Errorf("%s, %+v: %+v, %v", c.path, c.is, j, err)
		}
		f.Close()
	}
}
