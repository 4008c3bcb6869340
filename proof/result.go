package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// Result has the costs and findings of one subject: a module's suite, or a program.
// Costs and sizes of several traces are added up.
type Result struct {
	Name    string `json:"name"`
	Path    string `json:"path"`    // of a module; the Debian package of a program
	Version string `json:"version"` // of that
	Commit  string `json:"commit"`  // of tiv
	// Failed says why it could not run to its end.
	Failed string `json:"failed,omitempty"`
	// Tests are the tests that ran; of a program, its pairs of runs.
	Tests int `json:"tests"`
	// Differ are tests whose result is another when recorded, twice. Unsteady
	// are those that differed once.
	Differ   []string `json:"differ,omitempty"`
	Unsteady []string `json:"unsteady,omitempty"`
	// Bare and Recorded are the costs of the test programs, without tiv record. Of a
	// program, they are those of the run with the median processor time, with tiv record.
	Bare     Cost  `json:"bare"`
	Recorded Cost  `json:"recorded"`
	Traces   int   `json:"traces"`
	Bytes    int64 `json:"bytes"`
	Events   int64 `json:"events"`
	// Lost are events that the recorder lost, in Gaps places, Ignored are events
	// that contradict others, Omitted are lock operations that the recorder left
	// out because nothing waited.
	Lost    int64 `json:"lost"`
	Gaps    int64 `json:"gaps"`
	Ignored int64 `json:"ignored"`
	Omitted int64 `json:"omitted"`
	// First and Second are the costs of tiv info with an empty and a filled
	// cache, Check that of tiv check after them.
	First    Cost     `json:"first"`
	Second   Cost     `json:"second"`
	Check    Cost     `json:"check"`
	Findings []Judged `json:"findings"`
	Notes    int      `json:"notes"` // findings that accuse nothing
}

// Bad reports whether the result makes the run fail.
func (r *Result) Bad() bool {
	for i := range r.Findings {
		if r.Findings[i].word() != "true" {
			return true
		}
	}
	return r.Failed != "" || len(r.Differ) > 0
}

// printResult writes a result for people.
func printResult(w io.Writer, r *Result) {
	state := "ok"
	if r.Bad() {
		state = "FAIL"
	}
	fmt.Fprintf(w, "%s\t%s %s %s: %d tests or runs, bare %.1f s, recorded %.1f s, %.1f MB, %d events, opened in %.1f s and %.1f s\n",
		state, r.Name, r.Path, r.Version, r.Tests, r.Bare.Wall, r.Recorded.Wall, float64(r.Bytes)/1e6, r.Events, r.First.Wall,
		r.Second.Wall)
	if r.Failed != "" {
		fmt.Fprintf(w, "\tfailed: %s\n", r.Failed)
	}
	for _, d := range r.Differ {
		fmt.Fprintf(w, "\tdiffers twice: %s\n", d)
	}
	for _, d := range r.Unsteady {
		fmt.Fprintf(w, "\tdiffered once: %s\n", d)
	}
	for i := range r.Findings {
		f := &r.Findings[i]
		fmt.Fprintf(w, "\t%s × %d, %s, %s\n\t\t%s\n", f.word(), f.Count, f.Severity, f.Identity, f.Text)
	}
}

func resultPath(work, name string) string { return filepath.Join(work, "results", name+".json") }

// saveResult keeps a result in the work folder.
func saveResult(work string, r *Result) error {
	text, err := json.MarshalIndent(r, "", "\t")
	if err != nil {
		return err
	}
	path := resultPath(work, r.Name)
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return err
	}
	return os.WriteFile(path, text, 0o666)
}

// loadResults reads the last results of the subjects that have been run, in the list's
// order.
func loadResults(work string, list []subject) ([]Result, error) {
	var all []Result
	for _, s := range list {
		text, err := os.ReadFile(resultPath(work, s.name()))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		var r Result
		if err == nil {
			err = json.Unmarshal(text, &r)
		}
		if err != nil {
			return nil, err
		}
		all = append(all, r)
	}
	return all, nil
}
