// Command handlers measures whether TIV finds the handlers of programs: it records programs whose
// handlers are known from their source, searches the traces, and prints which are found, which are
// missed, and which functions are none.
//
//	go run ./proof/handlers [-only TEXT,…] [-for 15s] [-keep FOLDER] [-judge FOLDER] [-markdown FILE]
//
// docs/handlers.md explains the tables. The exit code is 1 if a program cannot be run, if a handler is
// missed, or if more than a twentieth of what is found is none; programs that are beyond the rules do
// not count.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"time"

	"tiv/proof/document"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "handlers:", err)
		os.Exit(1)
	}
}

func run() error {
	only := flag.String("only", "", "run only programs with one of these `texts`, with commas between them, in their names")
	markdown := flag.String("markdown", "", "the `file` whose tables are replaced")
	picture := flag.String("picture", "", "the `file` for the picture of how the handlers settle, SVG")
	keep := flag.String("keep", "", "the `folder` for the traces, and the handlers of each as JSON; without it, they are removed")
	judge := flag.String("judge", "", "judge the traces that are kept in a `folder`, and record nothing")
	b := bench{built: map[string]built{}}
	flag.DurationVar(&b.length, "for", 15*time.Second, "how `long` a program works; those that show how the handlers settle work for 40 s")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	defer b.x.Close()
	folder, err := os.MkdirTemp("", "tiv-handlers")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	switch b.folder, b.traces = folder, folder; {
	case *judge != "":
		b.traces, b.judgeOnly = *judge, true
	case *keep != "":
		b.traces = *keep
		if err := os.MkdirAll(*keep, 0o777); err != nil {
			return err
		}
	}
	var results []result
	for _, p := range chosen(*only) {
		r := b.measure(ctx, p)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		results = append(results, r)
		fmt.Fprintln(os.Stderr, r.line())
	}
	return report(results, *markdown, *picture)
}

// report prints the results, and writes them into a document and a picture.
func report(results []result, markdown, picture string) error {
	table := tableOf(results)
	fmt.Print(table)
	if picture != "" {
		if err := os.WriteFile(picture, drawSettling(results), 0o666); err != nil {
			return err
		}
	}
	if markdown != "" {
		err := errors.Join(document.Replace(markdown, "handlers", table), document.Replace(markdown, "settling", settling(results)))
		if err != nil {
			return err
		}
	}
	return complaint(results)
}

// chosen returns the programs with one of some texts in their names.
func chosen(only string) []program {
	return slices.DeleteFunc(slices.Clone(programs), func(p program) bool {
		return !slices.ContainsFunc(strings.Split(only, ","), func(text string) bool { return strings.Contains(p.name, text) })
	})
}
