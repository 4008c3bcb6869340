package detect

import (
	"testing"

	"tiv/tracefeed"
)

// TestDropCovered checks that a hang is no finding of its own if another accusation has all of
// its threads.
func TestDropCovered(t *testing.T) {
	t.Parallel()
	hang := Finding{Kind: Hang, Severity: Warning, Threads: []tracefeed.ThreadID{2, 1}}
	for _, test := range []struct {
		name  string
		other Finding
		kept  bool
	}{
		{"all threads", Finding{Kind: Stuck, Severity: Warning, Threads: []tracefeed.ThreadID{1, 2, 3}}, false},
		{"one thread", Finding{Kind: Stuck, Severity: Warning, Threads: []tracefeed.ThreadID{1, 3}}, true},
		{"a note", Finding{Kind: LongWait, Severity: Note, Threads: []tracefeed.ThreadID{1, 2}}, true},
		{"another hang", Finding{Kind: Hang, Severity: Warning, Threads: []tracefeed.ThreadID{1, 2, 3}}, true},
	} {
		want := 1
		if test.kept {
			want = 2
		}
		if kept := dropCovered([]Finding{hang, test.other}); len(kept) != want {
			t.Errorf("%s: %d findings, want %d", test.name, len(kept), want)
		}
	}
}
