package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"tiv/interaction/detect"
	"tiv/internal/recorded"
	"tiv/proof/corpus"
	"tiv/timeline"
)

// bench runs programs of the corpus and searches their traces.
type bench struct {
	program string // the recorded build of proof/programs
	folder  string // for traces
	keep    bool   // keep them
	jobs    int
	length  time.Duration
}

// all measures programs, several at a time, and then one after the other those
// that depend on the load. The results are in the order of the programs.
func (b *bench) all(ctx context.Context, programs []corpus.Program) []result {
	results := make([]result, len(programs))
	tickets := make(chan bool, b.jobs)
	var group sync.WaitGroup
	for n, p := range programs {
		if p.Alone {
			continue
		}
		tickets <- true
		group.Go(func() {
			results[n] = b.measure(ctx, p)
			<-tickets
		})
	}
	group.Wait()
	for n, p := range programs {
		if p.Alone {
			results[n] = b.measure(ctx, p)
		}
	}
	return results
}

// measure runs one program and judges its findings.
func (b *bench) measure(ctx context.Context, p corpus.Program) result {
	r := result{program: p}
	trace := filepath.Join(b.folder, strings.ReplaceAll(p.Name, "/", "-")+".trace")
	if !b.keep {
		defer os.Remove(trace)
	}
	truth, err := b.play(ctx, p, trace)
	if err == nil {
		var tl *timeline.Timeline
		var report detect.Report
		if tl, report, err = recorded.Find(ctx, trace); err == nil {
			if all := claims(tl, report.Findings); p.Random {
				r.judgeRandom(truth, all)
			} else {
				r.judge(truth, all)
				err = checkHung(tl, truth)
			}
		}
	}
	r.failed = errors.Join(r.failed, err)
	return r
}

// play runs one program, which writes a trace, and returns its truth.
func (b *bench) play(ctx context.Context, p corpus.Program, trace string) (corpus.Truth, error) {
	var truth corpus.Truth
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, b.program, "-for", p.Length(b.length).String(), "-trace", trace, p.Name)
	cmd.Env = append(os.Environ(), "TIV_TRACE="+trace)
	if p.Own {
		cmd.Env = append(os.Environ(), "TIV_TRACE=off")
	}
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return truth, err
	}
	if err := json.Unmarshal(out, &truth); err != nil {
		return truth, fmt.Errorf("%v, without a truth: %w\n%s", cmd.ProcessState, err, &stderr)
	}
	return truth, nil
}
