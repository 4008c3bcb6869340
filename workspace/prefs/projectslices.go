package prefs

import (
	"errors"
	"os"
	"path/filepath"

	"tiv/execution/slice"
	"tiv/tracefeed"
)

// ProjectFile is the name of the file with the slices of a project, in the folder of a trace
// or in one around it.
const ProjectFile = "tiv-slices.json"

// projectFile returns the path of the nearest file of slices of a project, for a trace. If
// there is none, it is the path beside the trace; "" if the trace is no file.
func projectFile(trace string) string {
	st, err := os.Stat(trace)
	if trace == "" || err != nil || st.IsDir() {
		return ""
	}
	path, err := filepath.Abs(trace)
	if err != nil {
		return ""
	}
	for folder := range tracefeed.Outward(filepath.Dir(path)) {
		if _, err := os.Stat(filepath.Join(folder, ProjectFile)); err == nil {
			return filepath.Join(folder, ProjectFile)
		}
	}
	return filepath.Join(filepath.Dir(path), ProjectFile)
}

// ProjectSlices returns the slices of the project of a trace, and the path of their file,
// even if it does not exist; "" if the trace is no file.
func ProjectSlices(trace string) (path string, list []slice.Definition, err error) {
	if path = projectFile(trace); path != "" {
		list, err = readSlices(path)
	}
	return path, list, err
}

// errNoProject is the reason why a trace has no slices of a project.
var errNoProject = errors.New("keep slices: this trace is not a file, so it has no project")

// KeepProjectSlice adds a slice to the project of a trace, in place of one with its
// name. A file beside the trace is made if there is none.
func KeepProjectSlice(trace string, d slice.Definition) error { return changeProject(trace, keep(d)) }

// DropProjectSlice removes a slice from the project of a trace.
func DropProjectSlice(trace, name string) error { return changeProject(trace, drop(name)) }

func changeProject(trace string, change sliceChange) error {
	path := projectFile(trace)
	if path == "" {
		return errNoProject
	}
	return changeSlices(path, change)
}
