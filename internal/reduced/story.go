package reduced

import (
	"strings"
	"testing"

	"tiv/timeline"
	"tiv/tracefeed"
	"tiv/tracefeed/textfeed"
)

// Story reduces a text trace. Tabs, as from indentation, and space around the text
// do not count. It ends the test if the text cannot be read.
func Story(t testing.TB, text string) *timeline.Timeline {
	t.Helper()
	text = strings.ReplaceAll(strings.TrimSpace(text), "\t", "")
	source, err := tracefeed.OpenInput(tracefeed.Input{Name: "story", Reader: strings.NewReader(text)},
		[]tracefeed.Format{textfeed.Format()})
	if err != nil {
		t.Fatal(err)
	}
	tl, err := Timeline(source, timeline.Tuning{})
	if err != nil {
		t.Fatal(err)
	}
	return tl
}
