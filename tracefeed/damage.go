package tracefeed

import "fmt"

// Damage is an error in a trace's bytes, with its place.
// What came before the place was read and stands.
type Damage struct {
	// Line counts from 1; 0 where the format has no lines.
	Line int
	// Offset is the position in bytes from the start of the file, where Line
	// is 0.
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

// Unwrap returns what is wrong at the place.
func (d *Damage) Unwrap() error { return d.Err }
