package tracefeed

import "fmt"

// Damage is an error in a trace's bytes, with its position. Everything before
// the position was read and remains valid.
type Damage struct {
	// Line counts from 1; it is 0 if the format has no lines.
	Line int
	// Offset is the position in bytes from the start of the file, if Line is 0.
	Offset int64
	Err    error
}

// Error names the place first: "line 12: …", "byte 1024: …".
func (d *Damage) Error() string {
	if d.Line > 0 {
		return fmt.Sprintf("line %d: %v", d.Line, d.Err)
	}
	return fmt.Sprintf("byte %d: %v", d.Offset, d.Err)
}

// Unwrap returns the error without its position.
func (d *Damage) Unwrap() error { return d.Err }
