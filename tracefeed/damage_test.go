package tracefeed

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
)

// TestCutOff checks that a trace without its end is told from a damaged one.
func TestCutOff(t *testing.T) {
	t.Parallel()
	cut := &Damage{Offset: 7, Err: ErrCutOff}
	for _, err := range []error{cut, fmt.Errorf("x: %w", cut), Restored(cut.Error())} {
		text, ok := CutOff(err, 1234*Millisecond)
		if !ok || !strings.HasPrefix(text, "the recording was cut off") || !strings.HasSuffix(text, "up to 1.234 s is here") {
			t.Errorf("%v: %q, %v", err, text, ok)
		}
	}
	part := &Damage{Part: "a.bin", Offset: 7, Err: ErrCutOff}
	for _, err := range []error{part, Restored(part.Error())} {
		if text, ok := CutOff(err, 0); !ok || !strings.HasPrefix(text, "a.bin: the recording was cut off") {
			t.Errorf("%v: %q, %v", err, text, ok)
		}
	}
	bad := &Damage{Offset: 7, Err: fmt.Errorf("the checksum is wrong; then %w", ErrCutOff)}
	for _, err := range []error{nil, io.EOF, errors.New("x"), bad, Restored(bad.Error())} {
		if text, ok := CutOff(err, 0); ok {
			t.Errorf("%v: %q", err, text)
		}
	}
	if bad.Error() != "byte 7: "+bad.Err.Error() || Restored(bad.Error()).Error() != bad.Error() {
		t.Errorf("damage is %q", bad)
	}
}
