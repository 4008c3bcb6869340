package report

import (
	"testing"

	"tiv/tracefeed"
)

func TestStackText(t *testing.T) {
	t.Parallel()
	stack := []tracefeed.Frame{{Func: "main.f", File: "/x/main.go", Line: 7}, {Func: "main.g"}}
	if got, want := StackText("worker 3", stack), "worker 3:\nmain.f\n\t/x/main.go:7\nmain.g\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
