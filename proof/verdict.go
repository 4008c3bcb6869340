package main

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

//go:embed verdicts.json
var verdictsJSON []byte

// Verdict is a judgement on a finding, made by reading the source.
type Verdict struct {
	Of      string `json:"of"`      // the name of a module or a program
	Finding string `json:"finding"` // a finding's identity
	True    bool   `json:"true"`
	// Why gives the reason, with file and line in the source.
	Why string `json:"why"`
}

// Verdicts are all judgements, by name and identity.
type Verdicts map[[2]string]Verdict

// Judged is a group of findings with the same identity, in all traces of a subject.
type Judged struct {
	Identity string   `json:"identity"`
	Severity string   `json:"severity"`
	Count    int      `json:"count"`
	Text     string   `json:"text"`              // of the first of them
	Verdict  *Verdict `json:"verdict,omitempty"` // nil if there is none yet
}

// loadVerdicts reads the verdicts.
func loadVerdicts(text []byte) (Verdicts, error) {
	var list []Verdict
	if err := decodeStrictly(text, &list); err != nil {
		return nil, fmt.Errorf("verdicts.json: %w", err)
	}
	all := Verdicts{}
	for _, v := range list {
		key := [2]string{v.Of, v.Finding}
		_, twice := all[key]
		switch {
		case v.Finding == "" || strings.TrimSpace(v.Why) == "":
			return nil, fmt.Errorf("verdicts.json: %s: %q: no finding or no reason", v.Of, v.Finding)
		case twice:
			return nil, fmt.Errorf("verdicts.json: %s: %q: two verdicts", v.Of, v.Finding)
		}
		all[key] = v
	}
	return all, nil
}

// judge gives each finding of a result its verdict, instead of any other.
func (all Verdicts) judge(r *Result) {
	for i := range r.Findings {
		r.Findings[i].Verdict = nil
		if v, ok := all[[2]string{r.Name, r.Findings[i].Identity}]; ok {
			r.Findings[i].Verdict = &v
		}
	}
}

// collect puts findings with the same identity together, in order of identity,
// and counts notes and costs, which accuse nothing.
func collect(found []Finding) (all []Judged, notes int) {
	at := map[string]int{}
	for _, f := range found {
		if f.Severity == note || f.Severity == cost {
			notes++
			continue
		}
		id := f.Identity
		if i, ok := at[id]; ok {
			all[i].Count++
			continue
		}
		at[id] = len(all)
		all = append(all, Judged{Identity: id, Severity: f.Severity, Count: 1, Text: f.Text})
	}
	slices.SortFunc(all, func(a, b Judged) int { return strings.Compare(a.Identity, b.Identity) })
	return all, notes
}

// word returns the verdict in a word: true, false or NEW.
func (j *Judged) word() string {
	switch {
	case j.Verdict == nil:
		return "NEW"
	case j.Verdict.True:
		return "true"
	}
	return "false"
}

// decodeStrictly reads JSON that ends with its value and has no unknown fields.
func decodeStrictly(text []byte, to any) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(to); err != nil {
		return err
	}
	if _, err := d.Token(); err != io.EOF {
		return errors.New("more after the end")
	}
	return nil
}
