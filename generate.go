package main

import (
	"flag"
	"fmt"
	"io"

	"tiv/internal/generate"
	"tiv/tracefeed"
)

const generateUsage = "generate pool|server|pipeline -o FILE [--threads N] [--events N] [--seed N] [--cpus N] [--sched=false] " +
	"[--deadlock] [--extras] [--force] [--format bin|text] [--verify] [--quiet]"

// runGenerate writes the trace of a program that never ran.
func runGenerate(args []string, _ io.Writer) (int, error) {
	w := writing{command: "generate", usage: generateUsage}
	var o generate.Options
	fs := flag.NewFlagSet(w.command, flag.ContinueOnError)
	w.flags(fs)
	fs.IntVar(&o.Threads, "threads", 100, "")
	fs.Int64Var(&o.Events, "events", 1_000_000, "")
	fs.Uint64Var(&o.Seed, "seed", 1, "")
	fs.IntVar(&o.CPUs, "cpus", 0, "")
	fs.BoolVar(&o.Sched, "sched", true, "")
	fs.BoolVar(&o.Deadlock, "deadlock", false, "")
	fs.BoolVar(&o.Extras, "extras", false, "")
	words, err := parse(fs, args, w.usage, 1, 1)
	if err == nil {
		err = w.check()
	}
	if err != nil {
		return exitTrouble, err
	}
	o.Scenario = words[0]
	feed, err := generate.New(o)
	if err != nil {
		return exitTrouble, err
	}
	w.events = o.Events
	_, err = w.write(&tracefeed.Source{Feed: feed, Name: fmt.Sprintf("%s, seed %d", o.Scenario, o.Seed)})
	return exitOn(err)
}
