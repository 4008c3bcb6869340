package interaction

import (
	"encoding/json"
	"fmt"
	"slices"

	"tiv/timeline"
	"tiv/tracefeed"
)

// reportVersion is the version of what is saved of a report, and of the rules
// that it was made by. What another version made is not used.
const reportVersion = 1

// savedReport is a report as it is saved with a timeline: threads and monitors
// by their numbers in its tables.
type savedReport struct {
	Version  int            `json:"version"`
	GaveUp   tracefeed.Time `json:"gave_up_ns"`
	Findings []savedFinding `json:"findings"`
}

// savedFinding is a Finding.
type savedFinding struct {
	Kind     string                `json:"kind"`
	Severity Severity              `json:"severity"`
	Start    tracefeed.Time        `json:"start_ns"`
	End      tracefeed.Time        `json:"end_ns"`
	Threads  []tracefeed.ThreadID  `json:"threads"`
	Monitors []tracefeed.MonitorID `json:"monitors"`
	Evidence Evidence              `json:"evidence"`
	Text     string                `json:"text"`
}

// AppendReport appends a report in a form that ParseReport reads.
func AppendReport(out []byte, r Report) []byte {
	s := savedReport{Version: reportVersion, GaveUp: r.GaveUp}
	for _, f := range r.Findings {
		s.Findings = append(s.Findings, savedFinding(f))
	}
	data, err := json.Marshal(s)
	if err != nil {
		panic(err) // there is nothing in it that JSON has not
	}
	return append(out, data...)
}

// ParseReport reads what AppendReport wrote about tl. An error says that it is
// of another version, or damaged: then Find makes it anew.
func ParseReport(data []byte, tl *timeline.Timeline) (Report, error) {
	var s savedReport
	if err := json.Unmarshal(data, &s); err != nil {
		return Report{}, fmt.Errorf("the findings are damaged: %w", err)
	}
	if s.Version != reportVersion {
		return Report{}, fmt.Errorf("the findings are of version %d, not %d", s.Version, reportVersion)
	}
	if s.GaveUp < -1 || s.GaveUp > tl.End {
		return Report{}, fmt.Errorf("the findings are damaged: none after %s", s.GaveUp.Exact())
	}
	r := Report{GaveUp: s.GaveUp}
	for i := range s.Findings {
		f := Finding(s.Findings[i])
		if !f.fits(tl) {
			return Report{}, fmt.Errorf("the findings are damaged: finding %d is not of this trace", i)
		}
		r.Findings = append(r.Findings, f)
	}
	return r, nil
}

// fits reports whether f can be a finding in tl.
func (f *Finding) fits(tl *timeline.Timeline) bool {
	return slices.Contains(FindingKinds(), f.Kind) && f.Severity <= Error && f.Evidence <= Observed &&
		0 <= f.Start && f.Start <= f.End && f.End <= tl.End &&
		len(f.Threads) > 0 && (f.Kind != Deadlock || len(f.Monitors) == len(f.Threads)) &&
		!slices.ContainsFunc(f.Threads, func(t tracefeed.ThreadID) bool { return t <= 0 || int(t) >= len(tl.Threads) }) &&
		!slices.ContainsFunc(f.Monitors, func(m tracefeed.MonitorID) bool { return m < 0 || int(m) >= len(tl.Monitors) })
}
