package ci

import (
	"bytes"
	"context"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tiv/interaction/verdict"
	"tiv/internal/reduced"
	"tiv/report"
	"tiv/task"
)

// two returns a deadlock and a contention.
func two() []report.Finding {
	a, b := report.Named{ID: "7", Name: "main.payer 7"}, report.Named{ID: "8", Name: "main.payer 8"}
	return []report.Finding{
		{Kind: "deadlock", Identity: "deadlock: waits bank.move", Severity: "error", Threads: []report.Named{a, b},
			Text: "50 % of a: b,\nand c",
			Sites: []report.Site{
				{Role: "started", Thread: a, Function: "main.main", File: "/src/bank/main.go", Line: 3},
				{Role: "waits", Thread: a, Function: "bank.move", File: "/src/bank/move.go", Line: 36},
				{Role: "waits", Thread: b, Function: "bank.move", File: "/src/bank/move.go", Line: 40},
			}},
		{Kind: "contention", Identity: "contention: mutex bank.log:*", Severity: "cost", Threads: []report.Named{a},
			Monitors: []report.Named{{ID: "0xc0001", Name: "mutex bank.log:12 · A"}}, Text: "slow"},
	}
}

func TestIgnore(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][2]string{
		"deadlock bank.move # old":                      {"old", ""},
		"# all of it\n\n* * # everything":               {"everything", "everything"},
		"deadlock *move.go:40 # line":                   {"line", ""},
		"contention mutex bank.log:12 · A # the log":    {"", "the log"},
		"contention bank.* # no function, no such lock": {"", ""},
		"* main.payer 8 # one of them":                  {"one of them", ""},
	} {
		rules, err := ReadRules(strings.NewReader(text), []string{"deadlock", "contention"})
		if err != nil {
			t.Fatal(err)
		}
		found := two()
		Ignore(found, rules)
		if got := [2]string{found[0].Ignored, found[1].Ignored}; got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
		if used := want != [2]string{}; rules[0].Used != used {
			t.Errorf("%q: used: %t", text, rules[0].Used)
		}
	}
	for i := range two() {
		found := two()
		found[i].Identity += " # 3"
		rules, err := ReadRules(strings.NewReader(RuleFor(found[i].Identity, "noise")), []string{"deadlock", "contention"})
		if err != nil {
			t.Fatal(err)
		}
		if Ignore(found, rules); found[i].Ignored != "noise" || found[1-i].Ignored != "" {
			t.Errorf("the rule for %q ignores %q and %q", found[i].Identity, found[0].Ignored, found[1].Ignored)
		}
	}
	below := []report.Finding{two()[0]}
	below[0].Also = two()[1:]
	rules, _ := ReadRules(strings.NewReader("contention * # known"), []string{"contention"})
	if Ignore(below, rules); len(below[0].Also) != 0 || below[0].Ignored != "" {
		t.Errorf("below another one: %+v", below)
	}
	for text, want := range map[string]string{
		"\ndeadlok * # x":  `line 2: unknown kind of finding "deadlok"`,
		"deadlock # x":     "line 1: no pattern",
		"deadlock x":       "line 1: no reason",
		"deadlock main  #": "line 1: no reason",
	} {
		if _, err := ReadRules(strings.NewReader(text), []string{"deadlock"}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

func TestCounts(t *testing.T) {
	t.Parallel()
	found := two()
	counted := func(kinds []string) (c [2]bool) {
		return [2]bool{Counts(&found[0], kinds), Counts(&found[1], kinds)}
	}
	if got := counted(nil); got != [2]bool{true, false} {
		t.Errorf("by severity: %v", got)
	}
	if got := counted([]string{"contention"}); got != [2]bool{false, true} {
		t.Errorf("by kind: %v", got)
	}
	earlier := two()
	earlier[0].Also, earlier = earlier[1:], earlier[:1] // where it was below another one
	MarkKnown(found, earlier)
	if got := counted([]string{"contention", "deadlock"}); got != [2]bool{false, false} {
		t.Errorf("known: %v", got)
	}
}

func TestBudget(t *testing.T) {
	t.Parallel()
	tl := reduced.Story(t, `tiv-text 1
		thread R system=yes
		0s A start
		0s B start
		0s R start
		0s A monitor-enter M
		10ms B monitor-wait M
		10ms R monitor-wait M
		30ms A monitor-exit M
		30ms B monitor-enter M
		100ms A run`)
	for text, want := range map[string]string{
		"blocking<11%,running<100%,longest-wait<21ms": "",
		"blocking<10%":       "over the budget blocking<10%: 10.0 %",
		" longest-wait<20ms": "over the budget longest-wait<20ms: 20 ms, of B from 10 ms",
		"io<0%":              "",
	} {
		limits, err := ParseBudget(text)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, x := range Exceeded(context.Background(), Measured{Timeline: tl, Figures: verdict.Figures{Times: tl.Totals()}}, limits) {
			got = append(got, x.String())
		}
		if strings.Join(got, "; ") != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
	for text, want := range map[string]string{
		"blocking": "invalid budget", "blocking<5": "write a share", "blocking<x%": "write a share",
		"sleeping<5%": "unknown measure", "longest-wait<5%": "write a time",
		"blocking<101%": "write a share", "blocking<5%,": "invalid budget", ",": "invalid budget", "": "invalid budget",
		"blocking<5%,,io<1%": "invalid budget",
	} {
		if _, err := ParseBudget(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

// A budget for tasks is about the durations of those of a type, however its name is written. What
// has no end took at least as long, and what is not there keeps no limit.
func TestTaskBudget(t *testing.T) {
	t.Parallel()
	var story strings.Builder
	story.WriteString("tiv-text 1\n0s A start\n")
	for i := range 100 {
		fmt.Fprintf(&story, "%dms A task-start GET%%20/pay,%%20\"now\" object=%d\n", 10*i, i+1)
		fmt.Fprintf(&story, "%dus A task-end object=%d\n", 10000*i+50*(i+1), i+1)
	}
	story.WriteString("1s A task-start report object=101\n4s A run\n")
	tl := reduced.Story(t, story.String())
	index, err := task.Build(t.Context(), tl, task.Options{})
	if err != nil {
		t.Fatal(err)
	}
	const pay = `task("GET /pay, \"now\"")`
	for text, want := range map[string]string{
		pay + ".p50 < 2501us":                 "",
		pay + ".p50 < 2500us":                 "2.5 ms, of 100 tasks",
		"running<99%, " + pay + ".p99<4.95ms": "4.95 ms, of 100 tasks",
		pay + ".max<5ms":                      "5 ms, of 100 tasks",
		pay + ".mean<2525us":                  "2.525 ms, of 100 tasks",
		pay + ".mean<2526us":                  "",
		`task( "report" ) . max < 3s`:         "at least 3 s, of 1 task, 1 of them without a start or an end in the trace",
		`task("report").max<3001ms`:           "",
		`task("GET /").p99<1s`:                `the trace has no such tasks, only "report", "GET /pay, \"now\""`,
	} {
		limits, err := ParseBudget(text)
		if err != nil {
			t.Fatal(text, err)
		}
		var got []string
		for _, x := range Exceeded(t.Context(), Measured{Timeline: tl, Tasks: index}, limits) {
			got = append(got, x.Value)
		}
		if strings.Join(got, "; ") != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
	for text, want := range map[string]string{
		`task("a").p99`: "invalid budget", `task("a").p98<1s`: "use p50, p90", `task(a).p99<1s`: "write task(",
		`task("a").p99<1`: "write task(", `task("a").p99<-1s`: "write task(", `task("a",b).p99<1s`: "invalid budget",
		`task("a.p99<1s`: "invalid budget",
	} {
		if _, err := ParseBudget(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

func TestSARIF(t *testing.T) {
	t.Parallel()
	doc := report.Findings{Findings: two(), Budget: []report.Excess{{Limit: "io<1%", Value: "2 %"}}}
	doc.Findings[0].Known, doc.Findings[1].Ignored = true, "it is slow"
	var b bytes.Buffer
	if err := WriteSARIF(&b, &doc, []Kind{{"deadlock", "a ring"}, {"contention", "waits"}}, true); err != nil {
		t.Fatal(err)
	}
	var log sarifLog
	if err := json.Unmarshal(b.Bytes(), &log); err != nil {
		t.Fatal(err)
	}
	r := log.Runs[0].Results
	if len(r) != 3 || len(log.Runs[0].Tool.Driver.Rules) != 3 || log.Version != "2.1.0" {
		t.Fatalf("%s", b.String())
	}
	first := r[0].Locations[0].Physical
	if r[0].Level != "error" || r[0].Baseline != "unchanged" || first.Artifact.URI != "file:///src/bank/move.go" ||
		first.Region.StartLine != 36 || len(r[0].Related) != 2 {
		t.Errorf("%+v", r[0])
	}
	if r[1].Level != "note" || r[1].Baseline != "new" || r[1].Suppressions[0].Justification != "it is slow" || r[1].Locations != nil {
		t.Errorf("%+v", r[1])
	}
	if r[2].Rule != "budget" || r[2].Message.Text != "over the budget io<1%: 2 %" ||
		r[0].Fingerprints[fingerprint] == r[1].Fingerprints[fingerprint] {
		t.Errorf("%+v", r[2])
	}
}

func TestJUnit(t *testing.T) {
	t.Parallel()
	doc := report.Findings{Findings: two(), Budget: []report.Excess{{Limit: "io<1%", Value: "2 %"}}}
	doc.Findings[1].Ignored = "it is slow"
	var b bytes.Buffer
	if err := WriteJUnit(&b, "a<b>", &doc, nil, []string{"deadlock", "stuck", "contention"}); err != nil {
		t.Fatal(err)
	}
	var all junitSuites
	if err := xml.Unmarshal(b.Bytes(), &all); err != nil {
		t.Fatal(err)
	}
	s := all.Suite
	if s.Name != "tiv check a<b>" || s.Tests != 4 || s.Failures != 2 || s.Skipped != 1 || len(s.Cases) != 4 {
		t.Fatalf("%+v", s)
	}
	if s.Cases[0].Failure == nil || s.Cases[1].Skipped == nil || s.Cases[2].Name != "stuck" || s.Cases[2].Failure != nil ||
		s.Cases[3].Failure == nil {
		t.Errorf("%+v", s.Cases)
	}
}

func TestGitHub(t *testing.T) {
	t.Parallel()
	doc := report.Findings{Findings: two(), Budget: []report.Excess{{Limit: "io<1%", Value: "2 %"}}}
	write := func(kinds []string) string {
		var b bytes.Buffer
		if err := WriteGitHub(&b, &doc, kinds); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	want := "::error file=/src/bank/move.go,line=36,title=tiv%3A deadlock::50 %25 of a: b,%0Aand c\n" +
		"::notice title=tiv%3A contention::slow\n" +
		"::error title=tiv: budget::over the budget io<1%25: 2 %25\n"
	if got := write(nil); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	doc.Findings[1].Ignored = "slow"
	if got := write([]string{"contention"}); !strings.HasPrefix(got, "::warning file") || strings.Contains(got, "slow") {
		t.Errorf("only contention, which is ignored: %s", got)
	}
}

// TestLocal finds files in the working directory by the ends of their paths.
func TestLocal(t *testing.T) {
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "bank"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "bank", "move.go"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	for path, want := range map[string]string{
		"/build/src/bank/move.go":     "bank/move.go",
		"example.com/m/bank/move.go":  "bank/move.go",
		"bank/move.go":                "bank/move.go",
		"/usr/go/src/runtime/proc.go": "/usr/go/src/runtime/proc.go",
		"/a/../../bank/move.go":       "bank/move.go",
	} {
		if got := local(path); got != want {
			t.Errorf("%s: %s, want %s", path, got, want)
		}
	}
}
