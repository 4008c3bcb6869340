package cli

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// What is found in thread dumps, from the text and after conversions.
func TestCheckDumps(t *testing.T) {
	t.Parallel()
	still := write(t, "still.txt", []byte("goroutine 1 [chan receive]:\nmain.main()\n\t/a.go:1\n\ngoroutine 2 [chan "+
		"send]:\nmain.f()\n\t/a.go:2\n\n"))
	for _, x := range []struct {
		path string
		exit int
		want []string
	}{
		{dumpFile("java-locks"), exitFindings, []string{
			`deadlock \(error, observed\): .*transfer "A" to B.*transfer-B-to-A`,
			`deadlock \(error, observed\): .*owner-1.*owner-2`,
			`    owner-1 waits in Hung\.lambda\$main\$17 at Hung\.java:61`,
			`long-wait \(note, observed\): 5 threads wait .*holder.* is suspended`,
			`long-wait \(note, unknown\): table-writer waits .*Hung\.java:44`,
		}},
		{dumpFile("go-sigquit"), exitFindings, []string{
			`stuck \(warning, proven\): main\.nilSender 34 waits .*hung\.go:83.*for at least 180 s`,
			`long-wait \(note, unknown\): 19 threads wait .*main\.waiter.*for at least 180 s`,
		}},
		{dumpFile("go-asleep"), exitFindings, []string{`stuck \(warning, proven\): main\.main 1 waits .*asleep\.go:29`}},
		// One moment does not show that nothing happens.
		{still, exitOK, []string{"No deadlock, no stuck thread at this moment."}},
		{dumpFile("python-fault"), exitOK, []string{"No deadlock, no stuck thread at this moment."}},
	} {
		texts := []string{x.path}
		for _, name := range []string{"dump.bin", "dump.tiv"} {
			copied := filepath.Join(t.TempDir(), name)
			if r := tiv(t, "convert", x.path, "-o", copied, "--verify"); r.exit != exitOK {
				t.Fatalf("convert %s: %s", x.path, r.errors)
			}
			texts = append(texts, copied)
		}
		for _, path := range texts {
			r := tiv(t, "check", path)
			if !strings.Contains(r.errors, "thread dump: a moment") {
				t.Errorf("check %s says %q", path, r.errors)
			}
			for _, w := range x.want {
				if !regexp.MustCompile("(?m)^" + w).MatchString(r.out) {
					t.Errorf("check %s does not say %q", path, w)
				}
			}
			if strings.Contains(r.out, " since ") || strings.Contains(r.out, "end of the trace") {
				t.Errorf("check %s claims to know times", path)
			}
			if r.exit != x.exit {
				t.Errorf("check %s: exit code %d, want %d", path, r.exit, x.exit)
			}
			if t.Failed() {
				t.Fatal(r.out)
			}
		}
	}
}

// The stack of a thread that does not wait is in the dump, too.
func TestSamplesOfDumps(t *testing.T) {
	t.Parallel()
	r := tiv(t, "dump", dumpFile("python-fault"), "samples")
	if !regexp.MustCompile(`0x7efc898a86c0,.*hung\.transfer`).MatchString(r.out) {
		t.Errorf("dump samples: %s%s", r.out, r.errors)
	}
}

func dumpFile(name string) string {
	return filepath.Join(top, "tracefeed", "threaddump", "testdata", name+".txt")
}
