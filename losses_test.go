package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
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
	dir := t.TempDir()
	text, bin := filepath.Join(dir, "x.tiv"), filepath.Join(dir, "x.bin")
	if err := os.WriteFile(text, []byte(lossyTrace), 0o644); err != nil {
		t.Fatal(err)
	}
	if r := tiv(t, "convert", text, "-o", bin, "--verify"); r.exit != exitOK {
		t.Fatalf("%d, %q", r.exit, r.errors)
	}
	for _, trace := range []string{text, bin} {
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
		for _, table := range []string{"spans", "threads"} {
			if r := tiv(t, "dump", trace, table); r.errors != "tiv: dump: "+trace+": "+lossesSaid+"\n" {
				t.Errorf("dump %s says %q", table, r.errors)
			}
		}
		if r := tiv(t, "dump", trace, "events"); r.errors != "tiv: dump: "+trace+": "+lossesWord+"\n" {
			t.Errorf("dump events says %q", r.errors)
		}
		page := filepath.Join(t.TempDir(), "x.html")
		if r := tiv(t, "report", trace, "-o", page, "--no-pictures"); !strings.Contains(r.errors, lossesSaid) {
			t.Errorf("report says %q", r.errors)
		}
		doc, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		_, remark, _ := strings.Cut(string(doc), `<p class="remark">`)
		if !strings.HasPrefix(remark, lossesWord) {
			t.Errorf("the first remark of the report is %.100q", remark)
		}
	}
	if r := tiv(t, "check", fixture("handoff")); r.out != "nothing found\n" {
		t.Errorf("of a trace that lost nothing, check says %q", r.out)
	}
}

func firstLines(text string, n int) string {
	return strings.Join(strings.SplitAfter(text, "\n")[:n], "")
}
