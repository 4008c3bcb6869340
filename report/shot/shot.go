package shot

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/png"
	"io"

	"tiv/tracefeed"
	"tiv/workspace"
	"tiv/workspace/saved"
)

// Envelope is the metadata of a picture.
type Envelope struct {
	// Version is the version of the envelope's format; Encode sets it.
	Version int `json:"version"`
	// TIV is the version of the program that made the picture.
	TIV   string `json:"tiv"`
	Trace Trace  `json:"trace"`
	// Moment and Step are those of the view, for people and for programs that
	// cannot read views.
	Moment tracefeed.Time `json:"moment_ns"`
	Step   tracefeed.Time `json:"step_ns"`
	// Scale is the size of texts and lines in the picture, relative to a common
	// screen.
	Scale float32 `json:"scale,omitempty"`
	// View is the view, as the workspace saved it.
	View json.RawMessage `json:"view"`
}

// version is the version of envelopes written. Older ones can be read; newer
// ones cannot.
const version = 1

// Keywords of text chunks in a PNG.
const (
	viewKeyword        = "TIV view"
	descriptionKeyword = "Description"
)

// ErrNoView says that a PNG contains no view.
var ErrNoView = errors.New("not made by TIV (no saved view in this PNG)")

// Encode writes a picture with its metadata as a PNG. The error is that of w, or
// says that the metadata are too large.
func Encode(w io.Writer, img image.Image, e *Envelope) error {
	return write(w, img, e, png.DefaultCompression)
}

// EncodeSmall is Encode of a picture with at most 256 colours, see Fewer: it takes
// a fifth of the bytes. e may be nil. Errors are those of Encode.
func EncodeSmall(w io.Writer, img image.Image, e *Envelope) error {
	return write(w, Fewer(img), e, png.BestCompression)
}

// maxView is the largest size in bytes of a view in a picture that is one of
// many.
const maxView = 256 << 10

// Small returns the output of EncodeSmall, for a picture that is one of many: a
// large view is left out. It is an error if the picture cannot be encoded.
func Small(img image.Image, e *Envelope) ([]byte, error) {
	if e != nil && len(e.View) > maxView {
		e = nil
	}
	var b bytes.Buffer
	err := EncodeSmall(&b, img, e)
	return b.Bytes(), err
}

func write(w io.Writer, img image.Image, e *Envelope, level png.CompressionLevel) error {
	var texts []byte
	if e != nil {
		var err error
		if texts, err = e.chunks(); err != nil {
			return err
		}
	}
	enc := png.Encoder{CompressionLevel: level}
	return enc.Encode(&inserter{w: w, texts: texts, after: len(signature) + headerChunk}, img)
}

// inserter writes some bytes after the first ones that are written.
type inserter struct {
	w     io.Writer
	texts []byte
	after int // bytes, from here
}

func (i *inserter) Write(data []byte) (int, error) {
	n := min(i.after, len(data))
	i.after -= n
	if _, err := i.w.Write(data[:n]); err != nil {
		return 0, err
	}
	if i.after == 0 && i.texts != nil {
		if _, err := i.w.Write(i.texts); err != nil {
			return n, err
		}
		i.texts = nil
	}
	m, err := i.w.Write(data[n:])
	return n + m, err
}

// Decode reads the metadata of a PNG. It stops after the metadata, and decodes
// no pixels. The error is ErrNoView if the PNG is whole and has none; others are
// those of r, or say where the PNG is damaged.
func Decode(r io.Reader) (*Envelope, error) {
	chunks, err := newReader(r)
	if err != nil {
		return nil, err
	}
	for {
		kind, err := chunks.next()
		switch {
		case err != nil:
			return nil, err
		case kind == "IEND":
			return nil, ErrNoView
		case kind != "iTXt":
			err = chunks.skip()
		default:
			var data []byte
			if data, err = chunks.data(); err == nil && isText(data, viewKeyword) {
				return parse(data)
			}
		}
		if err != nil {
			return nil, err
		}
	}
}

// parse reads an envelope from its chunk.
func parse(chunk []byte) (*Envelope, error) {
	text, err := textOf(chunk)
	if err != nil {
		return nil, fmt.Errorf("the view in the picture is damaged: %w", err)
	}
	var e Envelope
	if err := json.Unmarshal(text, &e); err != nil {
		return nil, fmt.Errorf("the view in the picture is damaged: %w", err)
	}
	switch {
	case e.Version > version:
		return nil, fmt.Errorf("the picture was made by a newer TIV (%.20q)", e.TIV)
	case e.Version < 1 || e.Trace.Path == "" || len(e.View) == 0 || string(e.View) == "null":
		return nil, errors.New("the view in the picture is damaged: it does not say what trace or what view")
	}
	return &e, nil
}

// describe returns a sentence about the picture.
func (e *Envelope) describe() string {
	return fmt.Sprintf("%s at %v, step %v. Made by TIV %s; with the trace at hand, \"tiv PICTURE\" opens this view.",
		e.Trace.Name, e.Moment, e.Step, e.TIV)
}

// Of returns the metadata of a picture of a workspace at a scale, made by a
// version of TIV.
func Of(w *workspace.Workspace, trace Trace, scale float32, tiv string) *Envelope {
	return &Envelope{TIV: tiv, Trace: trace, Moment: w.Look.Moment, Step: w.Look.Step, Scale: scale, View: w.Save(trace.Identity)}
}

// Show restores the picture's view in a workspace, also on another trace. An error
// says that the view is damaged.
func (e *Envelope) Show(w *workspace.Workspace) error {
	if err := w.Restore(e.View, saved.Identity{}); err != nil {
		return fmt.Errorf("the view in the picture: %w", err)
	}
	return nil
}

// chunks returns the chunks that carry the envelope.
func (e *Envelope) chunks() ([]byte, error) {
	all := *e
	all.Version = version
	data, err := json.Marshal(&all)
	if err != nil {
		return nil, fmt.Errorf("write the view into the picture: %w", err)
	}
	if len(data) > maxText {
		return nil, fmt.Errorf("write the view into the picture: it takes %d bytes, more than %d", len(data), maxText)
	}
	var b bytes.Buffer
	writeDescription(&b, descriptionKeyword, e.describe())
	writeText(&b, viewKeyword, data)
	return b.Bytes(), nil
}
