// Command findings measures the findings of TIV: it records the programs of the
// corpus, with known problems, searches the traces, and prints precision and
// recall by kind of finding.
//
//	go run ./proof/findings [-only TEXT,…] [-random N] [-seed N] [-jobs N] [-for 2s] [-keep FOLDER] [-markdown FILE]
//
// docs/proof.md explains the table. The exit code is 1 if an accusation is
// false, or if a program cannot be run.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"time"

	"tiv/internal/recorded"
	"tiv/proof/corpus"
	"tiv/proof/document"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "findings:", err)
		os.Exit(1)
	}
}

func run() error {
	only := flag.String("only", "", "run only programs with one of these `texts`, with commas between them, in their names")
	markdown := flag.String("markdown", "", "the `file` whose table is replaced")
	keep := flag.String("keep", "", "the `folder` for the traces; without it, they are removed")
	count := flag.Int("random", 300, "the `number` of random programs")
	seed := flag.Int("seed", 1, "the `seed` of the first random program")
	b := bench{}
	flag.IntVar(&b.jobs, "jobs", 6, "the `number` of programs that run at the same time, except those that depend on the load")
	flag.DurationVar(&b.length, "for", 2*time.Second, "how `long` a program runs")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	var err error
	if b.folder = *keep; b.folder == "" {
		if b.folder, err = os.MkdirTemp("", "tiv-findings"); err != nil {
			return err
		}
		defer os.RemoveAll(b.folder)
	}
	if b.program, err = recorded.Build(ctx, "./proof/programs", b.folder); err != nil {
		return err
	}
	b.keep = *keep != ""
	results := b.all(ctx, chosen(append(corpus.All(), corpus.Random(*seed, *count)...), *only))
	if ctx.Err() != nil {
		return ctx.Err()
	}
	table := tableOf(results)
	fmt.Print(table)
	if *markdown != "" {
		if err := document.Replace(*markdown, "findings", table); err != nil {
			return err
		}
	}
	return complaint(results)
}

// chosen returns the programs with one of some texts in their names.
func chosen(all []corpus.Program, only string) []corpus.Program {
	return slices.DeleteFunc(all, func(p corpus.Program) bool {
		return !slices.ContainsFunc(strings.Split(only, ","), func(text string) bool { return strings.Contains(p.Name, text) })
	})
}

// complaint returns an error if programs failed or were accused falsely.
func complaint(results []result) error {
	var bad []string
	for _, r := range results {
		if r.failed != nil {
			bad = append(bad, fmt.Sprintf("%s: %v", r.program.Name, r.failed))
		}
		for _, w := range r.wrong {
			if accuses(w.kind) && r.program.Beyond == "" {
				bad = append(bad, r.program.Name+": "+w.text)
			}
		}
	}
	if len(bad) > 0 {
		return fmt.Errorf("%d programs failed or are accused falsely:\n%s", len(bad), strings.Join(bad, "\n"))
	}
	return nil
}
