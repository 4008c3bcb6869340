package record_test

import (
	"bufio"
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"tiv/interaction"
	"tiv/interaction/detect"
	"tiv/internal/recorded"
	"tiv/record"
	"tiv/task/definition"
)

// A client of net/http waits for the goroutine of the server that answers, observed and from the
// request on; that one waits for a lock, and its owner sleeps. Each process writes a trace.
func TestAnswersOfGo(t *testing.T) {
	folder := t.TempDir()
	program := filepath.Join(folder, "answered")
	server, client := filepath.Join(folder, "server.trace"), filepath.Join(folder, "client.trace")
	build := record.Options{Command: []string{"go", "build", "-o", program, "./answered"}, Dir: "testdata",
		Out: filepath.Join(folder, "trace"), Tasks: definition.List{}, Stdout: io.Discard, Stderr: os.Stderr}
	if result, err := record.Run(context.Background(), build); err != nil || result.ExitCode != 0 {
		t.Fatal(err, result.ExitCode)
	}
	serve := exec.Command(program, "serve")
	serve.Env = append(os.Environ(), "TIV_TRACE="+server)
	in, err := serve.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := serve.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := serve.Start(); err != nil {
		t.Fatal(err)
	}
	address, _ := bufio.NewReader(out).ReadString('\n')
	ask := exec.Command(program, "ask", strings.TrimSpace(address))
	ask.Env = append(os.Environ(), "TIV_TRACE="+client)
	text, err := ask.CombinedOutput()
	in.Close()
	if waited := serve.Wait(); err != nil || waited != nil {
		t.Fatalf("%v, %v: %s", err, waited, text)
	}
	joined := filepath.Join(folder, "all.join")
	if err := os.WriteFile(joined, []byte("tiv-join 1\n"+client+"\n"+server), 0o600); err != nil {
		t.Fatal(err)
	}
	tl, report, err := recorded.Find(context.Background(), joined)
	if err != nil {
		t.Fatal(err)
	}
	for i := range report.Findings {
		f := &report.Findings[i]
		if f.Kind != detect.AnswerWait {
			continue
		}
		name := tl.Threads[f.Culprit()].Name
		if f.Evidence != interaction.Observed || !strings.Contains(name, "main.keep") || len(f.Monitors) != 1 {
			t.Errorf("culprit %s, %v: %s", name, f.Evidence, f.Text)
		}
		return
	}
	t.Errorf("no %s in %v", detect.AnswerWait, report.Findings)
}
