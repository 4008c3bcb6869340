package cli

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/pflag"

	"tiv/internal/cli/usage"
	"tiv/tracefeed"
	"tiv/workspace"
)

// proposals are the reasons for clusters.
var proposals = []string{"name", "function", "waits", "behaviour", "process"}

// choice is the flags that select, filter and cluster threads.
type choice struct {
	pick, close, filter, propose string
	hide, fold                   bool
}

// flags adds the flags of a choice.
func (c *choice) flags(fs *pflag.FlagSet) {
	fs.StringVar(&c.pick, "select", "", "Select the threads `A,B`, by id or name")
	fs.StringVar(&c.close, "close", "", "Show all states of the threads `A,B` at every level of detail")
	fs.StringVar(&c.filter, "filter", "", "Dim threads that do not match `EXPR` (docs/filters.md)")
	fs.BoolVar(&c.hide, "hide", false, "With --filter, hide those threads instead")
	usage.AddWords(fs, &c.propose, "propose", "proposal", proposals, "Cluster threads by name, main function, waits, behaviour or process")
	fs.BoolVar(&c.fold, "fold", false, "Draw each cluster as one bar")
}

// commands returns the workspace commands for the flags. Clusters and filters depend
// on the time in view, so these commands come after those that set the time.
func (c *choice) commands(ws *workspace.Workspace) (do []workspace.Command, err error) {
	if c.propose != "" {
		by, _ := workspace.ParseProposal(c.propose)
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
		do = append(do, workspace.SetDetailed{On: true, Threads: threads})
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

// check returns an error for flags without effect, once all commands are done.
func (c *choice) check(ws *workspace.Workspace) error {
	switch {
	case workspace.FilteringOf(ws).Status().Err != nil:
		return fmt.Errorf("filter: %w", workspace.FilteringOf(ws).Status().Err)
	case c.hide && ws.Filter.Text == "":
		return errors.New("--hide needs --filter")
	case c.fold && len(ws.Look.Clusters) == 0:
		return errors.New("--fold needs --propose: there are no clusters")
	}
	return nil
}

// findThreads finds threads by their ids or names, separated by commas. A name with
// a comma is found only alone.
func findThreads(ws *workspace.Workspace, words string) (threads []tracefeed.ThreadID, err error) {
	if t := findThread(ws, words); t != tracefeed.NoThread {
		return []tracefeed.ThreadID{t}, nil
	}
	for word := range strings.SplitSeq(words, ",") {
		t := findThread(ws, word)
		if t == tracefeed.NoThread {
			return nil, fmt.Errorf("no thread has the id or name %q%s", word, usage.DidYouMean(word, threadNames(ws), ""))
		}
		threads = append(threads, t)
	}
	return threads, nil
}

// threadNames lists the names of all threads.
func threadNames(ws *workspace.Workspace) (names []string) {
	for _, t := range ws.Timeline.Threads[1:] {
		names = append(names, t.Name)
	}
	return names
}

func findThread(ws *workspace.Workspace, word string) tracefeed.ThreadID {
	for i, t := range ws.Timeline.Threads {
		if i > 0 && (t.ID == word || t.Name == word) {
			return tracefeed.ThreadID(i)
		}
	}
	return tracefeed.NoThread
}
