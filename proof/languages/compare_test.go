package languages

import (
	"debug/elf"
	"slices"
	"strings"
	"testing"

	"tiv/interaction/detect"
	"tiv/internal/recorded"
	"tiv/tracefeed"
)

// tells records the program of a story and compares its trace with it. A busy machine can
// keep a program from its story, so it has three attempts; but an accusation that is not
// in the story is an error at once.
func (src *source) tells(t *testing.T, s story) {
	s.change(src)
	for range 3 {
		trace := src.record(t, s.program, s.hangs)
		p := picture{classes: s.classes}
		if program, err := elf.Open(src.command(s.program)[0]); err == nil {
			p.symbols, _ = program.Symbols()
			program.Close()
		}
		var err error
		if p.tl, p.report, err = recorded.Find(t.Context(), trace); err != nil {
			t.Fatal(err)
		}
		if err := recorded.CheckOwners(trace); err != nil {
			t.Error(err)
		}
		src.has.add(&p)
		if more, _ := differences(p.findings(), s.findings); slices.ContainsFunc(more, accuses) {
			t.Fatalf("found %s, want %s", strings.Join(more, " | "), strings.Join(s.findings, " | "))
		}
		complaints := s.compare(&p)
		if len(complaints) == 0 {
			return
		}
		t.Logf("%s", strings.Join(complaints, "\n"))
	}
	t.Error("not so in three recordings")
}

// accuses reports whether a finding is about a wait that never ends.
func accuses(finding string) bool {
	kind, _, _ := strings.Cut(finding, ":")
	return kind == detect.Deadlock || kind == detect.Stuck || kind == detect.Leak
}

// change makes the story that of a source.
func (s *story) change(src *source) {
	x, ok := s.except[src.name]
	if !ok {
		x = s.except[src.language]
	}
	if x.threads != nil {
		s.threads = x.threads
	}
	if x.holds != nil {
		s.holds = x.holds
	}
	if x.reason != "" {
		s.pairs, s.findings = x.pairs, x.findings
	}
	if len(s.findings) == 0 {
		s.places = nil
	}
}

// compare returns the differences of a picture to a story.
func (s *story) compare(p *picture) (complaints []string) {
	complain := func(what string, got, want []string) {
		if more, missing := differences(got, want); len(more)+len(missing) > 0 {
			complaints = append(complaints, what+": got "+strings.Join(got, " | ")+"\n    want "+strings.Join(want, " | "))
		}
	}
	if p.tl.Damage != nil && !s.hangs {
		complaints = append(complaints, "a program that ended has no whole trace: "+p.tl.Damage.Error())
	}
	complain("threads", p.threads(), s.threads)
	complain("findings", p.findings(), s.findings)
	if s.places != nil {
		complain("places", p.places(), s.places)
	}
	if s.pairs != nil {
		complain("pairs", p.pairs(), s.pairs)
	}
	if s.groups != nil {
		from := tracefeed.Time(0)
		if s.last > 0 {
			from = p.tl.End - s.last
		}
		complain("groups", p.groups(from), s.groups)
	}
	if _, missing := differences(p.signals(), s.signals); len(missing) > 0 {
		complaints = append(complaints, "no signals "+strings.Join(missing, " | "))
	}
	if s.cost != "" && p.cost() != s.cost {
		complaints = append(complaints, "most time is lost to lock "+p.cost()+", want "+s.cost)
	}
	if s.cost != "" {
		complain("holds", p.holds(), s.holds)
	}
	if s.check != nil {
		if err := s.check(p); err != nil {
			complaints = append(complaints, err.Error())
		}
	}
	return complaints
}

// differences returns the lines of a list that are not wanted, and those that are missing.
// A line that is wanted with a ? may be missing.
func differences(got, want []string) (more, missing []string) {
	for _, line := range got {
		if !slices.Contains(want, line) && !slices.Contains(want, "?"+line) {
			more = append(more, line)
		}
	}
	for _, line := range want {
		if line[0] != '?' && !slices.Contains(got, line) {
			missing = append(missing, line)
		}
	}
	return more, missing
}
