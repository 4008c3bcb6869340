package report

import (
	"fmt"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"tiv/scene/view"
)

func TestNotes(t *testing.T) {
	t.Parallel()
	tl := load(t, story)
	got := Notes(tl, namesOf(tl), "story.tiv", []view.Note{
		{Text: "Alpha does not let go.\n\n  why *not*?", Moment: 45 * ms, Thread: b, Blocker: a},
		{Text: "quiet", Moment: 45*ms + 1},
		{Text: "", Moment: 41 * ms, Thread: a},
		{Text: "late", Moment: 7000 * ms, Thread: c},
		{Text: "whoever", Moment: 25 * ms, Thread: 99, Blocker: -3},
	})
	want := "## Notes on `story.tiv`\n" +
		"\n1. **at 45ms** `B` and its wait for `Alpha` (`A`): blocking at lock M, 25 ms so far, 40 ms in total, " +
		"waits for `Alpha` (`A`) (observed)\n" +
		"\n   > Alpha does not let go.\n   >\n   >   why *not*?\n" +
		"\n2. **at 45000001ns**\n\n   > quiet\n" +
		"\n3. **at 41ms** `Alpha` (`A`): suspended (sleep), 1 ms so far, 10 ms in total\n" +
		"\n4. **at 7s** `C`: after the end of the trace\n\n   > late\n" +
		"\n5. **at 25ms**\n\n   > whoever\n"
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got := Notes(tl, namesOf(tl), "x", nil); got != "## Notes on `x`\n" {
		t.Errorf("no notes are %q", got)
	}
}

// Waits without a known blocker, and with more blockers than a note names.
func TestNotesOnWaits(t *testing.T) {
	t.Parallel()
	var many strings.Builder
	many.WriteString("tiv-text 1\n")
	for i := range 8 {
		fmt.Fprintf(&many, "0s R%d start\n0s R%d monitor-enter M mode=shared\n", i, i)
	}
	many.WriteString("1ms W start\n2ms W monitor-wait M\n3ms N start\n4ms N monitor-wait Nobodys\n9ms W ready\n")
	tl := load(t, many.String())
	got := Notes(tl, namesOf(tl), "x", []view.Note{{Moment: 5 * ms, Thread: 9}, {Moment: 5 * ms, Thread: 10}})
	for _, want := range []string{"waits for `R0`, `R1`, `R2`, `R3`, `R4` and 3 more (observed)",
		"blocking at lock Nobodys, 1 ms so far", "holder unknown"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not in\n%s", want, got)
		}
	}
}

// Names and texts from outside cannot break out of their place.
func TestHostileNotes(t *testing.T) {
	t.Parallel()
	tl := load(t, "tiv-text 1\n0s A`` start name=<b>``x\n0s B start\n1s A`` monitor-enter *M*_|\n2s B monitor-wait *M*_|\n3s B ready\n")
	got := Notes(tl, namesOf(tl), "a\n# b",
		[]view.Note{{Text: "\x1b[31m\x00red\xff\r\n\r\n# no heading\r> x", Moment: 2500 * ms, Thread: 2},
			{Text: strings.Repeat("long ", 5000), Moment: 2500 * ms, Thread: 1}})
	if !utf8.ValidString(got) {
		t.Error("it is no text")
	}
	for i, line := range strings.Split(got, "\n") {
		if strings.ContainsFunc(line, unicode.IsControl) {
			t.Errorf("line %d has what cannot be seen: %q", i, line)
		}
		if line != "" && i > 0 && !strings.HasPrefix(line, "   >") && !strings.HasPrefix(line, "1. **") &&
			!strings.HasPrefix(line, "2. **") {
			t.Errorf("line %d is %q", i, line)
		}
	}
	for _, want := range []string{"## Notes on `a # b`", "blocking at lock \\*M\\*\\_\\|", "``` <b>``x ```", "   > # no heading"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not in\n%s", want, got)
		}
	}
}
