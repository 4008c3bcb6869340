// Command tasks measures for whom TIV says that threads work: it records programs that write
// into their traces for which request each thread works, follows the tasks with the rules of
// --tracking full, and prints which share of the work is charged to the right request.
//
//	go run ./proof/tasks [-apps] [-only TEXT,…] [-seeds N] [-seed N] [-requests N] [-keep FOLDER] [-markdown FILE]
//
// docs/proof.md explains the tables. The exit code is 1 if a program cannot be run, or charges
// work to a wrong request although it is not listed as one that can, or if the tasks of an
// application are not those of its clients.
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

	"tiv/proof/document"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "tasks:", err)
		os.Exit(1)
	}
}

func run() error {
	only := flag.String("only", "", "run only programs with one of these `texts`, with commas between them, in their names")
	apps := flag.Bool("apps", false, "run the applications in place of the programs")
	markdown := flag.String("markdown", "", "the `file` whose table is replaced")
	keep := flag.String("keep", "", "the `folder` for the traces; without it, they are removed")
	seeds := flag.Int("seeds", 5, "the `number` of variants of each program")
	seed := flag.Int("seed", 1, "the `seed` of the first variant")
	requests := flag.Int("requests", 400, "the `number` of requests of each variant")
	verbose := flag.Bool("v", false, "print the longest wrong charges")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	b := &bench{folder: *keep, requests: *requests, verbose: *verbose, built: map[string]builtProgram{}}
	defer b.x.Close()
	if b.folder == "" {
		folder, err := os.MkdirTemp("", "tiv-tasks")
		if err != nil {
			return err
		}
		defer os.RemoveAll(folder)
		b.folder = folder
	}
	programs, name := patterns, "tasks"
	if *apps {
		programs, name, b.accounts = applications, "applications", true
	}
	chosen := slices.DeleteFunc(programs.list(), func(p program) bool {
		return !slices.ContainsFunc(strings.Split(*only, ","), func(text string) bool { return strings.Contains(p.String(), text) })
	})
	var rows []row
	var failed []string
	for _, p := range chosen {
		r := row{program: p}
		for n := range *seeds {
			s, err := b.measure(ctx, p, *seed+n)
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if err != nil {
				failed = append(failed, fmt.Sprintf("%v, seed %d: %v", p, *seed+n, err))
				continue
			}
			r.add(s)
		}
		fmt.Fprintln(os.Stderr, r.line(b.accounts))
		if rows = append(rows, r); r.wrong > mostWrong(r.right, b.accounts) && p.beyond == "" {
			failed = append(failed, fmt.Sprintf("%v: %v charged to a wrong request", p, r.wrong))
		}
	}
	table := tableOf(rows, b.accounts)
	fmt.Print(table)
	if *markdown != "" {
		if err := document.Replace(*markdown, name, table); err != nil {
			return err
		}
	}
	if len(failed) > 0 {
		return fmt.Errorf("%d problems:\n%s", len(failed), strings.Join(failed, "\n"))
	}
	return nil
}

// mostWrong is how much work may be charged to a wrong request: none, and of applications, which
// are not written to be judged, a millionth of what is right.
func mostWrong(right time.Duration, application bool) time.Duration {
	if application {
		return right / 1_000_000
	}
	return 0
}
