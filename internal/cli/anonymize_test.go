package cli

import (
	"bytes"
	"compress/zlib"
	"encoding/base64"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"tiv/report/shot"
)

// secretTrace is a trace in which every name has the word sesame.
const secretTrace = `tiv-text 1
frame f1 sesame.work /home/sesame/sesame.go:42
stack s1 f1
0s    sesA start name=sesame%20A
0s    sesameB start name=sesame.run%20B
0s    sesameC start name=sesame-7
5ms   sesameC call-enter sesame.call
5ms   sesameC task-start sesame-task object=7
6ms   sesameC region-start sesame%20region object=7
7ms   -  counter sesame%20bytes value=4096
10ms  sesA monitor-enter sesameM
15ms  sesameB monitor-enter sesame.N
20ms  sesA monitor-wait sesame.N stack=s1
30ms  sesameB monitor-wait sesameM stack=s1
40ms  sesameC monitor-wait sesameM stack=s1
90ms  sesameD start name=sesame.go%20D
99ms  sesameD end
`

const secretWorkspace = `{"format":"tiv-workspace","version":1,"trace":{"name":"sesame"},"view":{"kind":"split","moment_ns":35000000,"step_ns":1000000,` +
	`"steps":100,"history":10,"zoom":1,"filter":"name contains \"sesame\"","clusters":[{"name":"sesame cluster","threads":["sesA","sesameB"]}],` +
	`"lock_names":{"sesameM":"sesame lock"},"panels":{"sesame":true},"bookmarks":{"1":{"kind":"timeline","moment_ns":1,"step_ns":1000000,"steps":9,"history":1,"zoom":1,"selected":"sesA"}},` +
	`"notes":[{"text":"sesame note","moment_ns":30000001,"thread":"sesameB"}]}}`

// secretAt returns the place of the word, in any case and in UTF-16; -1 if it is missing.
func secretAt(data []byte) (plain []byte, at int) {
	plain = bytes.ToLower(bytes.ReplaceAll(data, []byte{0}, nil))
	return plain, bytes.Index(plain, []byte("sesame"))
}

// inflated returns data with the compressed streams of a PDF in it.
func inflated(data []byte) []byte {
	all := bytes.Clone(data)
	for _, at := range regexp.MustCompile(`stream\n`).FindAllIndex(data, -1) {
		if z, err := zlib.NewReader(bytes.NewReader(data[at[1]:])); err == nil {
			plain, _ := io.ReadAll(z)
			all = append(all, plain...)
		}
	}
	return all
}

// keeps reports the secret in some data.
func keeps(t *testing.T, what string, data []byte) {
	t.Helper()
	for _, m := range regexp.MustCompile(`base64,([A-Za-z0-9+/=&#;]*)"`).FindAllSubmatch(data, -1) {
		png, err := base64.StdEncoding.DecodeString(strings.ReplaceAll(string(m[1]), "&#43;", "+"))
		if err != nil {
			t.Fatal(err)
		}
		keeps(t, what+", a picture", png)
		if e, err := shot.Decode(bytes.NewReader(png)); err == nil {
			t.Errorf("%s: a picture has the view %s", what, e.View)
		}
	}
	if plain, at := secretAt(inflated(data)); at >= 0 {
		t.Errorf("%s has %q", what, plain[max(0, at-60):min(len(plain), at+60)])
	}
}

// Nothing that is made with --anonymize has a name of the trace, of the user, or of the
// machine. Without it, all of them have some.
func TestAnonymize(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "sesame")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	file := func(name string) string { return filepath.Join(dir, name) }
	for name, data := range map[string]string{"sesame.tiv": secretTrace + "99ms sesameD sesame\n",
		"sesame.tiv.workspace.json": secretWorkspace} {
		if err := os.WriteFile(file(name), []byte(data), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	trace := file("sesame.tiv")
	if r := tiv(t, "convert", trace, "-o", file("sesame.bin")); r.exit != exitOK {
		t.Fatal(r.errors)
	}
	for _, x := range [][3]string{{"report", trace, "a.html"}, {"report", file("sesame.bin"), "a.pdf"}, {"report", trace, "a.md"},
		{"convert", trace, "b.tiv"}, {"convert", trace, "b.bin"}, {"convert", file("sesame.bin"), "b.tiv"},
		{"convert", file("sesame.bin"), "b.bin"}} {
		if r := tiv(t, x[0], x[1], "--anonymize", "-o", file(x[2])); r.exit != exitOK {
			t.Fatalf("%s: %s", x, r.errors)
		}
		keeps(t, filepath.Base(x[1])+" to "+x[2], read(t, file(x[2])))
	}
	pictures, _ := filepath.Glob(file("a-pictures/*"))
	for _, p := range pictures {
		keeps(t, p[len(dir):], read(t, p))
	}
	if len(pictures) < 3 {
		t.Errorf("pictures %q", pictures)
	}
	for _, words := range [][]string{{"convert", file("b.bin"), "-o", "-", "--format", "text"},
		{"check", file("b.bin"), "--json"}, {"info", file("b.bin")},
		{"dump", file("b.bin"), "calls"}, {"dump", file("b.bin"), "tasks"}, {"dump", file("b.bin"), "regions"},
		{"dump", file("b.bin"), "events"}} {
		r := tiv(t, words...)
		if r.exit == exitTrouble {
			t.Errorf("%q: %s", words, r.errors)
		}
		keeps(t, strings.Join(words[:1], " ")+" of b.bin", []byte(strings.ReplaceAll(r.out+r.errors, dir, "")))
	}
	r := tiv(t, "report", trace, "-o", file("open.pdf"), "--no-pictures")
	if _, at := secretAt(inflated(read(t, file("open.pdf")))); at < 0 {
		t.Errorf("exit code %d: the test does not find names in a PDF", r.exit)
	}
}

// An anonymous trace has the same findings at the same times, and the same tables.
func TestAnonymizeKeepsFigures(t *testing.T) {
	t.Parallel()
	bin := filepath.Join(t.TempDir(), "x.bin")
	for _, trace := range []string{"demo:server-40", "demo:deadlock", goTrace, fixture("readers")} {
		if r := tiv(t, "convert", trace, "-o", bin, "--anonymize", "--verify"); r.exit != exitOK {
			t.Fatalf("%s: %s", trace, r.errors)
		}
		numbers := regexp.MustCompile(`"(kind|severity|start_ns|end_ns|cost_ns|evidence|line)":[^,}\]]*`)
		want := numbers.FindAllString(tiv(t, "check", trace, "--json").out, -1)
		got := numbers.FindAllString(tiv(t, "check", bin, "--json").out, -1)
		if strings.Join(got, "\n") != strings.Join(want, "\n") {
			t.Errorf("%s: findings\n%q, want\n%q", trace, got, want)
		}
		if got, want := tiv(t, "info", bin).out, tiv(t, "info", trace).out; got != want {
			t.Errorf("%s: info\n%s, want\n%s", trace, got, want)
		}
	}
}
