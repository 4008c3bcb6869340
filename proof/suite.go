package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// suite is a module whose tests run in its copy.
type suite struct {
	recordings
	module Module
	folder string // the copy
}

// run fetches the module, runs its tests bare and recorded, and opens the traces.
func (m Module) run(ctx context.Context, b *bench, r *Result) error {
	r.Path, r.Version = m.Path, m.Version
	s := &suite{recordings: b.recordings(m.Name), module: m, folder: filepath.Join(b.src, m.Name)}
	defer s.cleanUp()
	defer os.RemoveAll(s.folder)
	return s.run(ctx, r)
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

// testRun is one run of the tests.
type testRun struct {
	cost     Cost // of the test programs, without the go command
	outcomes Outcomes
}

// build compiles the tests for both kinds of run, so that neither waits for the
// compiler, and a program that does not compile is no failed test.
func (s *suite) build(ctx context.Context) error {
	for _, kind := range []string{"bare", "recorded"} {
		args := append([]string{"go", "test", "-vet=off", "-count=1", "-run=^$", "-exec=true"}, s.module.Packages...)
		if kind == "recorded" {
			args = append([]string{s.tiv, "record", "--no-open", "--force", "-o", filepath.Join(s.logs, "built.trace"), "--"}, args...)
		}
		log := filepath.Join(s.logs, s.module.Name+".build."+kind+".txt")
		if _, err := s.command(ctx, job{args: args, dir: s.folder, log: log, timeout: buildTimeout}); err != nil {
			return fmt.Errorf("build %s: %w", kind, err)
		}
	}
	return nil
}

// test runs tests bare or recorded, one package after the other. Tests that fail
// are no error.
func (s *suite) test(ctx context.Context, kind string, packages, flags []string) (testRun, error) {
	log := filepath.Join(s.logs, s.module.Name+"."+kind+".json")
	costs := log + ".cost"
	if err := os.RemoveAll(costs); err != nil {
		return testRun{}, err
	}
	limit := time.Duration(s.module.Timeout)
	args := []string{"go", "test", "-json", "-vet=off", "-count=1", "-p=1", "-timeout=" + limit.String(),
		"-exec=" + strings.Join([]string{s.self, measureWord, costs}, " ")}
	args = slices.Concat(args, flags, packages)
	j := job{dir: s.folder, log: log, timeout: limit + time.Minute}
	if strings.HasPrefix(kind, "recorded") {
		if err := replaceFolder(s.traces); err != nil {
			return testRun{}, err
		}
		args = append([]string{s.tiv, "record", "--no-open", "-o", filepath.Join(s.traces, "t.trace"), "--"}, args...)
		j.watch, j.maxWatch = s.traces, s.maxTrace
	}
	j.args = args
	var run testRun
	_, err := s.command(ctx, j)
	if _, ended := errors.AsType[*exitError](err); err != nil && !ended { // or else a test failed
		return run, err
	}
	var costErr, readErr error
	run.cost, costErr = readCosts(costs)
	run.outcomes, readErr = readOutcomesOf(log)
	return run, errors.Join(costErr, readErr)
}

// compare puts the tests with different results into r. These run again, bare and
// recorded: a difference that does not come back belongs to the test.
func (s *suite) compare(ctx context.Context, r *Result, bare, recorded Outcomes) error {
	first := slices.DeleteFunc(differences(bare, recorded), s.isFlaky)
	if len(first) == 0 {
		return nil
	}
	traces := s.traces
	defer func() { s.traces = traces }()
	s.traces += ".again"
	defer os.RemoveAll(s.traces)
	packages, flags := s.only(first)
	var again [2]testRun
	for i, kind := range []string{"bare.again", "recorded.again"} {
		var err error
		if again[i], err = s.test(ctx, kind, packages, flags); err != nil {
			return fmt.Errorf("%s: %w", kind, err)
		}
	}
	lasting, once := split(first, differences(again[0].outcomes, again[1].outcomes))
	r.Differ, r.Unsteady = append(r.Differ, lasting...), append(r.Unsteady, once...)
	return nil
}

// split tells the differences that come back in the same direction from others.
func split(first, again []Difference) (lasting, once []string) {
	for _, d := range first {
		if slices.Contains(again, d) {
			lasting = append(lasting, d.String())
		} else {
			once = append(once, d.String())
		}
	}
	return lasting, once
}

// only returns the packages and flags that run tests with differences again: all
// tests of a package that differs as a whole.
func (s *suite) only(list []Difference) (packages, flags []string) {
	var names []string
	whole := false
	for _, d := range list {
		packages = append(packages, d.Package)
		names = append(names, d.top())
		whole = whole || d.Name == ""
	}
	slices.Sort(packages)
	slices.Sort(names)
	flags = slices.Clone(s.module.Flags)
	if !whole {
		flags = append(flags, "-run=^("+strings.Join(slices.Compact(names), "|")+")$")
	}
	return slices.Compact(packages), flags
}

func (s *suite) isFlaky(d Difference) bool {
	return slices.ContainsFunc(s.module.Flaky, func(f Flaky) bool { return f.Test == d.top() })
}

// replaceFolder makes an empty folder.
func replaceFolder(path string) error {
	if err := os.RemoveAll(path); err != nil {
		return err
	}
	return os.MkdirAll(path, 0o777)
}
