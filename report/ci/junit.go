package ci

import (
	"encoding/xml"
	"io"
	"slices"

	"tiv/report"
)

// The elements of a JUnit report, as far as servers for continuous integration read
// them.
type (
	junitSuites struct {
		XMLName xml.Name   `xml:"testsuites"`
		Suite   junitSuite `xml:"testsuite"`
	}
	junitSuite struct {
		Name     string      `xml:"name,attr"`
		Tests    int         `xml:"tests,attr"`
		Failures int         `xml:"failures,attr"`
		Skipped  int         `xml:"skipped,attr"`
		Cases    []junitCase `xml:"testcase"`
	}
	junitCase struct {
		Class   string        `xml:"classname,attr"`
		Name    string        `xml:"name,attr"`
		Failure *junitMessage `xml:"failure"`
		Skipped *junitMessage `xml:"skipped"`
		Output  string        `xml:"system-out,omitempty"`
	}
	junitMessage struct {
		Message string `xml:"message,attr"`
		Type    string `xml:"type,attr,omitempty"`
		Text    string `xml:",chardata"`
	}
)

// WriteJUnit writes a test suite of the name of the trace: a case for each finding, failed
// if it counts, skipped if it is ignored, and a passed one for each kind that was
// looked for and not found.
func WriteJUnit(w io.Writer, trace string, doc *report.Findings, kinds, all []string) error {
	s := junitSuite{Name: "tiv check " + trace}
	for i := range doc.Findings {
		f := &doc.Findings[i]
		c := junitCase{Class: "tiv." + f.Kind, Name: f.Identity}
		switch {
		case f.Ignored != "":
			c.Skipped = &junitMessage{Message: f.Ignored}
			s.Skipped++
		case Counts(f, kinds):
			c.Failure = &junitMessage{Message: f.Text, Type: f.Kind, Text: f.Text + "\n" + sites(f)}
			s.Failures++
		default:
			c.Output = f.Text
		}
		s.Cases = append(s.Cases, c)
	}
	for _, kind := range all {
		if !slices.ContainsFunc(doc.Findings, func(f report.Finding) bool { return f.Kind == kind }) {
			s.Cases = append(s.Cases, junitCase{Class: "tiv." + kind, Name: kind})
		}
	}
	for _, x := range doc.Budget {
		s.Cases = append(s.Cases, junitCase{Class: "tiv.budget", Name: x.Limit,
			Failure: &junitMessage{Message: x.String(), Type: "budget"}})
		s.Failures++
	}
	s.Tests = len(s.Cases)
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	enc := xml.NewEncoder(w)
	enc.Indent("", " ")
	if err := enc.Encode(junitSuites{Suite: s}); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}
