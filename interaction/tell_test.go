package interaction_test

import (
	"testing"

	"tiv/internal/reduced"
	"tiv/timeline"
)

// tell reduces a text trace.
func tell(t *testing.T, header, story string) *timeline.Timeline {
	t.Helper()
	return reduced.Story(t, header+"\n"+story)
}
