// Command proof runs the test suites of well-known Go modules, or programs of Debian,
// bare and recorded by tiv, and compares the results of both and the findings of tiv.
//
//	go run ./proof [-native] [-ci] [-only NAME,…] [-tiv ./tiv] [-work FOLDER] [-markdown FILE]
//
// modules.json lists the modules, which come from the module proxy, programs.json the
// programs, whose packages must be installed, and verdicts.json the verdicts on findings.
// Everything is written to the work folder. The exit code is 1 if a suite or a program
// cannot be had or run, if results differ, or if a finding is false or has no verdict.
// docs/proof.md explains the tables.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

func main() {
	if len(os.Args) > 2 && os.Args[1] == measureWord {
		os.Exit(measureTest(os.Args[2], os.Args[3:]))
	}
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "proof:", err)
		os.Exit(1)
	}
}

// options are the wishes of the command line.
type options struct {
	tiv, work, only, markdown string
	native, ci, keep, noRun   bool
	rounds                    int           // of each program
	limit                     time.Duration // for all subjects together; 0 is none
	maxTrace                  int64         // bytes of one subject's traces
}

func parseOptions() (options, error) {
	var o options
	cache, err := os.UserCacheDir()
	if err != nil {
		cache = os.TempDir()
	}
	megabytes := int64(0)
	flag.StringVar(&o.tiv, "tiv", "./tiv", "the tiv `program` under test")
	flag.StringVar(&o.work, "work", filepath.Join(cache, "tiv-proof"), "the `folder` for modules, traces and results")
	flag.StringVar(&o.only, "only", "", "the `names` of the suites or programs to run, with commas between them")
	flag.BoolVar(&o.native, "native", false, "run programs of Debian instead of Go modules")
	flag.IntVar(&o.rounds, "rounds", 3, "the `number` of runs of each program, bare and recorded")
	flag.StringVar(&o.markdown, "markdown", "", "the `file` whose table is replaced by that of the results in the work folder")
	flag.BoolVar(&o.ci, "ci", false, "run only what continuous integration runs")
	flag.BoolVar(&o.keep, "keep", false, "keep the traces")
	flag.BoolVar(&o.noRun, "no-run", false, "run nothing: judge the results in the work folder anew, for -markdown")
	flag.DurationVar(&o.limit, "limit", 0, "the most `time` for all of them together")
	flag.Int64Var(&megabytes, "max-trace", 2000, "stop a recording whose traces exceed that many `MB`")
	flag.Parse()
	o.maxTrace = megabytes * 1e6
	if o.rounds < 1 {
		return o, fmt.Errorf("-rounds %d: at least one run", o.rounds)
	}
	if flag.NArg() > 0 {
		return o, fmt.Errorf("command line: %q: no words but flags are expected", flag.Arg(0))
	}
	for _, path := range []*string{&o.tiv, &o.work} { // commands run in other folders
		if *path, err = filepath.Abs(*path); err != nil {
			return o, err
		}
	}
	return o, nil
}

func run() error {
	o, err := parseOptions()
	if err != nil {
		return err
	}
	all, err := loadSubjects(o.native)
	if err != nil {
		return err
	}
	verdicts, err := loadVerdicts(verdictsJSON)
	if err != nil {
		return err
	}
	chosen, err := choose(all, o.only, o.ci)
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	if o.limit > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, o.limit, fmt.Errorf("the time for all of them, %v, is over", o.limit))
		defer cancel()
	}
	var bad []string
	if !o.noRun {
		if bad, err = runAll(ctx, o, chosen, verdicts); err != nil {
			return err
		}
	}
	if o.markdown != "" {
		if err := updateDocument(o.markdown, o.work, tableOf(o.native), all, verdicts); err != nil {
			return err
		}
	}
	if len(bad) > 0 {
		return fmt.Errorf("%d of %d failed: %s", len(bad), len(chosen), strings.Join(bad, ", "))
	}
	return nil
}

// runAll runs subjects one after the other and returns the names of those that
// failed. Each result is kept in the work folder.
func runAll(ctx context.Context, o options, list []subject, verdicts Verdicts) (bad []string, err error) {
	b, err := newBench(o)
	if err != nil {
		return nil, err
	}
	var results []Result
	for _, s := range list {
		r := b.run(ctx, s)
		verdicts.judge(&r)
		printResult(os.Stdout, &r)
		if r.Bad() {
			bad = append(bad, r.Name)
		}
		if err := saveResult(o.work, &r); err != nil {
			return nil, err
		}
		results = append(results, r)
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
	}
	fmt.Println()
	return bad, tableOf(o.native).write(os.Stdout, results)
}
