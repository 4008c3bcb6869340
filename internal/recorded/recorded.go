// Package recorded builds programs so that they write traces, and searches these
// for findings, for tests and measurements.
package recorded

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"tiv/interaction/detect"
	"tiv/internal/reduced"
	"tiv/record"
	"tiv/timeline"
	"tiv/tracefeed"
	"tiv/workspace/loader"
)

// Build builds a main package of Go as `tiv record -- go build` does, and returns
// the program, which is in a folder.
func Build(ctx context.Context, pkg, folder string) (program string, err error) {
	program = filepath.Join(folder, "program")
	var stderr strings.Builder
	result, err := record.Run(ctx, record.Options{
		Command: []string{"go", "build", "-o", program, pkg},
		Out:     filepath.Join(folder, "program.trace"),
		Stderr:  &stderr,
	})
	if err == nil && result.ExitCode != 0 {
		err = fmt.Errorf("build %s: exit code %d\n%s", pkg, result.ExitCode, stderr.String())
	}
	return program, err
}

// Find reads a trace and searches it. Of a damaged one, as that of a killed program, it
// takes the part before the damage.
func Find(ctx context.Context, trace string) (*timeline.Timeline, detect.Report, error) {
	source, err := tracefeed.Open(trace, loader.Formats())
	if err != nil {
		return nil, detect.Report{}, err
	}
	defer source.Close()
	r := timeline.NewReducer(source, timeline.Tuning{})
	err = reduced.AddAll(r, source)
	if damage := (*tracefeed.Damage)(nil); err != nil && !errors.As(err, &damage) {
		return nil, detect.Report{}, err
	}
	tl := r.Snapshot(true, err)
	return tl, detect.Find(ctx, tl, nil), nil
}
