package workspace

import "tiv/interaction/detect"

// SetLimit sets a threshold of the findings, to the nearest valid value; one that does not
// exist is left alone. The report follows with Findings.Search.
type SetLimit struct {
	Name  string
	Value float64
}

func (c SetLimit) apply(w *Workspace) { w.Limits = w.Limits.With(c.Name, c.Value) }

func (c SetLimit) Info() Info {
	return Info{Label: "set limit", Run: "limit " + c.Name, Effects: Undoable}
}

// limits returns the valid ones of saved thresholds.
func limits(values map[string]float64) (all detect.Changes) {
	for name, value := range values {
		all = all.With(name, value)
	}
	return all
}
