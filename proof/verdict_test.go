package main

import (
	"strings"
	"testing"
)

func TestVerdictsDecide(t *testing.T) {
	verdicts, err := loadVerdicts([]byte(`[
		{"of": "a", "finding": "stuck: waits p.f", "true": true, "why": "f.go:1 sends to a channel of which the receiver is gone"},
		{"of": "a", "finding": "stuck: waits p.g", "true": false, "why": "g.go:9 closes it"}]`))
	if err != nil {
		t.Fatal(err)
	}
	f := Finding{Kind: "leak", Severity: "error", Identity: "stuck: waits p.f"}
	g := Finding{Kind: "leak", Severity: "error", Identity: "stuck: waits p.g"}
	harmless := Finding{Kind: "pile-up", Severity: note}
	for _, c := range []struct {
		module string
		found  []Finding
		words  string
		notes  int
		bad    bool
	}{
		{"a", nil, "", 0, false},
		{"a", []Finding{f, f}, "true", 0, false},
		{"a", []Finding{harmless, f, harmless}, "true", 2, false},
		{"a", []Finding{g, f}, "true false", 0, true},
		{"b", []Finding{f}, "NEW", 0, true},
	} {
		r := Result{Name: c.module}
		r.Findings, r.Notes = collect(c.found)
		verdicts.judge(&r)
		var words []string
		for i := range r.Findings {
			words = append(words, r.Findings[i].word())
		}
		if got := strings.Join(words, " "); got != c.words || r.Notes != c.notes || r.Bad() != c.bad {
			t.Errorf("%s, %d findings: %q, %d notes, bad %v; want %q, %d, %v", c.module, len(c.found), got, r.Notes, r.Bad(),
				c.words, c.notes, c.bad)
		}
	}
}

func TestSameFindingsAreCounted(t *testing.T) {
	f := Finding{Kind: "stuck", Identity: "stuck: p.w *", Text: "p.w 1 waits since 2 s"}
	g := Finding{Kind: "stuck", Identity: "stuck: p.w *", Text: "p.w 2 waits since 3 s"}
	all, _ := collect([]Finding{f, g, {Kind: "deadlock", Identity: "deadlock: x", Text: "x"}})
	if len(all) != 2 || all[0].Count != 1 || all[1].Count != 2 || all[1].Text != f.Text {
		t.Errorf("got %+v", all)
	}
}

func TestOtherFailuresAreBad(t *testing.T) {
	for _, r := range []Result{{Failed: "no proxy"}, {Differ: []string{"p.TestX: bare pass, recorded fail"}}} {
		if !r.Bad() {
			t.Errorf("%+v is not bad", r)
		}
	}
	if r := (Result{Unsteady: []string{"p.TestX"}}); r.Bad() {
		t.Error("a difference that does not come back is bad")
	}
}

func TestVerdictsAreChecked(t *testing.T) {
	const good = `{"of": "a", "finding": "leak: x", "true": true, "why": "x.go:1"}`
	for text, want := range map[string]string{
		`[` + good + `,` + good + `]`:                           "two verdicts",
		`[` + strings.Replace(good, `"x.go:1"`, `" "`, 1) + `]`: "no reason",
		`[` + strings.Replace(good, "leak: x", "", 1) + `]`:     "no finding",
		`[` + good + `] []`:                                     "more after the end",
	} {
		if _, err := loadVerdicts([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}
