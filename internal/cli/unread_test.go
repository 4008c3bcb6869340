package cli

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// A dump is acquitted only if all threads that it announces were read.
func TestUnreadThreads(t *testing.T) {
	t.Parallel()
	const idle = "\"idle\" #3 prio=5 tid=0x3 nid=1 waiting on condition [0x1]\n" +
		"   java.lang.Thread.State: TIMED_WAITING (sleeping)\n\tat java.lang.Thread.sleep(Native Method)\n\tat a.B.c(B.java:3)\n\n"
	for name, x := range map[string]struct {
		text string
		exit int
		want string
	}{
		"all read": {
			"Full thread dump X:\n\nThreads class SMR info:\n_java_thread_list=0x1, length=1, elements={\n0x3\n}\n\n" + idle,
			exitOK, "No deadlock, no stuck thread at this moment"},
		"announced": {
			"Full thread dump X:\n\nThreads class SMR info:\n_java_thread_list=0x1, length=25, elements={\n0x3\n}\n\n" + idle,
			exitTrouble, "24 of 25 threads could not be read, so it is not known"},
		"first line": {"Full thread dump X:\n\n" + idle + "\"other\" prio 5, tid 7, form of the future\n" +
			"   java.lang.Thread.State: BLOCKED\n", exitTrouble, "1 of 2 threads could not be read"},
		"stack": {"Full thread dump X:\n\n" + idle +
			strings.NewReplacer("idle", "other", "#3", "#4", "\tat ", "\t- in ").Replace(idle),
			exitTrouble, "1 of 2 threads could not be read"},
		"runtime's only": {"Full thread dump X:\n\n\"VM Thread\" os_prio=0 tid=0x7 nid=0x1 runnable\n", exitTrouble,
			"No thread of the program itself could be read"},
		"goroutine": {"goroutine 1 [select]:\nmain.main()\n\t/a.go:1\n\ngoroutine 2 in a form of the future\n" +
			"goroutine 3 [x\n\nend\n", exitTrouble, "1 of 2 threads could not be read"},
		"deadlock": {"Full thread dump X:\n\n" + idle +
			"Found one Java-level deadlock:\n====\nin words of the future\n", exitFindings,
			`deadlock \(error, observed\): .*the deadlock announced in line 8`},
		"faulthandler's": {"Thread 0x01 (most recent call first):\n  File \"a.py\", line 3 in f\n...\n", exitTrouble,
			"1 of 2 threads could not be read"},
		"names of deadlock": {"Found one Java-level deadlock:\n====\n" +
			"\"a\":\n  waiting to lock monitor 0x1 (object 0x2, a X),\n  which is held by \"b\"\n" +
			"\"b\":\n  waiting to lock monitor 0x3 (object 0x4, a X),\n  which is held by \"a\"\n",
			exitFindings, `a waits for b .*; b waits for a`},
	} {
		path := write(t, "dump.txt", []byte(x.text))
		copied := filepath.Join(t.TempDir(), "dump.bin")
		if r := tiv(t, "convert", path, "-o", copied); r.exit != exitOK {
			t.Fatalf("%s: %s", name, r.errors)
		}
		for _, path := range []string{path, copied} {
			r := tiv(t, "check", path)
			if r.exit != x.exit || !regexp.MustCompile(x.want).MatchString(r.out) {
				t.Errorf("%s: check %s: exit code %d, want %d and %q:\n%s%s", name, path, r.exit, x.exit, x.want, r.out, r.errors)
			}
			if strings.Contains(x.want, "could not") && strings.Contains(x.want, "of 2") &&
				!strings.Contains(r.errors, "could not be read") {
				t.Errorf("%s: the remarks are %q", name, r.errors)
			}
		}
	}
}

// Texts of other forms are refused by their name.
func TestOtherDumps(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"Thread 3 (Thread 0x7f2 (LWP 12) \"ba\"):\n" +
			"#0  futex_wait () at futex.h:146\n": "it is a backtrace of gdb; docs/dumps.md lists",
		"goroutine profile: total 3\n2 @ 0x43af10\n#\t0x467ca4\tsync.f+0x24\t/a.go:7\n":     "get debug=2",
		"some log\n\n0SECTION       TITLE subcomponent dump routine\n1TIDATETIME    Date\n": "a javacore of OpenJ9",
		"POTENTIAL DEADLOCK: Recursive locking:\ncurrent goroutine 5 lock 0x1\n":            "a report of go-deadlock",
		strings.Repeat("2026-05-28 12:21:57 INFO served a request in 3 ms\n", 40000) +
			"Thread 3 (Thread 0x7f2 (LWP 12)):\n": "line 40001: no thread found; docs/dumps.md lists",
	} {
		r := tiv(t, "check", write(t, "dump.txt", []byte(text)))
		if r.exit != exitTrouble || !strings.Contains(r.errors, want) {
			t.Errorf("%.40q…: exit code %d, %q, want %q", text, r.exit, r.errors, want)
		}
	}
}

// A dump is found after any amount of a log.
func TestDumpFarInLog(t *testing.T) {
	t.Parallel()
	log := strings.Repeat("2026-05-28 12:21:57,303 INFO  [http-nio-8080-exec-12] served a request in 3 ms\n", 30000)
	text := log + string(read(t, dumpFile("java-locks"))) + log
	if r := tiv(t, "check", write(t, "dump.txt", []byte(text))); r.exit != exitFindings ||
		strings.Count(r.out, "deadlock (error, observed)") != 2 {
		t.Errorf("exit code %d: %s%s", r.exit, r.out, r.errors)
	}
}
