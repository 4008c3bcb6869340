package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"tiv/demo"
	"tiv/execution/slice"
	"tiv/interaction/lockname"
	"tiv/internal/cli/usage"
	"tiv/internal/replace"
	"tiv/report"
	"tiv/report/tasks"
	"tiv/task"
	"tiv/task/definition"
	"tiv/task/findings"
	"tiv/tracefeed"
	"tiv/workspace"
	"tiv/workspace/loader"
	"tiv/workspace/prefs"
)

// slicing is the flags of commands that count by slices, which can be of tasks.
type slicing struct {
	tasking
	path string
	// bases are the names of slices, outermost first, to whose common time all is limited.
	bases []string
	// gallery: the slices are those of the gallery, as far as they cover something.
	gallery bool
}

// add adds the flags.
func (s *slicing) add(fs *pflag.FlagSet) {
	fs.StringVar(&s.path, "slices", "", "Count and colour by the slices in `FILE`, too; docs/slices.md")
	fs.StringArrayVar(&s.bases, "base", nil, "Count only what is in the slice `NAME` of the file; again for a slice within it")
	s.tasking.add(fs)
}

// base returns the path of the bases.
func (s *slicing) base() (path string) {
	for _, name := range s.bases {
		path = slice.Within(path, name)
	}
	return path
}

// source returns the file as one that is read.
func (s *slicing) source() replace.Source {
	return replace.Source{Path: s.path, What: "file of slices"}
}

// read reads the file.
func (s *slicing) read() ([]slice.Definition, error) {
	if s.path == "" {
		if len(s.bases) > 0 {
			return nil, errors.New("--base needs --slices FILE")
		}
		return nil, nil
	}
	f, err := s.open()
	if err != nil {
		return nil, err
	}
	defer f.Close()
	definitions, err := slice.Read(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", shown(s.path), err)
	}
	var names []string
	for _, d := range definitions {
		names = append(names, d.Name)
	}
	s.bases = slices.DeleteFunc(s.bases, func(base string) bool { return base == "" })
	for i, base := range s.bases {
		if !slices.Contains(names, base) {
			return nil, usage.Unknown("slice", base, names)
		}
		if slices.Contains(s.bases[:i], base) {
			return nil, fmt.Errorf("--base %s is there twice", shown(base))
		}
	}
	return definitions, nil
}

// open opens the file. The name of a demo is that of its slices.
func (s *slicing) open() (io.ReadCloser, error) {
	if name, ok := strings.CutPrefix(s.path, tracefeed.DemoPrefix); ok {
		data, err := demo.Slices(name)
		if err != nil {
			return nil, fmt.Errorf("%s has no slices", shown(s.path))
		}
		return io.NopCloser(bytes.NewReader(data)), nil
	}
	return os.Open(s.path)
}

// galleryFor returns the slices of the project of a trace, and the ready ones with other
// names. A file of the project that cannot be read is a warning.
func galleryFor(trace string, warn func(string)) []slice.Definition {
	_, list, err := prefs.ProjectSlices(trace)
	if err != nil {
		warn(err.Error())
	}
	for _, d := range slice.Gallery() {
		if slice.Find(list, d.Name) < 0 && len(list) < slice.Max {
			list = append(list, d)
		}
	}
	return list
}

// compute computes slices of a trace, and warns of those that cover nothing there. tasks finds its tasks, once they are
// needed.
func (s *slicing) compute(tasks func(context.Context) (*task.Index, error), all *loader.Loaded, definitions []slice.Definition,
	warn func(string)) (report.Slicing, error) {
	names := lockname.New(all.Timeline.Monitors, all.Report.Locks, nil)
	computed, err := slice.Compute(context.Background(),
		slice.Input{Timeline: all.Timeline, Locks: names.Terms, Tasks: tasks}, definitions, nil)
	if err != nil {
		return report.Slicing{}, err
	}
	if s.gallery {
		return report.NewSlicing(computed, "").Covering(), nil
	}
	if err := check(computed, warn); err != nil {
		return report.Slicing{}, err
	}
	return report.NewSlicing(computed, s.base()), nil
}

// check returns the error of the first slice that has one, and warns of those that cover
// nothing.
func check(computed *slice.Slices, warn func(string)) error {
	for i, err := range computed.Errors {
		if err != nil {
			return err
		}
		if computed.Sets[i].Empty() {
			warn(fmt.Sprintf("the slice %q covers nothing", computed.Definitions[i].Name))
		}
	}
	return nil
}

// findTasks finds the tasks of a workspace, and adds the findings about them.
func findTasks(ws *workspace.Workspace) error {
	ws.Tasking.Ask()
	if err := ws.Tasking.Sync(context.Background()); err != nil {
		return err
	}
	found, err := findings.Find(context.Background(), ws.Timeline, ws.Tasking.Index(), tasks.WhySlow)
	if err == nil {
		workspace.FindingsOf(ws).SetOfTasks(found)
	}
	return err
}

// show computes the slices of a workspace of the trace at path: those of the flags in place of its own, if there
// are any, with their colours.
func (s *slicing) show(path string, ws *workspace.Workspace, warn func(string)) error {
	how, err := s.options(path)
	if err != nil {
		return err
	}
	ws.Tasking.Define(definition.Sources{Given: how.Definitions}, nil, how.Tracking)
	if err := findTasks(ws); err != nil {
		return err
	}
	definitions, err := s.read()
	if err != nil {
		return err
	}
	own := definitions == nil
	if !own {
		ws.Do(workspace.ShowSpace{})
		for len(ws.Spaces) > 1 {
			ws.Do(workspace.CloseSpace{ID: ws.Spaces[1].ID})
		}
		for range ws.Look.Slices {
			ws.Do(workspace.RemoveSlice{})
		}
		ws.Do(workspace.AddSlices{Definitions: definitions})
		for _, base := range s.bases {
			ws.Do(workspace.OpenSpace{Base: base})
		}
		ws.Do(workspace.SetOption{Option: "slice-colours", On: true})
	}
	if err := workspace.SlicingOf(ws).Sync(context.Background()); err != nil || own || ws.Look.Slicing == nil {
		return err
	}
	return check(ws.Look.Slicing, warn)
}
