package cli

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// interpreted is the folder of the bundled interpreters.
const interpreted = top + "/demo/interpreters"

// needsPython skips a test without Python.
func needsPython(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip(err)
	}
}

// TestBundledInterpreters reads the samples of all bundled interpreters.
func TestBundledInterpreters(t *testing.T) {
	needsPython(t)
	t.Setenv("TIV_CONFIG", interpreted)
	for name, want := range map[string]struct {
		format                   string
		threads, monitors, event int64
		blocking                 int64
	}{
		"locks.strace":  {"strace", 5, 1, 197, 119755000},
		"shop.slow.log": {"mysql-slow-log", 3, 0, 21, 0},
		"orders.acme":   {"acme", 2, 1, 8, 0},
	} {
		path := filepath.Join(interpreted, "testdata", name)
		for _, in := range []string{path, "-"} {
			r := run(t, invocation{args: []string{"info", "--json", in}, in: opened(t, path)})
			var info struct {
				Format                    string
				Threads, Monitors, Events int64
				State                     map[string]int64 `json:"state_ns"`
			}
			if err := json.Unmarshal([]byte(r.out), &info); err != nil || r.exit != exitOK {
				t.Errorf("%s: %v, %+v", name, err, r)
				continue
			}
			if info.Format != want.format || info.Threads != want.threads || info.Monitors != want.monitors || info.Events != want.event ||
				info.State["blocking"] != want.blocking {
				t.Errorf("%s: %+v, want %+v", name, info, want)
			}
		}
	}
	edges := tiv(t, "dump", filepath.Join(interpreted, "testdata", "locks.strace"), "edges")
	if !strings.Contains(edges.out, "lock,18151,18150,18149/0x562214bad0c0,87820000,207575000,inferred\n") {
		t.Errorf("%+v", edges)
	}
	tasks := tiv(t, "dump", filepath.Join(interpreted, "testdata", "shop.slow.log"), "tasks")
	if !strings.Contains(tasks.out, "UPDATE stock SET n = n - ? -- one less WHERE id IN (?…)") {
		t.Errorf("%+v", tasks)
	}
}

// TestInterpreters goes the way of a user whose project brings an interpreter.
func TestInterpreters(t *testing.T) {
	config, project := t.TempDir(), t.TempDir()
	t.Setenv("TIV_CONFIG", config)
	file, trace := filepath.Join(project, "interpreters.json"), filepath.Join(project, "a.times")
	text := `{"interpreters": [{"name": "times", "command": ["sh", "-c",
		"echo tiv-text 1; echo careful >&2; while read at; do echo ${at}ms A none; done; touch ran"], "when": [{"file": "*.times"}]}]}`
	put(t, file, text)
	put(t, trace, "1\n2\n")
	expect := func(exit int, want string, args ...string) {
		t.Helper()
		if r := tiv(t, args...); r.exit != exit || !strings.Contains(r.out+r.errors, want) {
			t.Errorf("tiv %s: %+v, want %q", strings.Join(args, " "), r, want)
		}
	}
	trust := "tiv interpreters --trust " + file
	expect(exitTrouble, `the interpreter "times" of `+file+" is not trusted; if you trust it: "+trust, "info", trace)
	expect(exitTrouble, trust, "interpreters", "--try", trace)
	expect(exitOK, "not trusted; if you trust it: "+trust, "interpreters", trace)
	if _, err := os.Stat(filepath.Join(project, "ran")); err == nil {
		t.Fatal("an interpreter that is not trusted has run")
	}
	expect(exitOK, "  sh -c ", "interpreters", "--trust", file)
	expect(exitOK, "events     2", "info", trace)
	expect(exitOK, `it printed "careful", at line `, "info", trace)
	expect(exitOK, "a.times: read by times of "+file+`, because of: file "*.times"`, "interpreters", trace)
	expect(exitOK, "  2ms A none\nstandard error, at line ", "interpreters", "--try", trace)
	expect(exitOK, "events         2, the first after ", "interpreters", "--try", trace, "times")
	expect(exitTrouble, `unknown interpreter "time"; did you mean times?`, "interpreters", "--try", trace, "time")
	expect(exitOK, "read as text, without an interpreter", "interpreters", write(t, "x.tiv", []byte("tiv-text 1\n1s A start\n")))
	expect(exitOK, "no format and no condition", "interpreters", write(t, "x", []byte("nothing of this kind")))
	expect(exitTrouble, "--try needs a TRACE", "interpreters", "--try")
	expect(exitTrouble, "stand alone", "interpreters", "--trust", file, trace)

	put(t, trace, "1\nnonsense\n")
	expect(exitOK, `line 3 of its output: invalid time "nonsensems"`, "info", trace)
	put(t, trace, "1\n2\n")
	expect(exitOK, "", "convert", trace, "-o", filepath.Join(project, "t.bin"))
	expect(exitOK, "events     2", "info", filepath.Join(project, "t.bin"))
	put(t, file, text+"\n")
	expect(exitTrouble, trust, "info", trace)
	put(t, file, text)
	expect(exitOK, "", "interpreters", "--forget", file)
	expect(exitTrouble, trust, "info", trace)
	put(t, file, "{")
	put(t, trace, strings.Repeat("long enough\n", 10))
	expect(exitTrouble, file+" has an error: line 1", "info", trace)
	put(t, filepath.Join(config, "interpreters.json"), text)
	expect(exitOK, "your own", "interpreters")
}

// put writes a file.
func put(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}
