package cli

import (
	"bytes"
	"compress/gzip"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Files that begin like those that commands write.
const (
	oldBin    = "\x89TIV\r\n\x1a\nold"
	oldText   = "tiv-text 1\n# old"
	oldPNG    = "\x89PNG\r\n\x1a\nold"
	oldDiff   = "Changes from a to b, old"
	oldReport = "<!DOCTYPE html>\n<html lang=\"en\">\n<meta name=\"generator\" content=\"TIV 1\"/>\nold"
)

// savedWorkspace is a workspace of any trace.
const savedWorkspace = `{"format":"tiv-workspace","version":1,"trace":{"name":"a.tiv"},"view":{"kind":"timeline","moment_ns":100000000,` +
	`"step_ns":1000000,"steps":100,"history":10,"zoom":1}}`

// writer is a command that writes a file: its words but for -o, the files in its
// folder that it reads, and what one of its own kind looks like.
type writer struct {
	words   []string
	sources []string
	own     string
}

// target is the name of a file that the writer may write.
func (w *writer) target() string {
	if w.own == oldPNG {
		return "target.png"
	}
	return "target"
}

// Every command with -o is among the writers, or has a test of its own.
func TestWritersAreTested(t *testing.T) {
	tested := map[string]bool{"record": true, "attach": true, "listen": true} // TestRecordTarget, TestAttach, TestListenTarget
	for _, w := range writers {
		tested[w.words[0]] = true
	}
	for _, cmd := range new(environment).root().Commands() {
		if writes := cmd.Flags().Lookup("output") != nil; writes != tested[cmd.Name()] {
			t.Errorf("tiv %s: has -o: %v, its targets are tested: %v", cmd.Name(), writes, tested[cmd.Name()])
		}
	}
}

var writers = map[string]writer{
	"convert":         {[]string{"convert", "a.tiv"}, []string{"a.tiv"}, oldBin},
	"convert to text": {[]string{"convert", "a.tiv", "--format", "text"}, []string{"a.tiv"}, oldText},
	"convert a bin":   {[]string{"convert", "a.bin"}, []string{"a.bin"}, oldBin},
	"merge":           {[]string{"merge", "a.tiv", "a.bin", "--offset", "a.bin=1ms"}, []string{"a.tiv", "a.bin"}, oldBin},
	"generate":        {[]string{"generate", "pool", "--events", "500"}, nil, oldBin},
	"generate text":   {[]string{"generate", "pool", "--events", "500", "--format", "text"}, nil, oldText},
	"snapshot":        {[]string{"snapshot", "a.tiv", "--size", "64x64"}, []string{"a.tiv"}, oldPNG},
	"snapshot, animated": {[]string{"snapshot", "a.tiv", "--size", "64x64", "--animate", "..", "--seconds", "0.2"},
		[]string{"a.tiv"}, oldPNG},
	"snapshot, picture": {[]string{"snapshot", "a.png"}, []string{"a.png", "a.tiv"}, oldPNG},
	"snapshot, saved": {[]string{"snapshot", "a.tiv", "--size", "64x64", "--workspace", "a.tiv.workspace.json"},
		[]string{"a.tiv", "a.tiv.workspace.json"}, oldPNG},
	"diff":           {[]string{"diff", "a.tiv", "a.bin"}, []string{"a.tiv", "a.bin"}, oldDiff},
	"diff, markdown": {[]string{"diff", "a.tiv", "a.bin", "--format", "markdown"}, []string{"a.tiv", "a.bin"}, "<!-- tiv diff -->\nold"},
	"diff, JSON": {[]string{"diff", "--base", "a.tiv", "--head", "a.bin", "--json"}, []string{"a.tiv", "a.bin"},
		`{"format":"tiv-diff","old":1}`},
	"flame": {[]string{"flame", "a.tiv", "--format", "svg"}, []string{"a.tiv"},
		"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!-- flame graph by TIV -->"},
	"flame, pprof": {[]string{"flame", "a.tiv", "--format", "pprof"}, []string{"a.tiv"}, "\x1f\x8b\x08\x00\x00\x00\x00\x00old"},
	"flame, slices": {[]string{"flame", "a.tiv", "--format", "svg", "--slices", "a.slices", "--base", "x"},
		[]string{"a.tiv", "a.slices"}, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!-- flame graph by TIV -->"},
	"divide":          {[]string{"divide", "a.tiv", "--of", "spans"}, []string{"a.tiv"}, "{\n  \"tiv_slices\": 1,\n  \"slices\": []\n}\n"},
	"report":          {[]string{"report", "a.tiv", "--no-pictures"}, []string{"a.tiv", "a.tiv.workspace.json"}, oldReport},
	"report, picture": {[]string{"report", "a.png", "--no-pictures"}, []string{"a.png", "a.tiv"}, oldReport},
	"report, saved":   {[]string{"report", "a.tiv", "--no-pictures", "--workspace", "a.json"}, []string{"a.tiv", "a.json"}, oldReport},
}

// writerFiles makes a folder with the files that writers read, and goes there.
func writerFiles(t *testing.T) {
	t.Helper()
	trace := read(t, fixture("deadlock"))
	t.Chdir(t.TempDir())
	if err := os.WriteFile("a.tiv", trace, 0o644); err != nil {
		t.Fatal(err)
	}
	for _, words := range [][]string{
		{"convert", "a.tiv", "-o", "a.bin"}, {"snapshot", "a.tiv", "-o", "a.png", "--size", "64x64"},
	} {
		if r := tiv(t, words...); r.exit != exitOK {
			t.Fatalf("%v: %q", words, r.errors)
		}
	}
	if err := os.WriteFile("a.slices", []byte(`{"tiv_slices":1,"slices":[{"name":"x","of":"threads"}]}`), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"a.json", "a.tiv.workspace.json"} {
		if err := os.WriteFile(name, []byte(savedWorkspace), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// No command writes over a file that it reads, under whatever name.
func TestSourcesStay(t *testing.T) {
	writerFiles(t)
	for name, w := range writers {
		for _, source := range w.sources {
			before := string(read(t, source))
			for _, to := range spellings(t, source) {
				for _, force := range []string{"--force", "--force=false"} {
					r := tiv(t, append(w.words, "-o", to, force)...)
					want := "tiv: " + w.words[0] + ": " + to + ": is the "
					if r.exit != exitTrouble || r.out != "" || !strings.HasPrefix(r.errors, want) ||
						!strings.HasSuffix(r.errors, "that is read; choose another name\n") {
						t.Errorf("%s to %s, %s: exit code %d, %q", name, to, force, r.exit, r.errors)
					}
					if string(read(t, source)) != before {
						t.Fatalf("%s has written over %s as %s", name, source, to)
					}
				}
			}
		}
	}
}

// A trace that a list names is a file that is read, however the list is written or comes in.
func TestPartsStay(t *testing.T) {
	writerFiles(t)
	list := "tiv-join 1\na.bin\na.tiv offset=1ms\n"
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	if _, err := z.Write([]byte(list)); err != nil || z.Close() != nil {
		t.Fatal(err)
	}
	before := string(read(t, "a.bin"))
	for name, text := range map[string]string{"plain.join": list, "marked.join": "\xef\xbb\xbf" + list, "packed.join": packed.String()} {
		mustWrite(t, name, text)
		for _, words := range [][]string{{"convert", name}, {"flame", name, "--format", "folded", "--force"}} {
			r := tiv(t, append(words, "-o", "a.bin")...)
			want := "tiv: " + words[0] + ": a.bin: is the trace that is read; choose another name\n"
			if r.exit != exitTrouble || r.out != "" || !strings.HasSuffix(r.errors, want) || string(read(t, "a.bin")) != before {
				t.Fatalf("%s: %v: exit code %d, %q", name, words, r.exit, r.errors)
			}
		}
	}
}

// spellings returns names of a file.
func spellings(t *testing.T, path string) []string {
	t.Helper()
	abs, err := filepath.Abs(path)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	link, hard, far := filepath.Join(dir, "link"), filepath.Join(dir, "hard"), filepath.Join(dir, "far")
	for _, err := range []error{os.Symlink(abs, link), os.Link(abs, hard), os.Symlink("link", far)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	return []string{path, "./" + path, "../" + filepath.Base(filepath.Dir(abs)) + "/" + path, abs, link, hard, far}
}

// A file of another kind is replaced with --force only, one of the same kind and
// an empty one always.
func TestForeignFilesStay(t *testing.T) {
	writerFiles(t)
	foreign := map[string]string{"Go": "package main\n", "trace.bin": oldBin, "text trace": oldText, "PNG": oldPNG, "report": oldReport,
		"page": "<!DOCTYPE html>\n<title>mine</title>", "one byte": "\n", "Go trace": "go 1.26 trace\x00\x00\x00"}
	for name, w := range writers {
		for what, text := range foreign {
			if text == w.own {
				continue
			}
			to := w.target()
			mustWrite(t, to, text)
			r := tiv(t, append(w.words, "-o", to)...)
			if want := "tiv: " + w.words[0] + ": " + to + ": exists and is not "; r.exit != exitTrouble ||
				!strings.HasPrefix(r.errors, want) ||
				!strings.Contains(r.errors, "--force") || string(read(t, to)) != text {
				t.Errorf("%s over a file with %s: exit code %d, %q, it has %.20q", name, what, r.exit, r.errors, read(t, to))
			}
		}
		for _, x := range []struct{ text, force string }{{w.own, "--force=false"}, {"", "--force=false"}, {"package main\n", "--force"}} {
			mustWrite(t, w.target(), x.text)
			r := tiv(t, append(w.words, "-o", w.target(), x.force)...)
			if got := string(read(t, w.target())); r.exit != exitOK || got == w.own || !strings.HasPrefix(got, w.own[:8]) {
				t.Errorf("%s over %.20q, %s: exit code %d, %q", name, x.text, x.force, r.exit, r.errors)
			}
		}
	}
}

func mustWrite(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// A recording replaces traces only, a named one only with --force, and never the source of the program.
func TestRecordTarget(t *testing.T) {
	t.Chdir(t.TempDir())
	mustWrite(t, "main.go", "package main\nfunc main() {}\n")
	mustWrite(t, "notes", "mine")
	mustWrite(t, "last.tiv", "tiv-text 1\n0s A start\n")
	if r := tiv(t, "record", "--no-open", "-o", "last.tiv", "--", "go", "run", "main.go"); r.exit != exitTrouble ||
		r.errors != "tiv: record: last.tiv exists; name another file, or replace it with --force\n" {
		t.Errorf("over a trace: exit code %d, %q", r.exit, r.errors)
	}
	for to, want := range map[string]string{"main.go": "is the source that is read", "./main.go": "is the source that is read",
		"notes": "is not a trace", "none/x.bin": "no such directory"} {
		for _, force := range []string{"--force", "--force=false"} {
			if force == "--force" && to == "notes" {
				continue // it would be replaced
			}
			r := tiv(t, "record", "--no-open", "-o", to, force, "--", "go", "run", "main.go")
			if r.exit != exitTrouble || !strings.HasPrefix(r.errors, "tiv: record: "+to+": ") || !strings.Contains(r.errors, want) {
				t.Errorf("%s, %s: exit code %d, %q", to, force, r.exit, r.errors)
			}
		}
	}
	if string(read(t, "notes")) != "mine" || !strings.HasPrefix(string(read(t, "main.go")), "package main") {
		t.Error("a file was replaced")
	}
}
