package interaction_test

import (
	"strings"
	"testing"

	"tiv/internal/reduced"
	"tiv/timeline"
	"tiv/tracefeed"
	"tiv/tracefeed/textfeed"
)

// tell reduces a text trace.
func tell(t *testing.T, header, story string) *timeline.Timeline {
	t.Helper()
	text := header + "\n" + strings.ReplaceAll(strings.TrimSpace(story), "\t", "")
	source, err := tracefeed.OpenInput(tracefeed.Input{Name: "story", Reader: strings.NewReader(text)}, []tracefeed.Format{textfeed.Format()})
	if err != nil {
		t.Fatal(err)
	}
	tl, err := reduced.Timeline(source, timeline.Tuning{})
	if err != nil {
		t.Fatal(err)
	}
	return tl
}
