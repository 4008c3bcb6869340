package detect

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"

	"tiv/timeline"
	"tiv/tracefeed"
)

// reportVersion is the version of saved reports and of the rules that produce them.
// Reports of another version are not used.
const reportVersion = 23

type savedReport struct {
	Version int
	Report
}

// AppendReport appends a report in the form stored beside its timeline.
func AppendReport(out []byte, r Report) []byte {
	data, err := json.Marshal(savedReport{reportVersion, r})
	if err != nil {
		panic(err) // every Report can be encoded
	}
	return append(out, data...)
}

// ParseReport reads a report stored beside tl. It returns an error for another
// version, for other thresholds than the changed ones, and for a report with threads,
// monitors or times that tl does not have.
func ParseReport(in []byte, tl *timeline.Timeline, changes Changes) (Report, error) {
	var s savedReport
	if err := json.Unmarshal(in, &s); err != nil {
		return Report{}, fmt.Errorf("saved findings: %w", err)
	}
	if s.Version != reportVersion {
		return Report{}, fmt.Errorf("saved findings: version %d, not %d", s.Version, reportVersion)
	}
	if !maps.Equal(s.Changes, changes) {
		return Report{}, errors.New("saved findings: of other thresholds")
	}
	for i := range s.Findings {
		if !s.Findings[i].fits(extent{tl}) {
			return Report{}, errors.New("saved findings: they are of another trace")
		}
	}
	if !s.Locks.Fits(len(tl.Monitors)) {
		return Report{}, errors.New("saved findings: their locks are of another trace")
	}
	if s.Loser < tracefeed.NoThread || int(s.Loser) >= len(tl.Threads) || s.Lost < 0 || s.Lost > s.Alive {
		return Report{}, errors.New("saved findings: their times are of another trace")
	}
	for _, p := range slices.Concat(s.Ownerless, s.Stateless) {
		if int(p) >= len(tl.Processes) {
			return Report{}, errors.New("saved findings: their processes are of another trace")
		}
	}
	report := s.Report
	report.End = tl.End
	report.Unchecked = max(s.Unchecked, 0)
	report.describe(report.wording(tl, nil))
	return report, nil
}

// form is the form of facts in a saved finding.
type form struct {
	// field is the field of the finding that has them; "" if they are fields beside its own.
	field string
	facts func() Facts
}

// forms has the facts of all findings, by reason.
var forms = map[string]form{
	"closed":        {"", func() Facts { return &Ring{} }},
	"releasable":    {"", func() Facts { return &Ring{Releasable: true} }},
	"reads":         {"", func() Facts { return &Ring{Reads: []bool{}} }},
	"may-open":      {"", func() Facts { return &Ring{MayOpen: true} }},
	"opened":        {"", func() Facts { return &Opened{} }},
	"endless":       {"", func() Facts { return &Endless{} }},
	"behind":        {"", func() Facts { return &Behind{} }},
	"abandoned":     {"", func() Facts { return &Abandoned{} }},
	"still":         {"", func() Facts { return &Still{} }},
	"enclosed":      {"", func() Facts { return &Standstill{} }},
	"overdue":       {"", func() Facts { return &Standstill{Overdue: true} }},
	"lasting":       {"", func() Facts { return &Lasting{} }},
	"piled-up":      {"", func() Facts { return &PiledUp{} }},
	"inverted":      {"", func() Facts { return &Inversion{} }},
	"contended":     {"Blame", func() Facts { return &Contended{} }},
	"chained":       {"Blame", func() Facts { return &Chained{} }},
	"held-idle":     {"Blame", func() Facts { return &HeldIdle{} }},
	"queued":        {"Blame", func() Facts { return &Queued{} }},
	"overtaken":     {"Starved", func() Facts { return &Starved{} }},
	"outrun":        {"Outran", func() Facts { return &Outran{} }},
	"woken-in-vain": {"Herd", func() Facts { return &Herd{} }},
	"crowded":       {"Crowd", func() Facts { return &Crowd{} }},
	"alone":         {"Serial", func() Facts { return &Serial{} }},
	"unequal":       {"Shares", func() Facts { return &Shares{} }},
	"collecting":    {"Collections", func() Facts { return &Collections{} }},
	"answered":      {"Answers", func() Facts { return &Answers{} }},
	"on-disk":       {"Disk", func() Facts { return &Disk{} }},
}

// common is the fields that all findings have, in a saved report.
type common Finding

// MarshalJSON returns the finding as an object with the fields that all findings have, the
// reason, and the facts.
func (f Finding) MarshalJSON() ([]byte, error) {
	reason := f.Facts.reason()
	object, err := json.Marshal(struct {
		common
		Reason string
	}{common(f), reason})
	if err != nil {
		return nil, err
	}
	facts, err := json.Marshal(f.Facts)
	if err != nil {
		return nil, err
	}
	switch field := forms[reason].field; {
	case field != "":
		object = fmt.Appendf(object[:len(object)-1], ",%q:%s}", field, facts)
	case len(facts) > len("{}"):
		object = append(append(object[:len(object)-1], ','), facts[1:]...)
	}
	return object, nil
}

// UnmarshalJSON reads a finding that MarshalJSON wrote. It returns an error for an unknown
// reason, and for facts that are missing.
func (f *Finding) UnmarshalJSON(data []byte) error {
	head := struct {
		*common
		Reason string
	}{common: (*common)(f)}
	if err := json.Unmarshal(data, &head); err != nil {
		return err
	}
	form, ok := forms[head.Reason]
	if !ok {
		return fmt.Errorf("a finding of the unknown reason %q", head.Reason)
	}
	f.Facts = form.facts()
	if form.field != "" {
		var fields map[string]json.RawMessage
		if err := json.Unmarshal(data, &fields); err != nil {
			return err
		}
		if data = fields[form.field]; data == nil {
			return fmt.Errorf("a finding of the reason %q without its facts", head.Reason)
		}
	}
	return json.Unmarshal(data, f.Facts)
}
