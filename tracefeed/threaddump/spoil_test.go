package threaddump

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"
)

// spoiler changes a dump as its ways to a reader do.
type spoiler struct {
	*rand.Rand
	log []string // what it has done
}

// pick returns one of the choices, with its description.
func (s *spoiler) pick(of ...string) string {
	c := of[s.IntN(len(of))]
	s.log = append(s.log, fmt.Sprintf("%q", c))
	return c
}

// prefix returns the prefix of a log for line i: numbers in it change.
func (s *spoiler) prefix() func(i int) string {
	form := s.pick("", "", "> ", ">> ", " ", "    ", "[12:21:%02d ERROR]: ", "2026-05-28T12:21:57.%06dZ ",
		"2026-05-28T12:21:57+0000 host-%d app[123]: ",
		"[pod/web-5c7d9/web] ", "I0528 12:21:57.%06d       1 dump.go:20] ", "web-1  | ", "\x1b[36mweb-1  |\x1b[0m ",
		"%d:21:57  ", "[%5d.678901] ",
		"2026-05-28 12:21:57,%03d INFO  [http-nio-8080-exec-12] c.e.Dump:35 - ", "<14>May 28 12:21:57 höst app[%d]: ")
	if !strings.Contains(form, "%") {
		return func(int) string { return form }
	}
	return func(i int) string { return fmt.Sprintf(form, 10+i) }
}

// indent changes the indentation of lines.
func (s *spoiler) indent(lines []string) {
	with := s.pick("\t", "\t", "    ", "        ", "  ", "\u00a0\u00a0", "")
	for i, l := range lines {
		if text := strings.TrimLeft(l, " \t"); text != l {
			lines[i] = with + text
		}
	}
}

// wrap breaks lines at a width.
func (s *spoiler) wrap(lines []string, least int) (out []string) {
	if s.IntN(3) > 0 {
		return lines
	}
	width := max(70, least) + s.IntN(50)
	s.log = append(s.log, fmt.Sprint("width ", width))
	for _, l := range lines {
		for r := []rune(l); ; r = r[width:] {
			if len(r) <= width {
				out = append(out, string(r))
				break
			}
			out = append(out, string(r[:width]))
		}
	}
	return out
}

// interleave puts lines of a log between others, but not into one that is wrapped.
func (s *spoiler) interleave(lines []string) (out []string) {
	line := s.pick("", "", "12:21:57.304 INFO served in 3 ms", "GET /a/b.go:12 200 (3 ms)", "level=info msg=\"hello (world)\"",
		"[GC (Allocation Failure) 10K->2K(30K), 0.01 secs]")
	for _, l := range lines {
		if out = append(out, l); line != "" && s.IntN(4) == 0 {
			out = append(out, line)
		}
	}
	return out
}

// encode returns the text of the lines.
func (s *spoiler) encode(lines []string) string {
	end := s.pick("\n", "\n", "\r\n", "\r\r\n", "   \n", "\n\n")
	text := strings.Join(lines, end) + end
	switch s.pick("", "", "mark", "UTF-16", "html", "escaped") {
	case "mark":
		return "\ufeff" + text
	case "UTF-16":
		out := []byte{0xff, 0xfe}
		for _, u := range utf16.Encode([]rune(text)) {
			out = append(out, byte(u), byte(u>>8))
		}
		return string(out)
	case "html":
		return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&#34;").Replace(text)
	case "escaped":
		return fmt.Sprintf("{\"level\":\"error\",\"stacks\":%q}\n", text)
	}
	return text
}

// record makes each line the string of a record.
func (s *spoiler) record(lines []string) []string {
	form := s.pick(`{"level":"error","ts":17168.%d,"msg":%s}`, `{"log":%[2]s,"time":"12:21:%[1]dZ"}`,
		`time=12:21:%d level=error msg=%s pid=7`, "csv", `    %[2]s,`, `{"n":%d,"host":{"name":"web-1"},"message":%s,"tags":["a","b"]}`)
	for i, l := range lines {
		if quoted, err := json.Marshal(l); form == "csv" {
			lines[i] = fmt.Sprintf(`12:21:%d,"%s",web`, i, strings.ReplaceAll(l, `"`, `""`))
		} else if err == nil {
			lines[i] = fmt.Sprintf(form, 10+i, quoted)
		}
	}
	return lines
}

// spoil returns a dump as it may arrive.
func (s *spoiler) spoil(text string) string {
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	s.indent(lines)
	lines = s.interleave(lines)
	if s.IntN(3) == 0 {
		return strings.Join(s.record(lines), "\n") + "\n"
	}
	prefix := s.prefix()
	for i, l := range lines {
		lines[i] = prefix(i) + l
	}
	// A terminal does not count commands, and spaces at the start of a part are a prefix's.
	if first := prefix(0); !strings.Contains(first, "\x1b") && (first == "" || strings.TrimSpace(first) != "") {
		lines = s.wrap(lines, len(prefix(0))+40)
	}
	return s.encode(lines)
}

// However a dump arrives, it has the same threads, states, monitors and places.
func TestSpoiled(t *testing.T) {
	t.Parallel()
	texts := map[string]string{"python-pyspy.txt": sample(t, "python-pyspy.txt"), "go-asleep.txt": sample(t, "go-asleep.txt")}
	for _, name := range []string{"go-debug2.txt", "go-sigquit.txt", "java-locks.txt", "java-log.txt",
		"forms/java-no-number.txt", "forms/java-visualvm.txt", "forms/java-dump-to-file.txt"} {
		texts[name] = sample(t, name)
	}
	names := []string{}
	for name := range texts {
		names = append(names, name)
	}
	slices.Sort(names)
	want := map[string][]string{}
	for name, text := range texts {
		want[name] = words(t, text)
	}
	for seed := range uint64(300) {
		s := &spoiler{Rand: rand.New(rand.NewPCG(seed, 1))}
		name := names[s.IntN(len(names))]
		spoiled := s.spoil(texts[name])
		got, err := wordsOf(t, spoiled)
		if want := want[name]; err != nil || !slices.Equal(got, want) {
			t.Errorf("%s, seed %d, %v: %d threads, want %d (%v)", name, seed, s.log, len(got), len(want), err)
			for _, w := range want {
				if !slices.Contains(got, w) {
					t.Logf("no thread is %q", w)
					break
				}
			}
			for _, g := range got {
				if !slices.Contains(want, g) {
					t.Logf("a thread is %q", g)
					break
				}
			}
		}
	}
}
