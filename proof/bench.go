package main

import (
	"context"
	"errors"
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

// bench runs the tests of modules in a work folder. It owns these folders of it:
// src has copies of modules, traces the traces of the current module, logs the
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

// run fetches a module, runs its tests bare and recorded, and opens the traces.
// Failures are in the result.
func (b *bench) run(ctx context.Context, m Module) Result {
	r := Result{Name: m.Name, Path: m.Path, Version: m.Version, Commit: b.commit}
	s := &suite{bench: b, module: m, folder: filepath.Join(b.src, m.Name), traces: filepath.Join(b.traces, m.Name)}
	if err := s.run(ctx, &r); err != nil {
		r.Failed = err.Error()
	}
	if !b.keep {
		os.RemoveAll(s.traces)
	}
	os.RemoveAll(s.folder)
	return r
}

func (s *suite) run(ctx context.Context, r *Result) error {
	if err := s.fetch(ctx, s.module, s.folder); err != nil {
		return err
	}
	if err := s.build(ctx); err != nil {
		return err
	}
	bare, err := s.test(ctx, "bare", s.module.Packages, s.module.Flags)
	r.Bare = bare.cost
	if err != nil {
		return fmt.Errorf("bare: %w", err)
	}
	recorded, stopped := s.test(ctx, "recorded", s.module.Packages, s.module.Flags)
	r.Recorded, r.Tests = recorded.cost, bare.outcomes.count()
	if stopped == nil {
		stopped = s.compare(ctx, r, bare.outcomes, recorded.outcomes)
	}
	return errors.Join(stopped, s.openAll(ctx, r))
}
