package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
	"text/tabwriter"

	"tiv/demo"
	"tiv/tracefeed"
	"tiv/workspace"
)

// demoPrefix in front of a demo's name stands for its trace, in every command.
const demoPrefix = "demo:"

// open opens the trace at path, or of a demo, to read its events.
func open(path string) (*tracefeed.Source, error) {
	name, isDemo := strings.CutPrefix(path, demoPrefix)
	if !isDemo {
		return tracefeed.Open(path, workspace.Formats())
	}
	trace, err := demo.Open(name)
	if err != nil {
		return nil, err
	}
	return tracefeed.OpenReader(path, trace, trace.Size(), workspace.Formats())
}

func runDemo(args []string, out io.Writer) (int, error) {
	fs := flag.NewFlagSet("demo", flag.ContinueOnError)
	list := fs.Bool("list", false, "")
	words, err := parse(fs, args, "demo [NAME] [--list]", 0, 1)
	if err != nil {
		return exitTrouble, err
	}
	if *list {
		return exitOn(listDemos(out))
	}
	name := demo.Default
	if len(words) == 1 {
		name = words[0]
	}
	if haveDisplay() {
		return openWindow(demoPrefix + name)
	}
	picture := "tiv-" + name + ".png"
	if code, err := runSnapshot([]string{demoPrefix + name, "-o", picture}, io.Discard); err != nil {
		return code, err
	}
	fmt.Fprintf(os.Stderr, "tiv: demo: there is no display (DISPLAY is not set), so no window: here is a picture of it\n")
	fmt.Fprintln(out, picture)
	return exitOK, nil
}

func listDemos(out io.Writer) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, d := range demo.List() {
		fmt.Fprintf(w, "%s\t%s\n\t%s\n", d.Name, d.Title, d.Story)
	}
	return w.Flush()
}
