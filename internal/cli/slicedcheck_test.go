package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestSlicedCheck checks a trace by slices, and within bases.
func TestSlicedCheck(t *testing.T) {
	t.Parallel()
	file, trace := filepath.Join(t.TempDir(), "slices.json"), "../../testdata/deadlock.tiv"
	const text = `{"tiv_slices": 1, "slices": [{"name": "start", "of": "threads", "to": "35ms"},
		{"name": "C", "of": "threads", "where": "id == \"C\""}, {"name": "D", "of": "threads", "where": "id == \"D\""}]}`
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct {
		args []string
		exit int
		has  []string
		not  string
	}{
		{nil, exitFindings, []string{"in slices: start 10 ms\n", "in slices: C 170 ms\n", "deadlock", "stuck"}, "outside"},
		{[]string{"--base", "C"}, exitFindings,
			[]string{"stuck", "in slices: C 170 ms\n", "\n1 finding outside of the base \"C\"\n"}, "\ndeadlock"},
		{[]string{"--base", "C", "--fail-on", "deadlock"}, exitOK, []string{"stuck"}, ""},
		{[]string{"--base", "D"}, exitOK, []string{`No deadlock, no stuck thread in "D". No thread waited for a lock in "D".`,
			"2 findings outside"}, "\nstuck"},
		{[]string{"--base", "D", "--budget", "blocking<1%,longest-wait<1ms"}, exitOK, nil, "budget"},
		{[]string{"--base", "C", "--budget", "blocking<1%,longest-wait<1ms"}, exitFindings,
			[]string{"over the budget blocking<1%: 81.0 %", "longest-wait<1ms: 170 ms, of C"}, ""},
		{[]string{"--base", "C", "--json"}, exitFindings,
			[]string{`"slices":[{"name":"C","ns":170000000}]`, `"outside_base":1`}, `"kind":"deadlock"`},
		{[]string{"--base", "D", "--format", "json"}, exitOK, []string{`"findings":[]`, `"outside_base":2`}, ""},
	} {
		r := tiv(t, append([]string{"check", trace, "--slices", file}, x.args...)...)
		if r.exit != x.exit || r.errors != "" || x.not != "" && strings.Contains("\n"+r.out, x.not) {
			t.Errorf("%v: exit %d, %s\n%s", x.args, r.exit, r.errors, r.out)
		}
		for _, has := range x.has {
			if !strings.Contains(r.out, has) {
				t.Errorf("%v: no %q in\n%s", x.args, has, r.out)
			}
		}
	}
	for _, args := range [][]string{{"--base", "C"}, {"--slices", file, "--base", "c2"}} {
		if r := tiv(t, append([]string{"check", trace}, args...)...); r.exit != exitTrouble {
			t.Errorf("%v: %+v", args, r)
		}
	}
}
