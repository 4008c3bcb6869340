package gotrace_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"testing"

	"tiv/tracefeed"
)

// TestCgoSample reads a trace that testdata/cgo wrote of itself.
func TestCgoSample(t *testing.T) {
	t.Parallel()
	checkCgo(t, sample(t, "go-cgo"), []int64{28405893, 23939887, 24852694, 65133245, 69210652})
}

// TestCgo records testdata/cgo.
func TestCgo(t *testing.T) {
	t.Parallel()
	cmd := exec.Command("go", "run", "./testdata/cgo")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=1")
	var data, said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &said, &data
	if err := cmd.Run(); err != nil {
		t.Fatalf("%v\n%s", err, &data)
	}
	took := make([]int64, len(cgoFuncs))
	for i := range took {
		if _, err := fmt.Fscan(&said, &took[i]); err != nil {
			t.Fatal(err)
		}
	}
	checkCgo(t, data.Bytes(), took)
}

// cgoFuncs are the goroutines of testdata/cgo, in the order in which it prints
// their time in C.
var cgoFuncs = []string{"main.compute", "main.nap", "main.fail", "main.rounds", "main.thread"}

// checkCgo checks that goroutines run while C code does, and wait for no device.
func checkCgo(t *testing.T, data []byte, took []int64) {
	t.Helper()
	tl := load(t, data)
	for i, f := range cgoFuncs {
		ids := named(tl.Threads, f)
		if len(ids) != 1 {
			t.Fatalf("%d goroutines %s", len(ids), f)
		}
		sum := tl.Lane(ids[0]).Sum(0, tl.End)
		// Two clocks differ a little.
		if least := tracefeed.Time(took[i] - took[i]/50); sum[tracefeed.Running] < least || sum[tracefeed.IO] != 0 {
			t.Errorf("%s: running %v, IO %v, want at least %v and none", f, sum[tracefeed.Running], sum[tracefeed.IO], least)
		}
	}
}
