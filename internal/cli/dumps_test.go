package cli

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// What is found in thread dumps, from the text and after conversions.
func TestCheckDumps(t *testing.T) {
	still := write(t, "still.txt", []byte("goroutine 1 [chan receive]:\nmain.main()\n\t/a.go:1\n\ngoroutine 2 [chan send]:\nmain.f()\n\t/a.go:2\n\n"))
	for _, x := range []struct {
		path string
		exit int
		want []string
	}{
		{dumpFile("java-locks"), exitFindings, []string{
			`deadlock (error, observed): 2 threads wait for each other: transfer "A" to B waits for transfer-B-to-A at lock Object · X1; transfer-B-to-A waits for transfer "A" to B at lock Object · X2.`,
			`deadlock (error, observed): 2 threads wait for each other: owner-1 waits for owner-2 at lock ReentrantLock · X3; owner-2 waits for owner-1 at lock ReentrantLock · X4.`,
			`    owner-1 waits in Hung.lambda$main$17 at Hung.java:61`,
			`long-wait (note, observed): 5 threads wait at 0x69ec1da48 Object in Hung.lambda$main$5 (Hung.java:42): waiter-0, waiter-1, waiter-2, waiter-3 and 1 more. Its owner holder is suspended and may still let go.`,
			`long-wait (note, unknown): table-writer waits at 0x69ec1e020 ReentrantReadWriteLock in Hung.lambda$main$7 (Hung.java:44).`,
		}},
		{dumpFile("go-sigquit"), exitFindings, []string{
			`stuck (warning, proven): main.nilSender 34 waits (channel) in main.nilSender (hung.go:83), for at least 180 s. Nothing can end this wait: no thread that can still run reaches what it waits for.`,
			`long-wait (note, unknown): 19 threads wait at 0xa49748 main.waiter:67, the first for at least 180 s: main.waiter 18, main.waiter 19, main.waiter 20, main.waiter 21 and 15 more.`,
		}},
		{dumpFile("go-asleep"), exitFindings, []string{
			`stuck (warning, proven): main.main 1 waits (channel) in main.main (asleep.go:29). Nothing can end this wait: no thread that can still run reaches what it waits for.`,
		}},
		// One moment does not show that nothing happens.
		{still, exitOK, []string{"nothing found"}},
		{dumpFile("python-fault"), exitOK, []string{"nothing found"}},
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
			if !strings.Contains(r.errors, "thread dump: one moment") {
				t.Errorf("check %s says %q", path, r.errors)
			}
			for _, w := range x.want {
				if !strings.Contains(r.out, w+"\n") {
					t.Errorf("check %s does not say %q", path, w)
				}
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
	r := tiv(t, "dump", dumpFile("python-fault"), "samples")
	if !regexp.MustCompile(`0x7efc898a86c0,.*hung\.transfer`).MatchString(r.out) {
		t.Errorf("dump samples: %s%s", r.out, r.errors)
	}
}

func dumpFile(name string) string {
	return filepath.Join(top, "tracefeed", "threaddump", "testdata", name+".txt")
}
