package cli

import (
	"encoding/json"
	"path/filepath"
	"regexp"
	"testing"
)

// dumpForm is a form in which dumps arrive, with the right answer of tiv check.
type dumpForm struct {
	name              string // of a text in testdata/forms
	exit              int
	threads, monitors int    // 0: not compared
	out, errors       string // patterns
}

const (
	bothStuck = `(?s)stuck \(warning, proven\): main\.main 1 waits .*main\.go:12.*stuck \(warning, proven\): main\.fill 5 waits .*main\.go:20`
	storeWait = `long-wait \(note, unknown\): 2 threads wait .*store\.\(\*Store\)\.Put:31`
	bothWait  = `deadlock \(error, observed\): 2 threads wait for each other: alice waits for bob .*; bob waits for alice`
)

// The forms that public reports have: dumps indented, quoted, wrapped, escaped, after the
// prefixes of logs, of all releases of Java.
var dumpForms = []dumpForm{
	{"android-anr", exitFindings, 2, 2,
		`deadlock \(error, observed\): 2 threads wait for each other: main waits for worker .*; worker waits for main`, ""},
	{"gdb", exitTrouble, 0, 0, "", `gdb.*docs/dumps\.md`},
	{"go-blank-between", exitOK, 3, 1, storeWait, ""},
	{"go-bom", exitFindings, 2, 0, bothStuck, ""},
	{"go-cut-header", exitFindings, 1, 0, `stuck \(warning, proven\): main\.main 1`, `line 7: the text ends within`},
	{"go-debug1", exitTrouble, 0, 0, "", `debug=2.*docs/dumps\.md`},
	{"go-escaped", exitFindings, 2, 0, bothStuck, ""},
	{"go-noindent-journal", exitFindings, 2, 0, bothStuck, ""},
	{"go-possible-holder", exitOK, 3, 1, storeWait, ""},
	{"go-spaces", exitFindings, 2, 0, bothStuck, ""},
	{"go-trailing-spaces", exitOK, 3, 1, storeWait, ""},
	{"go-wrapped80", exitOK, 3, 1, storeWait, ""},
	{"java-class-init", exitFindings, 2, 2,
		`deadlock \(error, observed\): 2 threads wait for each other: one waits for two .*B.*; two waits for one .*A`, ""},
	{"java-dump-to-file", exitFindings, 2, 2, bothWait, ""},
	{"java-json", exitFindings, 2, 2, bothWait, ""},
	{"java-log-between", exitFindings, 2, 2, bothWait, ""},
	{"java-mounted-virtual", exitOK, 2, 0, "No deadlock", "virtual threads"},
	{"java-no-number", exitFindings, 2, 2, bothWait, ""},
	{"java-noindent", exitFindings, 2, 2, bothWait, ""},
	{"java-section-only", exitFindings, 2, 2, bothWait, ""},
	{"java-several-dumps", exitFindings, 5, 2, bothWait, "2 dumps"},
	{"java-threadinfo", exitOK, 2, 1, `long-wait \(note, observed\): worker-2 waits behind worker-1`, ""},
	{"java-visualvm", exitFindings, 2, 2, bothWait, ""},
	{"java-wait-no-reference", exitOK, 3, 1, `long-wait \(note, observed\): producer waits behind writer`, ""},
	{"java-wrapped80", exitFindings, 2, 2, bothWait, ""},
	{"java8-dump-utf16", exitOK, 1, 0, "No deadlock", ""},
	{"prefix-ansi", exitFindings, 2, 0, bothStuck, ""},
	{"prefix-bracket-time", exitFindings, 2, 0, bothStuck, ""},
	{"prefix-dmesg", exitFindings, 2, 0, bothStuck, ""},
	{"prefix-glog", exitFindings, 2, 0, bothStuck, ""},
	{"prefix-indent1", exitFindings, 2, 0, bothStuck, ""},
	{"prefix-jenkins", exitFindings, 2, 0, bothStuck, ""},
	{"prefix-jenkins-iso", exitFindings, 2, 0, bothStuck, ""},
	{"prefix-journal-iso", exitFindings, 2, 0, bothStuck, ""},
	{"prefix-journal-precise", exitFindings, 2, 0, bothStuck, ""},
	{"prefix-kubectl", exitFindings, 2, 0, bothStuck, ""},
	{"prefix-mail-quote", exitFindings, 2, 0, bothStuck, ""},
	{"prefix-rsyslog-iso", exitFindings, 2, 0, bothStuck, ""},
	{"py-logging", exitOK, 1, 0, "No deadlock", ""},
	{"py-mp-lock", exitOK, 2, 0, "No deadlock", ""},
	{"pyspy-cut", exitTrouble, 1, 0, "not known", `line 3: the text ends within`},
	{"pyspy-logging", exitOK, 1, 0, "", ""},
	{"pyspy-place", exitOK, 1, 0, "No deadlock", ""},
	{"utf16", exitFindings, 2, 0, bothStuck, ""},
}

func TestDumpForms(t *testing.T) {
	t.Parallel()
	for _, x := range dumpForms {
		path := formFile(x.name)
		r := tiv(t, "check", path)
		if r.exit != x.exit || !regexp.MustCompile(x.out).MatchString(r.out) || !regexp.MustCompile(x.errors).MatchString(r.errors) {
			t.Errorf("check %s: exit code %d, want %d, and %q, %q\n%s%s", x.name, r.exit, x.exit, x.out, x.errors, r.out, r.errors)
		}
		if x.threads == 0 {
			continue
		}
		var info struct{ Threads, Monitors int }
		if err := json.Unmarshal([]byte(tiv(t, "info", path, "--json").out), &info); err != nil {
			t.Fatal(err)
		}
		if info.Threads != x.threads || x.monitors > 0 && info.Monitors != x.monitors {
			t.Errorf("%s: %d threads and %d monitors, want %d and %d", x.name, info.Threads, info.Monitors, x.threads, x.monitors)
		}
	}
}

// States and places of threads, as the rows of tables.
func TestRowsOfDumpForms(t *testing.T) {
	t.Parallel()
	for _, x := range []struct{ name, table, row string }{
		{"py-logging", "spans", `0x7f0000000001,.*,blocking,.*,job\.run`},
		{"py-mp-lock", "spans", `0x7f0000000002,.*,blocking,.*,job\.pull`},
		{"py-mp-lock", "spans", `0x7f0000000003,.*,blocking,.*,job\.late`},
		{"pyspy-logging", "spans", `11,.*,blocking,.*,job\.run`},
		{"pyspy-place", "spans", `0x7F00,.*,suspended,.*,main\.snapshot`},
		{"java8-dump-utf16", "spans", `1,.*,suspended,sleep,`},
		{"java-threadinfo", "edges", `lock,12,11,`},
		{"java-wait-no-reference", "edges", `lock,14,13,`},
		{"java-mounted-virtual", "samples", `22,.*,jdk\.internal\.vm\.Continuation\.enter;java\.lang\.VirtualThread\.run;demo\.Spin\.spin`},
		{"java-mounted-virtual", "samples", `23,.*,java\.util\.concurrent\.ForkJoinWorkerThread\.run;jdk\.internal\.vm\.Continuation\.run`},
	} {
		if r := tiv(t, "dump", formFile(x.name), x.table); !regexp.MustCompile("(?m)^" + x.row).MatchString(r.out) {
			t.Errorf("dump %s %s has no row %q:\n%s%s", x.name, x.table, x.row, r.out, r.errors)
		}
	}
	if r := tiv(t, "dump", formFile("java-wait-no-reference"), "edges"); regexp.MustCompile("(?m)^lock,14,12,").MatchString(r.out) {
		t.Errorf("the waiter is a holder:\n%s", r.out)
	}
}

func formFile(name string) string {
	return filepath.Join(top, "tracefeed", "threaddump", "testdata", "forms", name+".txt")
}
