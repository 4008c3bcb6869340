package report

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"tiv/interaction/detect"
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
		WriteFindings(&b, tl, found, &judged, Figures{}, func(_ detect.Severity, headline string) string { return "<" + headline + ">" })
		if got := strings.Contains(b.String(), "What these threads did"); len(found.Findings) != 1 || got != (want != "") || !strings.Contains(b.String(), want) ||
			!strings.Contains(b.String(), "<deadlock (error, observed)>: ") {
			t.Errorf("%s: %d findings\n%s", lost, len(found.Findings), &b)
		}
		if got := FindingsOf(tl, found, nil); got.Findings[0].Unknown > 0 != (want != "") || got.Lost > 0 != strings.Contains(lost, "lost") {
			t.Errorf("%s: %+v", lost, got)
		}
	}
}
