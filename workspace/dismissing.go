package workspace

import (
	"maps"
	"slices"

	"tiv/interaction/detect"
	"tiv/scene/view"
	"tiv/workspace/handling"
	"tiv/workspace/saved"
)

// Commands about findings that do not count, by their index in Report. They are kept by
// their identities, so they stay dismissed in a trace that is recorded again.
type (
	// Dismiss puts a finding aside, for a reason. Other findings with the same identity,
	// and those below it, are dismissed with it.
	Dismiss struct {
		Finding int
		Reason  string
	}
	// Reinstate makes a dismissed finding count again.
	Reinstate struct{ Finding int }
)

// maxDismissed is the largest number of identities that are dismissed, and
// maxIdentityLen that of bytes in one.
const (
	maxDismissed   = 1000
	maxIdentityLen = 2000
)

func (c Dismiss) apply(w *Workspace) {
	reason := view.OneLine(c.Reason, maxNameLen)
	ids := FindingsOf(w).Identities(c.Finding)
	if reason == "" || len(ids) == 0 || len(w.Dismissed)+len(ids) > maxDismissed {
		return
	}
	all := maps.Clone(w.Dismissed)
	if all == nil {
		all = map[string]string{}
	}
	for _, id := range ids {
		all[id] = reason
	}
	w.Dismissed = all
}

func (c Reinstate) apply(w *Workspace) {
	all := maps.Clone(w.Dismissed)
	for _, id := range FindingsOf(w).Identities(c.Finding) {
		delete(all, id)
	}
	if len(all) == 0 {
		all = nil
	}
	w.Dismissed = all
}

func (Dismiss) Info() Info   { return Info{label: "dismiss finding", Effects: Undoable} }
func (Reinstate) Info() Info { return Info{label: "restore finding", Effects: Undoable} }

// identities has the identities of findings: of each, and of those below it.
type identities struct {
	of  []detect.Finding
	ids [][]string
}

// update sets the identities of the findings of a workspace. Texts are no part of them.
func (x *identities) update(w *Workspace) {
	found := w.Report.Findings
	if len(x.of) == len(found) && (len(found) == 0 || &x.of[0] == &found[0]) {
		return
	}
	name := w.Report.Identifier(w.Timeline)
	*x = identities{of: found}
	for i := range found {
		ids := []string{shorten(name.Of(&found[i]), maxIdentityLen)}
		for k := range found[i].Also {
			ids = append(ids, shorten(name.Of(&found[i].Also[k]), maxIdentityLen))
		}
		x.ids = append(x.ids, ids)
	}
}

// dismissals returns the dismissed identities in a fixed order.
func dismissals(of map[string]string) (list []saved.Dismissal) {
	for _, id := range slices.Sorted(maps.Keys(of)) {
		list = append(list, saved.Dismissal{Finding: id, Reason: of[id]})
	}
	return list
}

// dismissed returns the valid ones of saved dismissals; nil if there are none.
func dismissed(list []saved.Dismissal) (all map[string]string) {
	for _, d := range list {
		reason := view.OneLine(d.Reason, maxNameLen)
		if reason == "" || d.Finding == "" || len(d.Finding) > maxIdentityLen || len(all) == maxDismissed {
			continue
		}
		if all == nil {
			all = map[string]string{}
		}
		all[d.Finding] = reason
	}
	return all
}

// SetLimit sets a threshold of the findings, to the nearest valid value; one that does not
// exist is left alone. The report follows with Findings.Search.
type SetLimit struct {
	Name  string
	Value float64
}

func (c SetLimit) apply(w *Workspace) { w.Limits = w.Limits.With(c.Name, c.Value) }

func (c SetLimit) Info() Info {
	return Info{label: "set limit", run: "limit " + c.Name, Effects: Undoable}
}

// Commands about the search for handlers.
type (
	// SetSystemCode takes the code of a pattern for that of the system, or else for the user's, when handlers are
	// found.
	SetSystemCode struct {
		Code string
		On   bool
	}
	// SetHandlerLimit sets a limit by which handlers are found, to the nearest valid value; one that does not
	// exist is left alone.
	SetHandlerLimit struct {
		Name  string
		Value float64
	}
	// SetPaperRules finds handlers by the rules of the paper alone, or by those of TIV.
	SetPaperRules struct{ On bool }
	// ResetHandlers finds handlers by the default limits, and code as TIV knows it.
	ResetHandlers struct{}
)

func (c SetSystemCode) apply(w *Workspace)   { w.Handlers = w.Handlers.WithCode(c.Code, c.On) }
func (c SetHandlerLimit) apply(w *Workspace) { w.Handlers = w.Handlers.WithLimit(c.Name, c.Value) }
func (c SetPaperRules) apply(w *Workspace)   { w.Handlers.Paper = c.On }
func (ResetHandlers) apply(w *Workspace)     { w.Handlers = handling.Change{} }

func (c SetSystemCode) Info() Info {
	if c.On {
		return Info{label: c.Code + " is the system's", Effects: Undoable}
	}
	return Info{label: c.Code + " is the user's", Effects: Undoable}
}
func (c SetHandlerLimit) Info() Info {
	return Info{label: "set limit of handlers", run: "limit of handlers " + c.Name, Effects: Undoable}
}
func (SetPaperRules) Info() Info { return Info{label: "rules of the paper", Effects: Undoable} }

func (c SetPaperRules) on(w *Workspace) bool { return w.Handlers.Paper == c.On }

func (ResetHandlers) Info() Info {
	return Info{label: "reset the search for handlers", Effects: Undoable}
}

// limits returns the valid ones of saved thresholds.
func limits(values map[string]float64) (all detect.Changes) {
	for name, value := range values {
		all = all.With(name, value)
	}
	return all
}
