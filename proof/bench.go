package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"
)

// Bounds of commands that are not tests.
const (
	fetchTimeout = 5 * time.Minute
	buildTimeout = 15 * time.Minute
	openTimeout  = 15 * time.Minute
)

// bench runs subjects in a work folder. It owns these folders of it: src has copies of
// modules and what programs work on, traces the traces of the current subject, logs the
// output of all commands, cache tiv's cache.
type bench struct {
	options
	src, traces, logs, cache string
	self                     string // this program
	commit                   string // of tiv
	env                      []string
}

func newBench(o options) (*bench, error) {
	if _, err := os.Stat(o.tiv); err != nil {
		return nil, fmt.Errorf("-tiv: %w", err)
	}
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	b := &bench{options: o, self: self, commit: currentCommit(), src: filepath.Join(o.work, "src"), traces: filepath.Join(o.work, "traces"),
		logs: filepath.Join(o.work, "logs"), cache: filepath.Join(o.work, "cache")}
	for _, dir := range []string{b.src, b.traces, b.logs, b.cache} {
		if err := os.MkdirAll(dir, 0o777); err != nil {
			return nil, err
		}
	}
	// The toolchain is the one that runs this program, whichever a module asks for.
	toolchain, _, _ := strings.Cut(runtime.Version(), " ")
	b.env = []string{"GOWORK=off", "GOFLAGS=-mod=mod", "GOTOOLCHAIN=" + toolchain, "TIV_CACHE=" + b.cache}
	return b, nil
}

// currentCommit names the commit of the folder that this program runs in.
func currentCommit() string {
	out, err := exec.Command("git", "describe", "--always", "--dirty", "--exclude=*").Output()
	if err != nil {
		return "unknown"
	}
	return strings.TrimSpace(string(out))
}

// run runs a subject. Failures are in the result.
func (b *bench) run(ctx context.Context, s subject) Result {
	r := Result{Name: s.name(), Commit: b.commit}
	if err := s.run(ctx, b, &r); err != nil {
		r.Failed = err.Error()
	}
	return r
}

// recordings are the traces of a subject, in a folder of their own.
func (b *bench) recordings(name string) recordings {
	return recordings{bench: b, name: name, traces: filepath.Join(b.traces, name)}
}

// cleanUp removes the traces, unless they are to be kept.
func (t *recordings) cleanUp() {
	if !t.keep {
		os.RemoveAll(t.traces)
	}
}
