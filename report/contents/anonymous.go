package contents

import (
	"context"

	"tiv/workspace"
)

// Anonymize replaces the names in the input, and leaves out the other texts that can have
// some: remarks and the command line. Draw must not add names either. Once ctx is done, it
// returns the error of ctx.
func (r *Report) Anonymize(ctx context.Context) error {
	ws, err := workspace.Anonymous(ctx, r.Workspace)
	if err != nil {
		return err
	}
	if r.Made != "" {
		r.Made = "tiv report TRACE --anonymize"
	}
	r.Workspace, r.Remarks = ws, []string{"Names in this report are replaced, the same name by the same word " +
		"everywhere. Numbers at the end of names, and names of standard libraries, are the original ones."}
	return nil
}
