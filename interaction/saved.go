package interaction

import (
	"encoding/json"
	"errors"
	"fmt"

	"tiv/timeline"
	"tiv/tracefeed"
)

// reportVersion is the version of saved reports and of the rules that produce them.
// Reports of another version are not used.
const reportVersion = 2

type savedReport struct {
	Version  int
	Findings []Finding
}

// AppendReport appends a report in the form stored beside its timeline.
func AppendReport(out []byte, r Report) []byte {
	data, err := json.Marshal(savedReport{reportVersion, r.Findings})
	if err != nil {
		panic(err) // every Report can be encoded
	}
	return append(out, data...)
}

// ParseReport reads a report stored beside tl. It returns an error for another
// version, and for a report with threads, monitors or times that tl does not have.
func ParseReport(in []byte, tl *timeline.Timeline) (Report, error) {
	var s savedReport
	if err := json.Unmarshal(in, &s); err != nil {
		return Report{}, fmt.Errorf("saved findings: %w", err)
	}
	if s.Version != reportVersion {
		return Report{}, fmt.Errorf("saved findings: version %d, not %d", s.Version, reportVersion)
	}
	for i := range s.Findings {
		if !s.Findings[i].fits(tl) {
			return Report{}, errors.New("saved findings: they are of another trace")
		}
	}
	return Report{Findings: s.Findings}, nil
}

// fits reports whether the timeline has everything that the finding refers to.
func (f *Finding) fits(tl *timeline.Timeline) bool {
	for _, t := range f.Threads {
		if t <= tracefeed.NoThread || int(t) >= len(tl.Threads) {
			return false
		}
	}
	for _, m := range f.Monitors {
		if m < tracefeed.NoMonitor || int(m) >= len(tl.Monitors) {
			return false
		}
	}
	for _, s := range f.Sites {
		if s.Thread < tracefeed.NoThread || int(s.Thread) >= len(tl.Threads) || s.By < tracefeed.NoThread || int(s.By) >= len(tl.Threads) {
			return false
		}
	}
	return len(f.Threads) > 0 && 0 <= f.Start && f.Start <= f.End && f.End <= tl.End && f.Severity <= Error && f.Evidence <= Statistical
}
