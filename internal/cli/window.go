package cli

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"runtime/pprof"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"tiv/demo"
	"tiv/internal/cli/memory"
	"tiv/internal/cli/several"
	"tiv/internal/portal"
	"tiv/internal/replace"
	"tiv/report/shot"
	"tiv/session"
	"tiv/task"
	"tiv/tracefeed"
	"tiv/ui"
	"tiv/workspace/loader"
	"tiv/workspace/prefs"
)

// windowCommand opens a trace in a window. Its flags but trace are for developers, and
// hidden.
type windowCommand struct {
	tasking
	o             ui.Options
	offsets       []string
	profile, heap string
}

func (w *windowCommand) describe() *cobra.Command {
	cmd := &cobra.Command{
		Use:     "tiv TRACE…|PICTURE.png",
		Short:   "show why the threads of a program wait",
		Version: version,
	}
	fs := cmd.Flags()
	fs.StringVar(&w.o.Trace, "trace", "", "`PATH` of the trace of PICTURE.png, if it has moved")
	fs.StringArrayVar(&w.offsets, "offset", nil, offsetHelp)
	w.tasking.add(fs)
	w.flags(fs)
	fs.BoolP("version", "V", false, "Print the version")
	cmd.SetVersionTemplate(versionText())
	return cmd
}

// flags adds the flags for developers.
func (w *windowCommand) flags(fs *pflag.FlagSet) {
	fs.BoolVar(&w.o.ExitAfterLoad, "exit-after-load", false, "Close the window when the trace is loaded")
	fs.StringVar(&w.o.Shot, "shot", "", "Save a picture of the window as `FILE.png`")
	fs.BoolVar(&w.o.GLDebug, "gldebug", false, "Check all calls of OpenGL")
	fs.StringVar(&w.profile, "cpuprofile", "", "Write a processor profile to `FILE`")
	fs.StringVar(&w.heap, "memprofile", "", "Write a memory profile to `FILE`")
	for _, name := range []string{"exit-after-load", "shot", "gldebug", "cpuprofile", "memprofile"} {
		fs.Lookup(name).Hidden = true
	}
}

func (w *windowCommand) run(e *environment, _ *cobra.Command, words []string) error {
	path := words[0]
	if len(words) > 1 || len(w.offsets) > 0 {
		list, made, err := w.list(words)
		if err != nil {
			return err
		}
		if path = list; made {
			fmt.Fprintf(os.Stderr, "tiv: %s lists the traces\n", list)
		}
	}
	return w.open(e, path)
}

// list writes the list of several traces that are opened as one. made says that it is new.
func (w *windowCommand) list(words []string) (path string, made bool, err error) {
	for _, word := range words {
		if !isFile(word) {
			return "", false, fmt.Errorf("%s: only files can be opened together; see tiv listen -h for others", shown(word))
		}
	}
	list, err := several.List(words, w.offsets)
	if err == nil && len(list) < 2 {
		err = errors.New("--offset: one trace has no others from which it could be moved")
	}
	if err != nil {
		return "", false, err
	}
	source, err := several.Open(list, "", loader.Formats()) // an error is said before a list is written
	if err != nil {
		return "", false, err
	}
	if err := source.Close(); err != nil {
		return "", false, err
	}
	path, made, err = session.WriteList(list)
	if err != nil {
		return "", false, fmt.Errorf("write the list of the traces: %w", err)
	}
	return path, made, nil
}

// open opens the trace, or the view of a picture, at path.
func (w *windowCommand) open(e *environment, path string) error {
	w.o.Tasks = session.Tasking{Files: w.files, Types: w.types, Rules: task.Tracking(w.tracking)}
	for _, t := range []struct {
		path string
		kind replace.Kind
	}{{w.o.Shot, shot.Kind}, {w.profile, profileKind}, {w.heap, profileKind}} {
		to := target{path: t.path}
		if err := to.check(t.kind, traceAt(path)); err != nil {
			return err
		}
	}
	if w.profile != "" {
		stop, err := startProfile(w.profile)
		if err != nil {
			return err
		}
		defer stop()
	}
	if w.heap != "" {
		w.o.Leave = func() error { return writeHeap(w.heap) }
	}
	return e.show(path, w.o, nil)
}

// openWindow opens a trace in a window.
func (e *environment) openWindow(path string) error { return e.show(path, ui.Options{}, nil) }

// errNoDisplay says that no window can be opened.
var errNoDisplay = errors.New("open window: there is no display (DISPLAY is not set); tiv check, snapshot and report need none")

// startPage opens a window without a trace.
func (e *environment) startPage() error {
	if !haveDisplay() {
		return errNoDisplay
	}
	removeOnSignal(e.recordings.end)
	e.memory.Apply()
	return e.show("", ui.Options{}, nil)
}

// demos are the demos for the window.
func demos() (list []session.Demo) {
	for _, d := range demo.List() {
		path := tracefeed.DemoPrefix + d.Name
		own, _ := (&slicing{path: path}).read() // most have none; a test reads the others
		list = append(list, session.Demo{Path: path, Name: d.Title, Story: d.Story, Slices: own})
	}
	return list
}

// show opens a window. This program still writes the trace as long as writing returns
// true; it is nil for other traces.
func (e *environment) show(path string, o ui.Options, writing func() bool) error {
	memory.Thrifty()
	o.Path, o.Version, o.Demos, o.Choose = path, version, demos(), portal.Choose
	var stream func(loader.Options) (*loader.Loader, error) // until the window takes it
	if tracefeed.IsStream(path) && e.arriving == nil {
		if !haveDisplay() {
			return errNoDisplay
		}
		var err error
		if stream, err = openStream(path); err != nil {
			return err
		}
	}
	written := path
	o.Open = func(path string, notify func()) (*loader.Loader, error) {
		how := loader.Options{Findings: true, Follow: !o.ExitAfterLoad, Notify: notify}
		how.Writing = e.recordings.writing(path)
		if path == written && writing != nil && writing() {
			how.Writing = writing
		}
		if !tracefeed.IsStream(path) {
			return e.startLoader(path, how)
		}
		if path == written && e.arriving != nil {
			how.Memory = e.memory.Bounded()
			return loader.OpenFeed(e.arriving, path, how), nil
		}
		if stream == nil {
			return nil, fmt.Errorf("open trace: %s: only the command line opens it: tiv %s", path, path)
		}
		start := stream
		stream, how.Memory = nil, e.memory.Bounded()
		return start(how)
	}
	if !o.ExitAfterLoad { // for pictures that are always the same
		o.Keep, o.Config = true, prefs.Dir()
	}
	if runtime.GOOS == "linux" {
		o.Processes, o.Attach = processes, e.recordings.attaching(o.Tasks)
	}
	o.Record = e.recordings.run
	defer e.recordings.end()
	return lost(ui.Run(o))
}

// profileKind is the kind of profiles, which are compressed.
var profileKind = replace.Magic("a profile", "\x1f\x8b")

// writeHeap writes a profile of the heap, garbage included.
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
