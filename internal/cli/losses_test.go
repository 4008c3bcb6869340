package cli

import (
	"encoding/json"
	"image"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"tiv/internal/pictures"
)

const (
	lossyTrace = `tiv-text 1
0ms  A start
0ms  B start
1ms  B monitor-enter M
2ms  A monitor-wait M
4ms  B lost value=86000000
8ms  B run
10ms A lost value=7
20ms A end
20ms B end
`
	lossesWord = "86000007 events lost in 2 gaps"
	// Of the 40 ms of both threads, 14 are unknown.
	lossesSaid = lossesWord + ": 35.0 % of the threads' time is unknown"
)

// Every command says first what a trace has lost, whatever format that is in.
func TestLossesAreSaid(t *testing.T) {
	t.Parallel()
	text := write(t, "x.tiv", []byte(lossyTrace))
	bin := filepath.Join(t.TempDir(), "x.bin")
	again := filepath.Join(t.TempDir(), "y.tiv")
	for _, words := range [][]string{{text, bin}, {bin, again}} {
		r := tiv(t, "convert", words[0], "-o", words[1], "--verify")
		if r.exit != exitOK || r.errors != "tiv: convert: "+words[0]+": "+lossesWord+"\n" {
			t.Errorf("convert says %d, %q", r.exit, r.errors)
		}
	}
	for _, trace := range []string{text, bin, again} {
		if r := tiv(t, "info", trace); !strings.Contains(firstLines(r.out, 2), lossesSaid) {
			t.Errorf("info says\n%s", r.out)
		}
		if r := tiv(t, "check", trace); !strings.HasPrefix(r.out, lossesSaid) {
			t.Errorf("check says\n%s", r.out)
		}
		for _, command := range []string{"info", "check"} {
			var said struct{ Lost, Gaps int64 }
			r := tiv(t, command, trace, "--json")
			if err := json.Unmarshal([]byte(r.out), &said); err != nil || said.Lost != 86000007 || said.Gaps != 2 {
				t.Errorf("%s --json says %s (%v)", command, r.out, err)
			}
		}
		for table, want := range map[string]string{"spans": lossesSaid, "threads": lossesSaid, "events": lossesWord} {
			if r := tiv(t, "dump", trace, table); r.errors != "tiv: dump: "+trace+": "+want+"\n" {
				t.Errorf("dump %s says %q", table, r.errors)
			}
		}
	}
	if r := tiv(t, "check", fixture("handoff")); !strings.HasPrefix(r.out, "No deadlock, no stuck thread. ") {
		t.Errorf("of a trace that lost nothing, check says %q", r.out)
	}
}

func firstLines(text string, n int) string {
	return strings.Join(strings.SplitAfter(text, "\n")[:n], "")
}

// So do pictures and reports.
func TestLossesAreShown(t *testing.T) {
	t.Parallel()
	lossy := write(t, "x.tiv", []byte(lossyTrace))
	whole := write(t, "x.tiv", []byte(regexp.MustCompile(`.* lost .*\n`).ReplaceAllString(lossyTrace, "")))
	top := image.Rect(300, 0, 800, 25)
	if pictures.Differ(crop(shoot(t, lossy, "--size", "800x400"), top), crop(shoot(t, whole, "--size", "800x400"), top)) == nil {
		t.Error("there is no note at the top of the picture")
	}
	page := filepath.Join(t.TempDir(), "x.html")
	if r := tiv(t, "report", lossy, "-o", page, "--no-pictures"); !strings.Contains(r.errors, lossesSaid) {
		t.Errorf("report says %q", r.errors)
	}
	_, remark, _ := strings.Cut(string(read(t, page)), `<p class="remark">`)
	if !strings.HasPrefix(remark, lossesWord) {
		t.Errorf("the first remark of the report is %.100q", remark)
	}
}
