package record

import (
	"archive/zip"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// proxy writes a module proxy with version v1.2.3 of a module.
func proxy(t *testing.T, path string, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	at := filepath.Join(dir, path, "@v")
	if err := os.MkdirAll(at, 0o777); err != nil {
		t.Fatal(err)
	}
	zipped, err := os.Create(filepath.Join(at, "v1.2.3.zip"))
	if err != nil {
		t.Fatal(err)
	}
	w := zip.NewWriter(zipped)
	for name, text := range files {
		f, err := w.Create(path + "@v1.2.3/" + name)
		if err != nil {
			t.Fatal(err)
		}
		f.Write([]byte(text))
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	zipped.Close()
	for name, text := range map[string]string{"list": "v1.2.3\n", "v1.2.3.mod": files["go.mod"], "v1.2.3.info": `{"Version":"v1.2.3"}`} {
		if err := os.WriteFile(filepath.Join(at, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestPackageAtVersion(t *testing.T) {
	at := proxy(t, "example.com/tool", map[string]string{
		"go.mod": "module example.com/tool\n\ngo 1.26.0\n",
		"cmd/say/main.go": "package main\n\nimport (\n\t_ \"embed\"\n\t\"os\"\n\n\t\"example.com/tool/part\"\n)\n\n" +
			"//go:embed word.txt\nvar word string\n\nfunc main() { print(word, part.Word, os.Args[1]) }\n",
		"cmd/say/word.txt": "embedded ",
		"part/part.go":     "package part\n\nconst Word = \"of a module \"\n",
	})
	env := append(plainEnv(), "GOPROXY=file://"+at, "GOSUMDB=off", "GOMODCACHE="+t.TempDir(), "GOFLAGS=-modcacherw")
	for _, version := range []string{"@v1.2.3", "@latest"} {
		// The module around it has nothing to say.
		dir := module(t, map[string]string{"go.mod": "module example.com/broken\n\nrequire example.com/nothing v1.0.0\n"})
		r := recordWith(t, Options{Command: words("go run example.com/tool/cmd/say" + version + " argument"), Env: env, Dir: dir})
		if r.ExitCode != 0 || r.stderr != "embedded of a module argument" || len(r.Notes) != 0 {
			t.Fatalf("exit code %d, notes %q, said %q", r.ExitCode, r.Notes, r.stderr)
		}
		if got := read(t, r.path); got.err != nil || got.span == 0 {
			t.Errorf("trace of %v ends with %v", got.span, got.err)
		}
	}
	_, err := Run(t.Context(), Options{Command: words("go run example.com/tool/cmd/other@v1.2.3"),
		Out: filepath.Join(t.TempDir(), "x"), Env: env})
	if err == nil || !strings.Contains(err.Error(), "example.com/tool/cmd/other") {
		t.Errorf("%v, want an error that names the package", err)
	}
}
