package report

import (
	"strings"
	"testing"
)

// The last value of the counter counts, other counters are ignored, and no
// event is lost by it.
func TestOmittedLockOperations(t *testing.T) {
	t.Parallel()
	tl := load(t, `tiv-text 1
0s A start
1ms - counter lock%20operations%20not%20recorded value=7
2ms - counter lock%20operations%20not%20recorded value=9
3ms - counter requests value=5
4ms A end
`)
	if i := InfoOf(tl); i.Omitted != 9 || i.Lost != 0 || i.Ignored != 0 {
		t.Errorf("%d omitted, %d lost, %d ignored, want 9, 0, 0", i.Omitted, i.Lost, i.Ignored)
	}
	var b strings.Builder
	if err := WriteInfo(&b, tl, ""); err != nil || !strings.Contains(b.String(), "uncontended lock operations that were not recorded\n") {
		t.Errorf("%v: %s", err, b.String())
	}
}
