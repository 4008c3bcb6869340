package shot

import (
	"bytes"
	"errors"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestOpen(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	trace, other := put(t, "events", dir, "a.trace"), put(t, "others", dir, "b.trace")
	path := filepath.Join(dir, "p.png")
	e := envelope()
	e.Trace = TraceAt(trace, path)
	put(t, string(encode(t, noise(1, 12, 7), e)), path)
	for _, x := range []struct {
		trace, at string
		differs   bool
	}{{"", trace, false}, {trace, trace, false}, {other, other, true}} {
		p, err := Open(path, x.trace)
		if err != nil || p.At != x.at || p.differs != x.differs || (p.Warning() != "") != x.differs ||
			p.Size != image.Pt(12, 7) || p.Moment != e.Moment {
			t.Errorf("with trace %q: %+v, %v", x.trace, p, err)
		}
	}
	if p, err := Open(trace, ""); p != nil || err != nil {
		t.Errorf("a trace: %+v, %v", p, err)
	}
	if p, err := Open(os.DevNull, ""); p != nil || err != nil {
		t.Errorf("a device: %+v, %v", p, err)
	}
	if p, err := Open(filepath.Join(dir, "none"), ""); p != nil || err != nil {
		t.Errorf("nothing: %+v, %v", p, err)
	}
	if _, err := Open(trace, other); err == nil || !strings.Contains(err.Error(), "not a picture") {
		t.Errorf("a trace with a trace: %v", err)
	}
	os.Remove(trace)
	if _, err := Open(path, ""); !errors.Is(err, ErrLost) || !strings.Contains(err.Error(), path) {
		t.Errorf("lost: %v", err)
	}
	var plain bytes.Buffer
	png.Encode(&plain, noise(1, 2, 2))
	if _, err := Open(put(t, plain.String(), dir, "plain.png"), ""); !errors.Is(err, ErrNoView) {
		t.Errorf("a plain one: %v", err)
	}
}
