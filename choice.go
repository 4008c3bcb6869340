package main

import (
	"errors"
	"flag"
	"fmt"
	"slices"
	"strings"

	"tiv/tracefeed"
	"tiv/workspace"
)

const choiceUsage = "[--select THREADS] [--close THREADS] [--filter EXPR [--hide]] [--propose name|function|waits|behaviour] [--fold] "

// choice is what a command line says of which threads are shown, and which of
// them stand out or together.
type choice struct {
	pick, close, filter, propose string
	hide, fold                   bool
}

func (c *choice) flags(fs *flag.FlagSet) {
	fs.StringVar(&c.pick, "select", "", "")
	fs.StringVar(&c.close, "close", "", "")
	fs.StringVar(&c.filter, "filter", "", "")
	fs.StringVar(&c.propose, "propose", "", "")
	fs.BoolVar(&c.hide, "hide", false, "")
	fs.BoolVar(&c.fold, "fold", false, "")
}

// commands are those that do it. What clusters and filters are depends on the
// time that is shown, so they come after those about time.
func (c *choice) commands(ws *workspace.Workspace) (do []workspace.Command, err error) {
	if c.propose != "" {
		by, ok := workspace.ParseProposal(c.propose)
		if !ok {
			return nil, fmt.Errorf("unknown proposal %q: want name, function, waits or behaviour", c.propose)
		}
		do = append(do, workspace.Propose{By: by})
	}
	if c.fold {
		do = append(do, workspace.FoldAll{Folded: true})
	}
	if c.filter != "" || c.hide {
		f := workspace.Filter{Text: c.filter, Hide: c.hide}
		if f.Text == "" {
			f.Text = ws.Filter.Text
		}
		do = append(do, workspace.SetFilter{Filter: f})
	}
	if c.close != "" {
		threads, err := findThreads(ws, c.close)
		if err != nil {
			return nil, err
		}
		isClose := func(t tracefeed.ThreadID) bool { return slices.Contains(ws.Look.Close, t) }
		if threads = slices.DeleteFunc(threads, isClose); len(threads) > 0 {
			do = append(do, workspace.LookClosely{Threads: threads})
		}
	}
	if c.pick != "" {
		threads, err := findThreads(ws, c.pick)
		if err != nil {
			return nil, err
		}
		do = append(do, workspace.SelectMany{Threads: threads})
	}
	return do, nil
}

// check says what of the wishes turned out to be impossible.
func (c *choice) check(ws *workspace.Workspace) error {
	switch {
	case ws.FilterError() != nil:
		return fmt.Errorf("filter: %w", ws.FilterError())
	case c.hide && ws.Filter.Text == "":
		return errors.New("nothing to hide: want --filter too")
	case c.fold && len(ws.Look.Clusters) == 0:
		return errors.New("there are no clusters to fold: want --propose too")
	}
	return nil
}

// findThreads finds threads by their ids or names, with commas between them. A
// name that has a comma itself stands alone.
func findThreads(ws *workspace.Workspace, words string) (threads []tracefeed.ThreadID, err error) {
	if t := findThread(ws, words); t != tracefeed.NoThread {
		return []tracefeed.ThreadID{t}, nil
	}
	for word := range strings.SplitSeq(words, ",") {
		t := findThread(ws, word)
		if t == tracefeed.NoThread {
			return nil, fmt.Errorf("no thread has the id or name %q", word)
		}
		threads = append(threads, t)
	}
	return threads, nil
}

func findThread(ws *workspace.Workspace, word string) tracefeed.ThreadID {
	for i, t := range ws.Timeline.Threads {
		if i > 0 && (t.ID == word || t.Name == word) {
			return tracefeed.ThreadID(i)
		}
	}
	return tracefeed.NoThread
}
