package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"tiv/handler"
)

// TestSettleOf: what is found after each second is what the events before it show.
func TestSettleOf(t *testing.T) {
	trace := filepath.Join(t.TempDir(), "x.trace")
	text := "tiv-text 1\nframe a main.first\nframe b main.second\nframe w net/http.HandlerFunc.ServeHTTP server.go:1\n" +
		"stack first a w\nstack second b w\n"
	for at := 100; at < 2500; at += 100 {
		stack := "first"
		if at > 1500 {
			stack = "second"
		}
		text += fmt.Sprintf("%dms A sample value=1 stack=%s\n", at, stack)
	}
	if err := os.WriteFile(trace, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	moments, err := settleOf(t.Context(), trace, handler.Options{Paper: true})
	if want := "[{1000000000 [main.first]} {2000000000 [main.first main.second]}]"; err != nil || fmt.Sprint(moments) != want {
		t.Errorf("%v %v, want %s", moments, err, want)
	}
}

// TestPrograms records programs that need only Go or a JDK, and finds their handlers and nothing else.
// Samples are few where a machine is busy, so a program has a second, longer chance.
func TestPrograms(t *testing.T) {
	t.Chdir("../..")
	b := &bench{folder: t.TempDir(), built: map[string]built{}}
	b.traces = b.folder
	for _, name := range []string{"go/http", "go/pool", "go/sort", "java/queue"} {
		t.Run(name, func(t *testing.T) {
			p := programs[slices.IndexFunc(programs, func(p program) bool { return p.name == name })]
			p.settles = false
			var problem error
			for _, b.length = range []time.Duration{3 * time.Second, 9 * time.Second} {
				r := b.measure(context.Background(), p)
				if problem = complaint([]result{r}); problem == nil {
					return
				}
				t.Logf("in %v: missed %q, wrong %q", b.length, r.missed, r.wrong)
			}
			t.Error(problem)
		})
	}
}
