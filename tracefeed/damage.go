package tracefeed

import (
	"errors"
	"fmt"
	"strings"
)

// ErrCutOff is the error of a trace that only lacks its end: its writer was killed, or still
// writes, or a part of the file was not copied.
var ErrCutOff = errors.New("the recording was cut off: its program was killed or still runs, or the file is incomplete")

// Damage is an error in a trace's bytes, with its position. Everything before
// the position was read and remains valid.
type Damage struct {
	// Part is the name of the file in a trace of several files; else "".
	Part string
	// Line counts from 1; it is 0 if the format has no lines.
	Line int
	// Offset is the position in bytes from the start of the file, if Line is 0.
	Offset int64
	Err    error
}

// Error names the place first: "line 12: …", "a.bin: byte 1024: …". A trace that only lacks its
// end has no position.
func (d *Damage) Error() string {
	part := ""
	if d.Part != "" {
		part = d.Part + ": "
	}
	switch {
	case d.Err == ErrCutOff:
		return part + d.Err.Error()
	case d.Line > 0:
		return fmt.Sprintf("%sline %d: %v", part, d.Line, d.Err)
	}
	return fmt.Sprintf("%sbyte %d: %v", part, d.Offset, d.Err)
}

// Unwrap returns the error without its position.
func (d *Damage) Unwrap() error { return d.Err }

// CutOff tells a user that a trace only lacks its end, if that is the error of a trace that
// could be read up to a time.
func CutOff(err error, end Time) (text string, ok bool) {
	d := (*Damage)(nil)
	if !errors.As(err, &d) || d.Err != ErrCutOff {
		return "", false
	}
	return fmt.Sprintf("%v; everything up to %v is here", d, end), true
}

// Restored returns the error of a trace from its text.
func Restored(text string) error {
	if part, ok := strings.CutSuffix(text, ErrCutOff.Error()); ok && part == "" {
		return &Damage{Err: ErrCutOff}
	} else if part, named := strings.CutSuffix(part, ": "); ok && named {
		return &Damage{Part: part, Err: ErrCutOff}
	}
	return errors.New(text)
}
