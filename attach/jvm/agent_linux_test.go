package jvm

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tiv/record"
	"tiv/tracefeed"
	"tiv/tracefeed/binfeed"
)

// load loads the agent into a program.
func load(t *testing.T, p *program) *Agent {
	t.Helper()
	m, err := Attach(t.Context(), p.Process.Pid)
	if err != nil {
		t.Fatal(err)
	}
	library, err := record.JavaAgentLibrary(t.Context(), "java", t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	a, err := m.Load(library, nil)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// blocked returns, by the names of threads, the owners of the monitors for which they wait
// at the end of a trace.
func blocked(t *testing.T, path string) map[string]string {
	t.Helper()
	source, err := tracefeed.Open(path, []tracefeed.Format{binfeed.Format()})
	if err != nil {
		t.Fatal(err)
	}
	defer source.Close()
	owner, wants := map[tracefeed.MonitorID]tracefeed.ThreadID{}, map[tracefeed.ThreadID]tracefeed.MonitorID{}
	for ev, err := range tracefeed.All(source) {
		if err != nil {
			break // the program was killed
		}
		switch ev.Kind {
		case tracefeed.MonitorWait:
			wants[ev.Thread] = ev.Monitor
		case tracefeed.MonitorEnter:
			owner[ev.Monitor] = ev.Thread
		}
	}
	owners, threads := map[string]string{}, source.Tables().Threads
	for waiter, monitor := range wants {
		owners[threads[waiter].Name] = threads[owner[monitor]].Name
	}
	return owners
}

// TestAgentEnds records programs that end meanwhile, or go on.
func TestAgentEnds(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]func(p *program, cancel func()){
		"exits":     func(p *program, _ func()) { p.in.Close() },
		"is killed": func(p *program, _ func()) { p.Process.Kill() },
		"goes on":   func(_ *program, cancel func()) { cancel() },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := start(t)
			f, err := os.Create(filepath.Join(t.TempDir(), "x.bin"))
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			ended, _, err := load(t, p).Record(ctx, f, func(string) {
				for checked := false; !checked; { // the file is up to 25 ms late
					owners := blocked(t, f.Name())
					checked = owners["ab"] != "" && owners["ba"] != ""
				}
				end(p, cancel)
			})
			if err != nil || ended != (name != "goes on") {
				t.Errorf("ended %v, %v", ended, err)
			}
			checkDeadlock(t, blocked(t, f.Name()))
			st, err := f.Stat()
			if err != nil || binfeed.Finished(f, st.Size()) != (name != "is killed") {
				t.Errorf("the trace of a program that %s is complete: %v, %v", name, name == "is killed", err)
			}
		})
	}
}

// TestAgentRefused checks that a program goes on if its machine does not load the agent,
// or if nothing is recorded.
func TestAgentRefused(t *testing.T) {
	t.Parallel()
	p := start(t)
	m, err := Attach(t.Context(), p.Process.Pid)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := m.Load("testdata/Hang.java", nil); err == nil || !strings.Contains(err.Error(), "was not loaded") {
		t.Errorf("no library: %v", err)
	}
	if _, err := m.Load("testdata/missing", nil); err == nil {
		t.Error("no file: loaded")
	}
	load(t, p).conn.Close()
	p.in.Close()
	if rest, err := io.ReadAll(p.out); len(rest) > 0 || err != nil {
		t.Errorf("the program has printed %q, %v", rest, err)
	}
	if err := p.Wait(); err != nil {
		t.Error(err)
	}
}

// TestAgentTwice checks that a machine is recorded by one agent at a time.
func TestAgentTwice(t *testing.T) {
	t.Parallel()
	p := start(t)
	first := load(t, p)
	m, err := Attach(t.Context(), p.Process.Pid)
	if err != nil {
		t.Fatal(err)
	}
	library, err := record.JavaAgentLibrary(t.Context(), "java", t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	refused := func() {
		if second, err := m.Load(library, nil); err == nil || !strings.Contains(err.Error(), "being recorded already") {
			t.Errorf("the second agent: %v, %v", second, err)
		}
	}
	refused()
	f, err := os.Create(filepath.Join(t.TempDir(), "x.bin"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	if ended, _, err := first.Record(ctx, f, func(string) { refused(); cancel() }); ended || err != nil {
		t.Fatalf("the first agent: ended %v, %v", ended, err)
	}
	load(t, p).conn.Close()
	p.in.Close()
}
