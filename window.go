package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"runtime/pprof"

	"tiv/internal/replace"
	"tiv/report/shot"
	"tiv/ui"
	"tiv/workspace/prefs"
)

const windowUsage = "TRACE|PICTURE [--trace PATH] [--exit-after-load] [--shot FILE.png] [--gldebug] [--cpuprofile FILE] [--memprofile FILE]"

// runWindow opens a trace, or what a picture shows, in a window. Its flags, but
// for --trace, are for developers.
func runWindow(args []string, _ io.Writer) (int, error) {
	var o ui.Options
	fs := flag.NewFlagSet("tiv", flag.ContinueOnError)
	fs.BoolVar(&o.ExitAfterLoad, "exit-after-load", false, "")
	fs.StringVar(&o.Shot, "shot", "", "")
	fs.BoolVar(&o.GLDebug, "gldebug", false, "")
	profile := fs.String("cpuprofile", "", "")
	heap := fs.String("memprofile", "", "")
	fs.StringVar(&o.Trace, "trace", "", "")
	words, err := parse(fs, args, windowUsage, 1, 1)
	if err != nil {
		return exitTrouble, err
	}
	for _, t := range []struct {
		path string
		kind replace.Kind
	}{{o.Shot, shot.Kind}, {*profile, profileKind}, {*heap, profileKind}} {
		to := target{path: t.path}
		if err := to.check(t.kind, traceAt(words[0])); err != nil {
			return exitTrouble, err
		}
	}
	if *profile != "" {
		stop, err := startProfile(*profile)
		if err != nil {
			return exitTrouble, err
		}
		defer stop()
	}
	if *heap != "" {
		o.Leave = func() error { return writeHeap(*heap) }
	}
	return show(words[0], o)
}

// openWindow opens a trace in a window.
func openWindow(path string) (int, error) { return show(path, ui.Options{}) }

func show(path string, o ui.Options) (int, error) {
	thrifty()
	o.Path, o.Open, o.Version = path, start, version
	if !o.ExitAfterLoad { // which is for pictures, always the same ones
		o.Keep, o.Config = true, prefs.Dir()
	}
	return exitOn(lost(ui.Run(o)))
}

// profileKind is that of profiles, which are compressed.
var profileKind = replace.Magic("a profile", "\x1f\x8b")

// writeHeap writes what is in memory, of which some may be used no more.
func writeHeap(path string) error {
	f, err := os.Create(path)
	if err == nil {
		err = errors.Join(pprof.Lookup("heap").WriteTo(f, 0), f.Close())
	}
	if err != nil {
		return fmt.Errorf("write profile: %w", err)
	}
	return nil
}

func startProfile(path string) (stop func(), err error) {
	f, err := os.Create(path)
	if err != nil {
		return nil, fmt.Errorf("write profile: %w", err)
	}
	if err := pprof.StartCPUProfile(f); err != nil {
		return nil, fmt.Errorf("write profile: %s: %w", path, err)
	}
	return func() {
		pprof.StopCPUProfile()
		f.Close()
	}, nil
}
