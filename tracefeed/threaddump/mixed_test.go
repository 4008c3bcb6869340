package threaddump

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// mix returns the lines of texts in an order in which those of each text keep theirs.
func mix(r *rand.Rand, prefix func(i, line int) string, texts ...string) string {
	var left [][]string
	for _, t := range texts {
		left = append(left, strings.Split(strings.TrimSuffix(t, "\n"), "\n"))
	}
	var b strings.Builder
	for n := 0; slices.ContainsFunc(left, func(l []string) bool { return len(l) > 0 }); {
		i := r.IntN(len(left))
		for k := r.IntN(5); k > 0 && len(left[i]) > 0; k-- {
			b.WriteString(prefix(i, n) + left[i][0] + "\n")
			left[i], n = left[i][1:], n+1
		}
	}
	return b.String()
}

// Of two programs in one log one is read as if it were alone, and the threads of the other are
// counted.
func TestMixedPrograms(t *testing.T) {
	t.Parallel()
	names := []string{"go-debug2.txt", "go-sigquit.txt", "java-locks.txt", "python-fault.txt", "python-pyspy.txt"}
	for seed := range uint64(25) {
		r := rand.New(rand.NewPCG(seed, 2))
		a, b := names[r.IntN(len(names))], names[r.IntN(len(names))]
		form := []string{"%[1]s  | ", "12:21:%02[2]d %[1]s: ", "[pod/%[1]s/app] 2026-05-28T12:21:57.%06[2]dZ ",
			"2026-05-28T12:21:57.%[2]dZ %[1]s stderr F "}[r.IntN(4)]
		text := mix(r, func(i, line int) string { return fmt.Sprintf(form, []string{"web-1", "web-2"}[i], 10+line%50) },
			sample(t, a), sample(t, b))
		got, err := wordsOf(t, text)
		if err != nil || !slices.Equal(got, words(t, sample(t, a))) && !slices.Equal(got, words(t, sample(t, b))) {
			t.Errorf("seed %d, %s and %s after %q: %v\n%s", seed, a, b, form, err, strings.Join(got, "\n"))
		}
		if s, _, _ := read(t, text); s.Header().Recorder.Unread.Count == 0 {
			t.Errorf("seed %d, %s and %s after %q: the other program is not counted", seed, a, b, form)
		}
	}
}

// Lines cut to a width, and lines that say that others are missing, cost threads, which are counted.
func TestShortenedLines(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"go-debug2.txt", "java-locks.txt", "python-fault.txt", "forms/java-visualvm.txt"} {
		lines := strings.Split(sample(t, name), "\n")
		for _, width := range []int{30, 50, 70} {
			cut, any := slices.Clone(lines), false
			for i, l := range cut {
				if r := []rune(l); len(r) > width && !strings.HasPrefix(l, "\"") && l[0] != 'g' && l[0] != 'T' {
					cut[i], any = string(r[:width])+[]string{"…", "..."}[i%2], true
				}
			}
			if any && counted(t, strings.Join(cut, "\n")) == 0 {
				t.Errorf("%s cut to %d columns: nothing is lost", name, width)
			}
		}
		for _, gap := range []string{"[... 312 lines truncated ...]", "<snip>", "...", "(12 more lines omitted)",
			"--- output was truncated ---"} {
			at := len(lines) / 2
			if text := strings.Join(slices.Concat(lines[:at], []string{gap}, lines[at+3:]), "\n"); counted(t, text) == 0 &&
				!(gap == "..." && name == "python-fault.txt") {
				t.Errorf("%s with %q: nothing is lost", name, gap)
			}
		}
	}
}

// counted returns the number of threads of a text that are not read, 1 if none is.
func counted(t *testing.T, text string) (n int) {
	t.Helper()
	s, events, err := read(t, text)
	if len(events) == 0 && err != nil {
		return 1
	}
	return int(s.Header().Recorder.Unread.Count)
}

// A text about dumps is none, and does not change one.
func TestMentions(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"When it hangs you will see goroutine 1 [running]: in the log, which says that the\nprogram runs. See " +
			"goroutine 5 [select]:\nfor more.\n",
		"# Thread 0x00007f00 (most recent call first):\nimport re\n\ndef f(x):\n    return g(x)\n",
		"\tfmt.Println(\"goroutine 1 [running]:\")\n\tif s == \"fatal error: all goroutines are asleep - deadlock!\" {\n",
		"The line `Found one Java-level deadlock:` announces one.\nNothing more.\n",
		"INFO detector: Found one Java-level deadlock check took 3 ms\n",
		"Found 0 Java-level deadlocks:\n=======\n",
	} {
		if list, err := wordsOf(t, text); err == nil || len(list) > 0 {
			t.Errorf("%q is a dump: %v, %v", text, list, err)
		}
	}
	dump := sample(t, "go-debug2.txt")
	want := words(t, dump)
	for _, before := range []string{
		"The page says \"fatal error: all goroutines are asleep - deadlock!\" is rare. Our case:\n",
		"// fatal error: all goroutines are asleep - deadlock!\n// would be fine.\n\n",
	} {
		if got := words(t, before+dump); !slices.Equal(got, want) {
			t.Errorf("after %q: %q", before, got)
		}
	}
	if got, err := wordsOf(t, dump+"\n/cc @somebody"); err != nil || !slices.Equal(got, want) {
		t.Errorf("before other text: %v, %q", err, got)
	}
}

// The string of a record with a dump is the longest; a record can be in a record.
func TestRecords(t *testing.T) {
	t.Parallel()
	text := sample(t, "java-locks.txt")
	want := words(t, text)
	nested := ""
	for l := range strings.Lines(text) {
		nested += fmt.Sprintf("{\"log\":%q,\"stream\":\"stderr\"}\n",
			fmt.Sprintf("{\"level\":\"error\",\"msg\":%q}\n", strings.TrimSuffix(l, "\n")))
	}
	for _, record := range []string{
		fmt.Sprintf("{\"msg\":\"goroutine 1 [running]: seen\",\"stack\":%q}\n", text),
		fmt.Sprintf("{\"msg\":\"goroutine 1 [running]: seen\"}\n{\"msg\":\"hung\",\"stack\":%q}\n", text),
		nested,
	} {
		if got, err := wordsOf(t, record); err != nil || !slices.Equal(got, want) {
			t.Errorf("%.60s: %v, %q", record, err, got)
		}
	}
}

// A cell of a CSV file has a whole dump, with each quotation mark twice.
func TestCell(t *testing.T) {
	t.Parallel()
	text := sample(t, "python-fault.txt")
	cell := "time,message\n2026-05-28,\"" + strings.ReplaceAll(text, `"`, `""`) + "\"\n"
	if got, want := words(t, cell), words(t, text); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// Marks of XML and web pages, and returns alone, are no part of a text.
func TestMarks(t *testing.T) {
	t.Parallel()
	escape := strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace
	for _, name := range []string{"go-debug2.txt", "java-locks.txt", "python-fault.txt"} {
		text := sample(t, name)
		for form, marked := range map[string]string{
			"CDATA":  "<system-out><![CDATA[" + text + "]]></system-out>\n",
			"pre":    "<html><body><pre>" + escape(text) + "</pre></body></html>\n",
			"br":     "<div>" + strings.ReplaceAll(escape(text), "\n", "<br/>\n") + "</div>\n",
			"return": strings.ReplaceAll(text, "\n", "\r"),
		} {
			if got, err := wordsOf(t, marked); err != nil || !slices.Equal(got, words(t, text)) {
				t.Errorf("%s, %s: %v, %q", name, form, err, got)
			}
		}
	}
}

// A value of a variable is no thread.
func TestValues(t *testing.T) {
	t.Parallel()
	got := words(t, "Process 4: python3\nThread 4 (active): \"MainThread\"\n    f (job.py:40)\n        Arguments:\n  "+
		"          q: \"Thread 9 (idle): \"x\"\"\n    <module> (job.py:50)\n")
	if len(got) != 1 {
		t.Errorf("got %q", got)
	}
}

// A deadlock whose owner the Java machine does not know is one.
func TestUnknownOwner(t *testing.T) {
	t.Parallel()
	got := words(t, "Found one Java-level deadlock:\n=====================\n\"main\":\n  waiting to lock monitor "+
		"0x7f (object 0xc0, a java.lang.Object),\n  which is held by UNKNOWN_owner_addr=0x7f\n")
	if len(got) != 2 || !strings.Contains(got[0], "announced in line 1") {
		t.Errorf("got %q", got)
	}
}
