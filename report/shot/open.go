package shot

import (
	"fmt"
	"image"
	"image/png"
	"io"
	"os"
)

// isPicture reports whether the file at path is a PNG.
func isPicture(path string) bool {
	// A pipe would block, and could not be read twice.
	if st, err := os.Stat(path); err != nil || !st.Mode().IsRegular() {
		return false
	}
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	_, err = newReader(f)
	return err == nil
}

// Picture is a picture that was opened, and its trace.
type Picture struct {
	*Envelope
	// Size is in pixels.
	Size image.Point
	// At is the path of the trace. Differs says that the file is not the one
	// that the picture was made of.
	At      string
	differs bool
}

// Open opens the picture at path and finds its trace, which is at trace unless
// that is "". It returns nil if path is no PNG: then it may be a trace itself.
// The error is an ErrLost if the trace of a picture is not found.
func Open(path, trace string) (*Picture, error) {
	switch {
	case isPicture(path):
	case trace == "":
		return nil, nil
	default:
		return nil, fmt.Errorf("open picture: %s: not a picture, but only a picture can have its trace elsewhere", path)
	}
	p, err := read(path)
	if err == nil && trace == "" {
		p.At, p.differs, err = p.Trace.find(path)
	} else if err == nil {
		p.At, p.differs = trace, !p.Trace.is(trace)
	}
	if err != nil {
		return nil, fmt.Errorf("open picture: %s: %w", path, err)
	}
	return p, nil
}

func read(path string) (*Picture, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	e, err := Decode(f)
	if err != nil {
		return nil, err
	}
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return nil, err
	}
	c, err := png.DecodeConfig(f)
	return &Picture{Envelope: e, Size: image.Pt(c.Width, c.Height)}, err
}

// Warning returns a warning if the trace differs from the picture's; else "".
func (p *Picture) Warning() string {
	if !p.differs {
		return ""
	}
	return fmt.Sprintf("%s is not the trace that the picture was made of: it has changed since, or another has its name", p.At)
}
