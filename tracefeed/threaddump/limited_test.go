package threaddump

import (
	"errors"
	"io"
	"strings"
	"testing"

	"tiv/tracefeed"
)

// endless repeats a text without end.
type endless struct {
	text string
	at   int
}

func (e *endless) Read(p []byte) (n int, err error) {
	for n < len(p) {
		k := copy(p[n:], e.text[e.at:])
		n, e.at = n+k, (e.at+k)%len(e.text)
	}
	return n, nil
}

// A stream without an end is given up if it has no thread: with short lines, long ones, or a single
// one. One that has a thread at first, or that ends, is not; nor is a file.
func TestEndless(t *testing.T) {
	t.Parallel()
	const dump = "goroutine 1 [running]:\nmain.main()\n\t/a/main.go:1 +0x1\n\n"
	long := strings.Repeat("y\n", 3<<19)
	for name, c := range map[string]struct {
		text   io.Reader
		stream bool
		want   error
	}{
		"yes":                   {&endless{text: "y\n"}, true, errNoDump},
		"long lines":            {&endless{text: strings.Repeat("a long line ", 50) + "\n"}, true, errNoDump},
		"one line":              {&endless{text: strings.Repeat("a long line ", 50)}, true, errNoDump},
		"a late dump":           {strings.NewReader(long + dump), true, errNoDump},
		"a late dump of a file": {strings.NewReader(long + dump), false, nil},
		"an early dump":         {strings.NewReader("x\n" + dump + long), true, nil},
	} {
		source, err := tracefeed.OpenInput(tracefeed.Input{Name: name, Reader: c.text, Stream: c.stream}, Formats())
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		for _, err = range tracefeed.All(source) {
		}
		if !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
}
