package record

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestProbeOnce: a Java machine is started once for each agent, machine and environment,
// and again after a failure. A script that starts some machine proves nothing.
func TestProbeOnce(t *testing.T) {
	home := t.TempDir()
	java, machine := filepath.Join(home, "bin", "java"), filepath.Join(home, "lib", "server", "libjvm.so")
	starts := filepath.Join(home, "starts")
	script := "#!/bin/sh\necho >>'" + starts + "'\ntest ! -e '" + home + "/broken'\n"
	for path, text := range map[string]string{java: script, machine: ""} {
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	lib, broken := filepath.Join(home, "agent.so"), filepath.Join(home, "broken")
	probed := func(step string, m javaMachine, works bool, want int) {
		t.Helper()
		if err := m.probe(t.Context(), lib); (err == nil) != works {
			t.Errorf("%s: %v", step, err)
		}
		if raw, _ := os.ReadFile(starts); strings.Count(string(raw), "\n") != want {
			t.Errorf("%s: %d starts in all, want %d", step, strings.Count(string(raw), "\n"), want)
		}
	}
	m := javaMachine{launcher: java, env: os.Environ()}
	if err := os.WriteFile(broken, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	probed("broken", m, false, 1)
	os.Remove(broken)
	probed("mended", m, true, 2)
	probed("again", m, true, 2)
	probed("other options", javaMachine{launcher: java, env: append(os.Environ(), "_JAVA_OPTIONS=-Xmx1m")}, true, 3)
	if err := os.Chtimes(machine, time.Now(), time.Now().Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	probed("another machine", m, true, 4)
	if err := os.Remove(machine); err != nil {
		t.Fatal(err)
	}
	probed("a script", m, true, 5)
	probed("the script again", m, true, 6)
}
