package report

import (
	"strings"
	"testing"

	"tiv/interaction/detect"
	"tiv/interaction/verdict"
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

// The check of a program that was not searched for leaks says so, in both of its forms.
func TestUnsearched(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ about, want string }{
		{"kind=recording", ""},
		{"leak-search=too-short", "Leaked goroutines were not searched for: the program was too short."},
		{"leak-search=no-collector", "Leaked goroutines were not searched for: they are found by the garbage collector, which was off"},
	} {
		tl := load(t, "tiv-text 1 "+c.about+"\n0s A start\n4ms A end\n")
		doc := FindingsOf(tl, detect.Report{}, nil)
		var text strings.Builder
		doc.WriteText(&text, tl, detect.Report{}, verdict.Figures{}, func(_ detect.Severity, s string) string { return s })
		if !strings.HasPrefix(doc.Remark, c.want) || (doc.Remark == "") != (c.want == "") || !strings.Contains(text.String(), doc.Remark) {
			t.Errorf("%s: remark %q, text %q", c.about, doc.Remark, text.String())
		}
	}
}
