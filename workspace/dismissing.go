package workspace

import (
	"maps"
	"slices"

	"tiv/interaction/detect"
	"tiv/scene"
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
	reason := scene.OneLine(c.Reason, maxNameLen)
	ids := w.Identities(c.Finding)
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
	for _, id := range w.Identities(c.Finding) {
		delete(all, id)
	}
	if len(all) == 0 {
		all = nil
	}
	w.Dismissed = all
}

func (Dismiss) Info() Info   { return Info{Label: "dismiss finding", Effects: Undoable} }
func (Reinstate) Info() Info { return Info{Label: "restore finding", Effects: Undoable} }

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

// Identities returns the identities of a finding of Report and of those below it; nil if
// there is no such finding.
func (w *Workspace) Identities(finding int) []string {
	w.identities.update(w)
	if finding < 0 || finding >= len(w.identities.ids) {
		return nil
	}
	return w.identities.ids[finding]
}

// Dismissal returns the reason for which a finding of Report is dismissed; "" if it
// counts.
func (w *Workspace) Dismissal(finding int) string {
	if len(w.Dismissed) == 0 {
		return ""
	}
	if ids := w.Identities(finding); ids != nil {
		return w.Dismissed[ids[0]]
	}
	return ""
}

// Counted returns the findings of Report that are not dismissed.
func (w *Workspace) Counted() []detect.Finding {
	if len(w.Dismissed) == 0 {
		return w.Report.Findings
	}
	var counted []detect.Finding
	for i := range w.Report.Findings {
		if w.Dismissal(i) == "" {
			counted = append(counted, w.Report.Findings[i])
		}
	}
	return counted
}

// savedDismissal is a dismissed identity.
type savedDismissal struct {
	Finding string `json:"finding"`
	Reason  string `json:"reason"`
}

// dismissals returns the dismissed identities in a fixed order.
func dismissals(of map[string]string) (list []savedDismissal) {
	for _, id := range slices.Sorted(maps.Keys(of)) {
		list = append(list, savedDismissal{id, of[id]})
	}
	return list
}

// dismissed returns the valid ones of saved dismissals; nil if there are none.
func dismissed(saved []savedDismissal) (all map[string]string) {
	for _, d := range saved {
		reason := scene.OneLine(d.Reason, maxNameLen)
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
