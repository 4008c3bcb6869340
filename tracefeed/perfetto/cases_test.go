package perfetto

import (
	"os"
	"strings"
	"testing"
)

// cases are files of testdata/cases, with their events and a part of their note.
var cases = []struct{ name, want, note string }{
	{"perfetto-atrace-async-twice", `
0s 10 task-start load object=1
thread 11
30ns 12 task-end load object=1
60ns 12 run
60ns 12 call-enter last
70ns 12 call-exit last
70ns 12 unknown
70ns - none
`, "1 repeated task begin left out"},
	{"perfetto-slices-without-thread", `
0s track%207 start name=requests
0s track%207 unknown
0s track%207 task-start request object=1
0s track%207 region-start request object=1
8us track%207 region-end request object=1
8us track%207 task-end request object=1
8us track%207 end
8us - none
`, ""},
}

func TestCases(t *testing.T) {
	t.Parallel()
	for _, c := range cases {
		file, err := os.ReadFile("testdata/cases/" + c.name + ".pb")
		if err != nil {
			t.Fatal(err)
		}
		got, h, err := read(t, file)
		if want := strings.TrimLeft(c.want, "\n"); err != nil || got != want {
			t.Errorf("%s: %v, got\n%s\nwant\n%s", c.name, err, got, want)
		}
		if !strings.Contains(h.Note, c.note) {
			t.Errorf("%s: the note %q lacks %q", c.name, h.Note, c.note)
		}
		if !sniff(file) {
			t.Errorf("%s: not recognized", c.name)
		}
	}
}

// TestTexts checks that no text is taken for a trace, although its first bytes can be read as
// the start of a packet.
func TestTexts(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"\n{\n  \"traceEvents\": [", "\n[\n  {\"ph\"", "\nThread 1 (LWP 12)", "\n\xc3\xa4\n", "\n{\n \xe2\x82"} {
		if sniff([]byte(text)) {
			t.Errorf("%q is taken for a trace", text)
		}
	}
}
