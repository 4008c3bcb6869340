package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// programRun is one run of a program: what it costs, and what others see of it.
type programRun struct {
	cost   Cost
	code   int
	output []byte
}

// stage is a program in a folder of its own.
type stage struct {
	recordings
	program Program
	folder  string
}

// run runs the program in turn bare and recorded, and opens the last traces.
func (p Program) run(ctx context.Context, b *bench, r *Result) error {
	r.Path, r.Version, _ = strings.Cut(p.Packages[0], " ")
	for _, pkg := range p.Packages {
		name, _, _ := strings.Cut(pkg, " ")
		version, err := installed(name)
		if err != nil {
			return err
		}
		if name == r.Path {
			r.Version = version
		}
	}
	s := &stage{recordings: b.recordings(p.Name), program: p, folder: filepath.Join(b.src, p.Name)}
	defer s.cleanUp()
	defer os.RemoveAll(s.folder)
	if err := s.prepare(ctx); err != nil {
		return fmt.Errorf("prepare: %w", err)
	}
	var bare, recorded []programRun
	for i := range 2 * b.rounds {
		kind, runs := "bare", &bare
		if i%2 == 1 {
			kind, runs = "recorded", &recorded
		}
		run, err := s.once(ctx, kind)
		if err != nil {
			return fmt.Errorf("%s: %w", kind, err)
		}
		*runs = append(*runs, run)
	}
	r.Tests, r.Bare, r.Recorded = b.rounds, median(bare), median(recorded)
	r.compare(bare, recorded)
	return s.openAll(ctx, r)
}

// installed returns the version of a Debian package.
func installed(name string) (string, error) {
	out, err := exec.Command("dpkg-query", "-W", "-f=${db:Status-Status} ${Version}", name).Output()
	status, version, _ := strings.Cut(string(out), " ")
	if err != nil || status != "installed" {
		return "", fmt.Errorf("the package %s is not installed (scripts/setup.sh programs)", name)
	}
	return version, nil
}

// prepare makes the folder with the scripts, and what the program works on.
func (s *stage) prepare(ctx context.Context) error {
	if err := replaceFolder(s.folder); err != nil {
		return err
	}
	for _, name := range []string{"natives/prelude.sh", s.program.script()} {
		text, err := fs.ReadFile(scripts, name)
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(s.folder, filepath.Base(name)), text, 0o666); err != nil {
			return err
		}
	}
	_, err := s.script(ctx, "prepare")
	return err
}

// script runs a function of the program's script, and returns where its output is.
func (s *stage) script(ctx context.Context, function string, env ...string) (log string, err error) {
	log = filepath.Join(s.logs, s.program.Name+"."+function+".txt")
	_, err = s.command(ctx, job{
		args: []string{"bash", "-c", `. ./prelude.sh && . "./$1" && "$2"`, "bash", filepath.Base(s.program.script()), function},
		dir:  s.folder, env: append(env, "TIV="+s.tiv, "PROOF="+s.self), log: log,
		timeout: time.Duration(s.program.Timeout), watch: s.traces, maxWatch: s.maxTrace,
	})
	return log, err
}

// once runs the program, bare or recorded. That it fails is no error.
func (s *stage) once(ctx context.Context, kind string) (programRun, error) {
	costs := filepath.Join(s.logs, s.program.Name+"."+kind+".cost")
	if err := os.RemoveAll(costs); err != nil {
		return programRun{}, err
	}
	env := []string{"COSTS=" + costs}
	if kind == "recorded" {
		if err := replaceFolder(s.traces); err != nil {
			return programRun{}, err
		}
		env = append(env, "TRACE="+filepath.Join(s.traces, "t.trace"))
	}
	var run programRun
	log, err := s.script(ctx, "work", env...)
	if exit, ended := errors.AsType[*exitError](err); ended {
		run.code, err = exit.code, nil
	}
	var costErr, readErr error
	run.cost, costErr = readCosts(costs)
	run.output, readErr = os.ReadFile(log)
	return run, errors.Join(err, costErr, readErr)
}

// compare puts into r how the recorded runs differ from the bare ones: from all of them,
// in each of the runs or in some.
func (r *Result) compare(bare, recorded []programRun) {
	var different []string
	for _, run := range recorded {
		if !slices.ContainsFunc(bare, func(b programRun) bool { return b.code == run.code }) {
			different = append(different, fmt.Sprintf("exit code %d, bare %d", run.code, bare[0].code))
		} else if !slices.ContainsFunc(bare, func(b programRun) bool { return bytes.Equal(b.output, run.output) }) {
			different = append(different, "another output")
		}
	}
	if len(different) == len(recorded) {
		r.Differ = append(r.Differ, different[0])
	} else {
		r.Unsteady = append(r.Unsteady, different...)
	}
}

// median returns the cost with the median processor time.
func median(runs []programRun) Cost {
	costs := make([]Cost, len(runs))
	for i := range runs {
		costs[i] = runs[i].cost
	}
	slices.SortFunc(costs, func(a, b Cost) int { return cmp.Compare(a.processor(), b.processor()) })
	return costs[len(costs)/2]
}
