package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// recordings are the traces of a subject.
type recordings struct {
	*bench
	name   string // of the subject
	traces string // the folder that gets them
}

// openAll opens each trace twice, with an empty and with a filled cache, and searches
// for findings.
func (t *recordings) openAll(ctx context.Context, r *Result) error {
	traces, err := fs.Glob(os.DirFS(t.traces), "*.trace")
	if err != nil {
		return err
	}
	if len(traces) == 0 {
		return fmt.Errorf("no trace was written")
	}
	r.Traces = len(traces)
	var found []Finding
	for _, trace := range traces {
		if err := t.open(ctx, r, filepath.Join(t.traces, trace), &found); err != nil {
			return fmt.Errorf("%s: %w", trace, err)
		}
	}
	r.Findings, r.Notes = collect(found)
	return nil
}

// open adds the costs and findings of one trace to r.
func (t *recordings) open(ctx context.Context, r *Result, trace string, found *[]Finding) error {
	stat, err := os.Stat(trace)
	if err != nil {
		return err
	}
	r.Bytes += stat.Size()
	if err := replaceFolder(t.cache); err != nil {
		return err
	}
	var info struct{ Events, Lost, Gaps, Ignored, Omitted int64 }
	for _, cost := range []*Cost{&r.First, &r.Second} {
		if err := t.query(ctx, cost, &info, "info", "--json", trace); err != nil {
			return err
		}
	}
	r.Events += info.Events
	r.Lost += info.Lost
	r.Gaps += info.Gaps
	r.Ignored += info.Ignored
	r.Omitted += info.Omitted
	var check struct{ Findings []Finding }
	if err := t.query(ctx, &r.Check, &check, "check", "--json", trace); err != nil {
		return err
	}
	*found = append(*found, check.Findings...)
	return nil
}

// query runs a command of tiv that prints JSON, and adds its cost. Exit code 1
// means findings of tiv check.
func (t *recordings) query(ctx context.Context, cost *Cost, answer any, words ...string) error {
	log := filepath.Join(t.logs, t.name+"."+words[0]+".json")
	took, err := t.command(ctx, job{args: append([]string{t.tiv}, words...), dir: t.work, log: log, timeout: openTimeout})
	cost.add(took)
	if exit, ok := errors.AsType[*exitError](err); err != nil && (!ok || exit.code != 1) {
		return fmt.Errorf("tiv %s: %w", words[0], err)
	}
	text, err := os.ReadFile(log)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(text, answer); err != nil {
		return fmt.Errorf("tiv %s: %w", words[0], err)
	}
	return nil
}
