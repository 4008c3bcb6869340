package textfeed_test

import (
	"os"
	"strings"
	"testing"

	"tiv/tracefeed"
)

// TestDocs reads the examples of the page about text traces. They must have
// each kind of event, and match their comments.
func TestDocs(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../../docs/text-format.md")
	if err != nil {
		t.Fatal(err)
	}
	var shown [tracefeed.NumKinds]bool
	blocks := strings.Split(string(page), "\n```")
	for i := 1; i < len(blocks); i += 2 {
		text, ok := strings.CutPrefix(blocks[i], "\n")
		if !ok {
			continue // ```text: a form, no example
		}
		got, err := read(strings.NewReader(text))
		if err != nil {
			t.Errorf("%v in\n%s", err, text)
		}
		for _, ev := range got.events {
			shown[ev.Kind] = true
		}
		if strings.Contains(text, "-  wake B by=A") {
			for _, ev := range got.events {
				if want := (tracefeed.Event{Thread: 1, Other: 2, Kind: tracefeed.Wake}); ev != want {
					t.Errorf("a wake reads as %+v", ev)
				}
			}
		}
		checkRoundTrip(t, []byte(text))
	}
	for k, ok := range shown {
		if !ok {
			t.Errorf("no example shows %s", tracefeed.Kind(k))
		}
	}
}
