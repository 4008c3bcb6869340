package main

import (
	"fmt"
	"io/fs"
	"strings"
	"testing"
)

func TestProgramsHaveScripts(t *testing.T) {
	list, err := loadPrograms(programsJSON)
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]bool{"natives/prelude.sh": true}
	for _, p := range list {
		files[p.script()] = true
		if text, err := fs.ReadFile(scripts, p.script()); err != nil || !strings.Contains(string(text), "work() {") {
			t.Errorf("%s: no function work in %s, %v", p.Name, p.script(), err)
		}
	}
	all, err := fs.Glob(scripts, "natives/*")
	if err != nil || len(all) != len(files) {
		t.Errorf("%d files for %d programs, %v", len(all), len(list), err)
	}
}

func TestProgramsAreChecked(t *testing.T) {
	const good = `"name": "a", "packages": ["a 1.0-1"], "timeout": "1m"`
	for text, want := range map[string]string{
		`[{` + good + `}]`:                                                  "",
		`[{` + good + `}, {` + good + `}]`:                                  "twice",
		`[{` + strings.Replace(good, `"a"`, `"../a"`, 1) + `}]`:             "want a word",
		`[{` + strings.Replace(good, `"a 1.0-1"`, ``, 1) + `}]`:             "no packages",
		`[{` + strings.Replace(good, `"a 1.0-1"`, `"a"`, 1) + `}]`:          "want a name and a version",
		`[{` + strings.Replace(good, `"1m"`, `"0s"`, 1) + `}]`:              "no timeout",
		`[{` + strings.Replace(good, `"name": "a"`, `"nam": "a"`, 1) + `}]`: "unknown field",
	} {
		_, err := loadPrograms([]byte(text))
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}

// A recorded run is compared with all bare ones: what differs between those is no
// difference, and what differs in some runs only does not fail.
func TestRunsAreCompared(t *testing.T) {
	run := func(code int, output string) programRun { return programRun{code: code, output: []byte(output)} }
	for _, c := range []struct {
		bare, recorded []programRun
		differ, once   int
	}{
		{[]programRun{run(0, "a"), run(0, "b")}, []programRun{run(0, "b"), run(0, "a")}, 0, 0},
		{[]programRun{run(0, "a"), run(0, "a")}, []programRun{run(0, "a"), run(0, "b")}, 0, 1},
		{[]programRun{run(0, "a"), run(0, "a")}, []programRun{run(0, "c"), run(0, "b")}, 1, 0},
		{[]programRun{run(0, "a"), run(1, "a")}, []programRun{run(134, "a"), run(134, "a")}, 1, 0},
		{[]programRun{run(0, "a")}, []programRun{run(1, "a")}, 1, 0},
	} {
		var r Result
		r.compare(c.bare, c.recorded)
		if len(r.Differ) != c.differ || len(r.Unsteady) != c.once {
			t.Errorf("%s: %q always, %q at times; want %d and %d", fmt.Sprint(c.recorded), r.Differ, r.Unsteady, c.differ, c.once)
		}
	}
}

func TestMedianIsThatOfProcessorTime(t *testing.T) {
	got := median([]programRun{{cost: Cost{User: 3, Wall: 1}}, {cost: Cost{User: 1, System: 1, Wall: 9}}, {cost: Cost{User: 1}}})
	if got.Wall != 9 {
		t.Errorf("got %+v", got)
	}
}
