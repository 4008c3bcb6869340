package report

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"tiv/interaction/detect"
	"tiv/interaction/verdict"
	"tiv/tracefeed"
)

// Findings of threads of which events are lost say so, and no others.
func TestFindingsOnLosses(t *testing.T) {
	t.Parallel()
	const ring = `tiv-text 1
0ms  A start
0ms  B start
10ms A io-start
%
20ms A monitor-enter M
20ms B monitor-enter N
30ms A monitor-wait N
40ms B monitor-wait M
90ms C start
`
	for lost, want := range map[string]string{"12ms A lost value=7": "unknown for 8 ms", "12ms C lost value=7": "", "12ms A run": ""} {
		tl := load(t, strings.Replace(ring, "%", lost, 1))
		found := detect.Find(context.Background(), tl, nil)
		var b bytes.Buffer
		judged := FindingsOf(tl, found, nil)
		judged.WriteText(&b, tl, found, verdict.Figures{}, func(_ detect.Severity, headline string) string { return "<" + headline + ">" })
		if got := strings.Contains(b.String(), "What these threads did"); len(found.Findings) != 1 || got != (want != "") ||
			!strings.Contains(b.String(), want) ||
			!strings.Contains(b.String(), "<deadlock (error, observed)>: ") {
			t.Errorf("%s: %d findings\n%s", lost, len(found.Findings), &b)
		}
		if got := FindingsOf(tl, found, nil); got.Findings[0].Unknown > 0 != (want != "") ||
			got.Lost > 0 != strings.Contains(lost, "lost") {
			t.Errorf("%s: %+v", lost, got)
		}
	}
}

// The text has the findings that the document has, the worst first, and no others.
func TestFindingsText(t *testing.T) {
	t.Parallel()
	tl := load(t, "tiv-text 1\n0ms A start\n9ms A end\n")
	of := func(kind string, s detect.Severity, also ...detect.Finding) detect.Finding {
		return detect.Finding{Kind: kind, Severity: s, Text: "The " + kind + ".", Threads: []tracefeed.ThreadID{1}, Also: also}
	}
	found := detect.Report{Findings: []detect.Finding{
		of("first", detect.Note), of("second", detect.Error, of("third", detect.Cost), of("fourth", detect.Cost)),
		of("fifth", detect.Error),
	}}
	doc := FindingsOf(tl, found, nil)
	doc.Findings[1].Also = doc.Findings[1].Also[1:] // as a rule leaves it out
	doc.Findings[0].Ignored, doc.Findings[2].Outside = "dull", true
	doc.LeaveOut()
	var b bytes.Buffer
	doc.WriteText(&b, tl, found, verdict.Figures{Base: "b"}, func(detect.Severity, string) string { return "" })
	if want := ": The second.\n    : The fourth.\nignored, dull: : The first.\n1 finding outside of the base \"b\"\n"; b.String() != want {
		t.Errorf("got %q, want %q", b.String(), want)
	}
	if len(found.Findings) != 3 || doc.Outside != 1 || len(doc.Findings) != 2 {
		t.Errorf("%d of %d findings are listed, %d outside", len(doc.Findings), len(found.Findings), doc.Outside)
	}
}
