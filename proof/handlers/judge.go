package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"tiv/handler"
	"tiv/internal/reduced"
	"tiv/timeline"
	"tiv/tracefeed"
	"tiv/workspace/loader"
)

// result is the comparison of what is found in a trace with the truth.
type result struct {
	program
	failed error
	verdict
	paper verdict // by the rules of the paper alone
	// moments are what is found after each second, of a program that settles.
	moments []moment
}

// verdict is what is found, compared with the truth.
type verdict struct {
	// right and optional are the handlers and the optional ones that are found, missed the handlers
	// that are not, wrong the functions that are found and are none.
	right, optional, missed, wrong []string
}

// moment is what is found up to a time.
type moment struct {
	at    time.Duration
	found []string
}

// measure records a program, and judges what is found.
func (b *bench) measure(ctx context.Context, p program) result {
	r := result{program: p}
	trace := filepath.Join(b.traces, p.file()+".trace")
	if !b.judgeOnly {
		if r.failed = b.record(ctx, p, trace); r.failed != nil {
			return r
		}
	}
	text, err := json.Marshal(p.truth)
	if err == nil && !b.judgeOnly {
		err = os.WriteFile(filepath.Join(b.traces, p.file()+".json"), append(text, '\n'), 0o666)
	}
	if err != nil {
		r.failed = err
		return r
	}
	r.failed = r.read(ctx, trace)
	return r
}

// file is the name of the program's files.
func (p *program) file() string { return strings.ReplaceAll(p.name, "/", "-") }

// read judges the functions that are found in a trace.
func (r *result) read(ctx context.Context, trace string) error {
	tl, err := timelineOf(trace)
	if err != nil {
		return err
	}
	o := handler.Options{Patterns: handler.Patterns{User: r.User}, Paper: true}
	r.paper = r.judge(find(ctx, tl, o))
	o.Paper = false
	r.verdict = r.judge(find(ctx, tl, o))
	if r.settles {
		r.moments, err = settleOf(ctx, trace, o)
	}
	return err
}

// timelineOf reads a trace. Of a damaged one, as that of a killed program, it takes the part before
// the damage.
func timelineOf(trace string) (*timeline.Timeline, error) {
	source, err := tracefeed.Open(trace, loader.Formats())
	if err != nil {
		return nil, err
	}
	defer source.Close()
	r := timeline.NewReducer(source, timeline.Tuning{})
	err = reduced.AddAll(r, source)
	if damage := (*tracefeed.Damage)(nil); err != nil && !errors.As(err, &damage) {
		return nil, err
	}
	return r.Snapshot(true, err), nil
}

// find returns the functions that are found.
func find(ctx context.Context, tl *timeline.Timeline, o handler.Options) (functions []string) {
	x := handler.New(ctx, tl, o)
	if x == nil {
		return nil
	}
	for _, f := range x.Find(handler.DefaultThresholds()) {
		if !slices.Contains(functions, f.Function) {
			functions = append(functions, f.Function)
		}
	}
	return functions
}

// judge compares functions that are found with the truth.
func (t *truth) judge(found []string) (v verdict) {
	for _, f := range found {
		switch {
		case slices.Contains(t.Handlers, f):
			v.right = append(v.right, f)
		case slices.Contains(t.Optional, f):
			v.optional = append(v.optional, f)
		default:
			v.wrong = append(v.wrong, f)
		}
	}
	for _, f := range t.Handlers {
		if !slices.Contains(found, f) {
			v.missed = append(v.missed, f)
		}
	}
	return v
}

// counts are sums over programs.
type counts struct{ handlers, right, optional, wrong int }

// all is the number of functions that are found.
func (c counts) all() int { return c.right + c.optional + c.wrong }

// count adds up verdicts on the programs that are judged.
func count(results []result, of func(*result) *verdict) (c counts) {
	for i := range results {
		if r := &results[i]; r.beyond == "" && r.failed == nil {
			v := of(r)
			c.handlers += len(r.Handlers)
			c.right += len(v.right)
			c.optional += len(v.optional)
			c.wrong += len(v.wrong)
		}
	}
	return c
}

// ours and papers are the verdicts on the rules of TIV, and on those of the paper.
func ours(r *result) *verdict   { return &r.verdict }
func papers(r *result) *verdict { return &r.paper }

// complaint returns an error if programs failed, if handlers are missed, or if too much is wrong.
func complaint(results []result) error {
	var bad []string
	for _, r := range results {
		if r.failed != nil {
			bad = append(bad, fmt.Sprintf("%s: %v", r.name, r.failed))
		}
	}
	c := count(results, ours)
	if missed := c.handlers - c.right; missed > 0 {
		bad = append(bad, fmt.Sprintf("%d of %d handlers are missed", missed, c.handlers))
	}
	if 20*c.wrong > c.all() {
		bad = append(bad, fmt.Sprintf("%d of %d functions are no handlers", c.wrong, c.all()))
	}
	if len(bad) > 0 {
		return fmt.Errorf("%d problems:\n%s", len(bad), strings.Join(bad, "\n"))
	}
	return nil
}
