package ci

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"net/url"
	"strings"

	"tiv/report"
)

// The parts of SARIF 2.1.0 (OASIS, Static Analysis Results Interchange Format) that are
// written.
type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool struct {
			Driver sarifDriver `json:"driver"`
		} `json:"tool"`
		Results []sarifResult `json:"results"`
	}
	sarifDriver struct {
		Name    string      `json:"name"`
		Version string      `json:"version,omitempty"`
		Rules   []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID    string       `json:"id"`
		Short sarifMessage `json:"shortDescription"`
	}
	sarifMessage struct {
		Text string `json:"text"`
	}
	sarifResult struct {
		Rule         string             `json:"ruleId"`
		Level        string             `json:"level"`
		Message      sarifMessage       `json:"message"`
		Locations    []sarifLocation    `json:"locations,omitempty"`
		Related      []sarifLocation    `json:"relatedLocations,omitempty"`
		Fingerprints map[string]string  `json:"partialFingerprints"`
		Baseline     string             `json:"baselineState,omitempty"`
		Suppressions []sarifSuppression `json:"suppressions,omitempty"`
	}
	sarifLocation struct {
		Physical sarifPhysical   `json:"physicalLocation"`
		Message  *sarifMessage   `json:"message,omitempty"`
		Logical  []sarifFunction `json:"logicalLocations,omitempty"`
	}
	sarifPhysical struct {
		Artifact struct {
			URI string `json:"uri"`
		} `json:"artifactLocation"`
		Region *sarifRegion `json:"region,omitempty"`
	}
	sarifRegion struct {
		StartLine int `json:"startLine"`
	}
	sarifFunction struct {
		Name string `json:"fullyQualifiedName"`
		Kind string `json:"kind"`
	}
	sarifSuppression struct {
		Kind          string `json:"kind"`
		Justification string `json:"justification"`
	}
)

// Kind is a kind of finding and its explanation in one line.
type Kind struct{ Name, Help string }

// budgetRule is the rule of results about a budget.
const budgetRule = "budget"

// WriteSARIF writes a log with a result for each finding and each exceeded limit.
// compared says that findings were compared with those of an earlier check.
func WriteSARIF(w io.Writer, doc *report.Findings, all []Kind, compared bool) error {
	run := sarifRun{Results: []sarifResult{}}
	run.Tool.Driver.Name = "tiv"
	for _, k := range all {
		run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, sarifRule{k.Name, sarifMessage{k.Help}})
	}
	run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, sarifRule{budgetRule, sarifMessage{"a measure of the trace is over its limit"}})
	for i := range doc.Findings {
		run.Results = append(run.Results, resultOf(&doc.Findings[i], compared))
	}
	for _, x := range doc.Budget {
		run.Results = append(run.Results, sarifResult{Rule: budgetRule, Level: "error", Message: sarifMessage{x.String()},
			Fingerprints: map[string]string{fingerprint: hash(x.Limit)}})
	}
	return report.WriteJSON(w, sarifLog{"https://json.schemastore.org/sarif-2.1.0.json", "2.1.0", []sarifRun{run}})
}

// fingerprint is the name of the fingerprints of results.
const fingerprint = "tivIdentity/v2"

func hash(s string) string {
	sum := sha256.Sum256([]byte(s))
	return hex.EncodeToString(sum[:16])
}

func resultOf(f *report.Finding, compared bool) sarifResult {
	level := "note"
	if accuses(f) { // SARIF has the same words
		level = f.Severity
	}
	r := sarifResult{Rule: f.Kind, Level: level, Message: sarifMessage{f.Text},
		Fingerprints: map[string]string{fingerprint: hash(f.Identity)}}
	switch {
	case compared && f.Known:
		r.Baseline = "unchanged"
	case compared:
		r.Baseline = "new"
	}
	if f.Ignored != "" {
		r.Suppressions = []sarifSuppression{{"external", f.Ignored}}
	}
	first := place(f)
	if first != nil {
		r.Locations = []sarifLocation{locationOf(first)}
	}
	for i := range f.Sites {
		if s := &f.Sites[i]; s != first && s.File != "" {
			r.Related = append(r.Related, locationOf(s))
		}
	}
	return r
}

func locationOf(s *report.Site) (l sarifLocation) {
	path := local(s.File)
	uri := url.URL{Path: path}
	if strings.HasPrefix(path, "/") {
		uri.Scheme = "file"
	}
	l.Physical.Artifact.URI = uri.String()
	if s.Line > 0 {
		l.Physical.Region = &sarifRegion{s.Line}
	}
	l.Message = &sarifMessage{fmt.Sprintf("%s %s here", s.Thread.Name, s.Role)}
	l.Logical = []sarifFunction{{s.Function, "function"}}
	return l
}

// sites lists the places of a finding.
func sites(f *report.Finding) string {
	var b strings.Builder
	for i := range f.Sites {
		s := &f.Sites[i]
		fmt.Fprintf(&b, "%s %s in %s", s.Thread.Name, s.Role, s.Function)
		if s.File != "" {
			fmt.Fprintf(&b, " at %s:%d", s.File, s.Line)
		}
		b.WriteByte('\n')
	}
	return b.String()
}
