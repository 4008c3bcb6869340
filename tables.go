package main

import (
	"flag"
	"fmt"
	"io"
	"math"
	"os"

	"tiv/interaction"
	"tiv/report"
	"tiv/report/table"
	"tiv/tracefeed"
	"tiv/workspace"
)

func runInfo(args []string, out io.Writer) (int, error) {
	fs := flag.NewFlagSet("info", flag.ContinueOnError)
	asJSON := fs.Bool("json", false, "")
	words, err := parse(fs, args, "info TRACE [--json]", 1, 1)
	if err != nil {
		return exitTrouble, err
	}
	all, done, err := loading{command: "info", path: words[0]}.load(os.Stderr)
	if err != nil {
		return exitTrouble, err
	}
	defer done()
	tl := all.Timeline
	if *asJSON {
		return exitOn(report.WriteJSON(out, report.InfoOf(tl)))
	}
	return exitOn(report.WriteInfo(out, tl, workspace.Remarks(tl)))
}

// exitOn returns the exit code for an error or none.
func exitOn(err error) (int, error) {
	if err != nil {
		return exitTrouble, err
	}
	return exitOK, nil
}

func runDump(args []string, out io.Writer) (int, error) {
	const usage = "dump TRACE events|spans|buckets|edges|threads|monitors|holders [--step 1s] [--from T] [--to T] [--format csv|json] [--runtime]"
	fs := flag.NewFlagSet("dump", flag.ContinueOnError)
	step, from, to := timeFlag(tracefeed.Second), timeFlag(0), timeFlag(math.MaxInt64)
	fs.Var(&step, "step", "")
	fs.Var(&from, "from", "")
	fs.Var(&to, "to", "")
	formatName := fs.String("format", "csv", "")
	withRuntime := fs.Bool("runtime", false, "")
	words, err := parse(fs, args, usage, 2, 2)
	if err != nil {
		return exitTrouble, err
	}
	format, err := table.ParseFormat(*formatName)
	if err != nil {
		return exitTrouble, fmt.Errorf("dump: %w", err)
	}
	win := report.Window{From: tracefeed.Time(from), To: tracefeed.Time(to), Step: tracefeed.Time(step), Runtime: *withRuntime}
	if words[1] == "events" {
		return dumpEvents(words[0], out, win, format)
	}
	all, done, err := loading{command: "dump", path: words[0]}.load(os.Stderr)
	if err != nil {
		return exitTrouble, err
	}
	defer done()
	warnOfLosses("dump", words[0], workspace.Losses(all.Timeline))
	if err := report.Dump(out, all.Timeline, words[1], win, format); err != nil {
		return exitTrouble, fmt.Errorf("dump: %w", err)
	}
	return exitOK, nil
}

func dumpEvents(path string, out io.Writer, win report.Window, format table.Format) (int, error) {
	source, err := open(path)
	if err != nil {
		return exitTrouble, err
	}
	defer source.Close()
	lost, err := report.Events(out, source, win, format)
	warnOfLosses("dump", path, workspace.LostEvents(lost))
	if err != nil {
		return exitTrouble, fmt.Errorf("dump: %s: %w", path, err)
	}
	return exitOK, nil
}

// warnOfLosses says on standard error what a trace has lost, if that is anything.
func warnOfLosses(command, path, lost string) {
	if lost != "" {
		fmt.Fprintf(os.Stderr, "tiv: %s: %s: %s\n", command, path, lost)
	}
}

func runCheck(args []string, out io.Writer) (int, error) {
	fs := flag.NewFlagSet("check", flag.ContinueOnError)
	asJSON := fs.Bool("json", false, "")
	failOn := fs.String("fail-on", "", "")
	words, err := parse(fs, args, "check TRACE [--json] [--fail-on KIND,…]", 1, 1)
	if err != nil {
		return exitTrouble, err
	}
	var asked map[string]bool
	if *failOn != "" {
		if asked, err = kinds(*failOn); err != nil {
			return exitTrouble, err
		}
	}
	all, done, err := loading{"check", words[0], true}.load(os.Stderr)
	if err != nil {
		return exitTrouble, err
	}
	defer done()
	tl := all.Timeline
	if note := workspace.Remarks(tl); note != "" {
		fmt.Fprintf(os.Stderr, "tiv: check: %s: %s\n", words[0], note)
	}
	found := all.Report.Findings
	if *asJSON {
		err = report.WriteJSON(out, report.FindingsOf(tl, found))
	} else {
		report.WriteFindings(out, tl, found)
	}
	if err != nil {
		return exitTrouble, err
	}
	for _, f := range found {
		if asked == nil && f.Severity > interaction.Note || asked[f.Kind] {
			return exitFindings, nil
		}
	}
	return exitOK, nil
}
