package interpreter

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"
)

// acme is a file with every key.
const acme = `{"interpreters": [
	{"name": "acme", "command": ["./acme", "-x"],
	 "when": [{"file": "*.acme", "hex": "41 43"}, {"text": "ACME", "pattern": "^A.*E"}, {"chunk": "acme"}],
	 "quiet_s": 0.5, "total_s": 60, "memory_mib": 100, "output_mib": 2}
]}`

func TestRead(t *testing.T) {
	t.Parallel()
	list, err := Read(strings.NewReader(acme))
	if err != nil || len(list) != 1 {
		t.Fatal(list, err)
	}
	d := list[0]
	want := Limits{500 * time.Millisecond, time.Minute, 100 << 20, 2 << 20}
	if d.Name != "acme" || !reflect.DeepEqual(d.Command, []string{"./acme", "-x"}) || d.Limits != want {
		t.Errorf("%+v", d)
	}
	var conditions []string
	for i := range d.When {
		conditions = append(conditions, d.When[i].String())
	}
	if got := strings.Join(conditions, "; "); got != `file "*.acme", text "AC"; text "ACME", pattern "^A.*E"; chunk "acme"` {
		t.Error(got)
	}
	list, err = Read(strings.NewReader(`{"interpreters": [{"name": "a", "command": ["b"], "when": [{"file": "*"}]}]}`))
	if err != nil || list[0].Limits != defaults {
		t.Errorf("%+v, %v, want the default limits", list, err)
	}
}

// Each fault of a file is an error that names its place.
func TestReadErrors(t *testing.T) {
	t.Parallel()
	one := func(rest string) string { return `{"interpreters": [{"name": "a", "command": ["b"], ` + rest + `}]}` }
	when := func(c string) string { return one(`"when": [` + c + `]`) }
	for text, want := range map[string]string{
		"":                                  "line 1: it is empty",
		"{\n\"x\": 1}":                      `line 2: unknown field "x"`,
		"{\n\n]":                            "line 3: ",
		"{}{}":                              "something follows",
		"{\"interpreters\": 1}":             "line 1: \"interpreters\" is a number",
		one(`"when": []`):                   `interpreter 1 ("a"): it has no "when"`,
		when(`{}`):                          "condition 1: it is empty",
		when(`{"file": "["}`):               `file "["`,
		when(`{"hex": "4"}`):                `hex "4"`,
		when(`{"text": "a", "hex": "61"}`):  "given twice",
		when(`{"chunk": "a", "file": "b"}`): "no other condition",
		when(`{"pattern": "("}`):            "missing closing )",
		when(`{"text": "` + strings.Repeat("x", 65) + `"}`):                       "only the first 64 bytes",
		when(`{"file": "*"}], "quiet_s": 0, "x": [`):                              "unknown field",
		one(`"when": [{"file": "*"}], "quiet_s": 0`):                              "its quiet_s must be",
		one(`"when": [{"file": "*"}], "memory_mib": 1e300`):                       "its memory_mib must be",
		`{"interpreters": [{"name": "a"}]}`:                                       `it has no "command"`,
		`{"interpreters": [{"name": "a", "command": ["b\u0000"], "when": [{}]}]}`: "zero byte",
		`{"interpreters": [{"name": "a\n"}]}`:                                     "its name must have",
		strings.Repeat(" ", maxFile+1):                                            "longer than",
	} {
		if _, err := Read(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.80s: %v, want %q", text, err, want)
		}
	}
	twice := `{"name": "a", "command": ["b"], "when": [{"file": "*"}]}`
	if _, err := Read(strings.NewReader(`{"interpreters": [` + twice + "," + twice + "]}")); err == nil ||
		!strings.Contains(err.Error(), "interpreter 2") {
		t.Error(err)
	}
}

// FuzzRead reads any bytes as a file of interpreters. What is accepted is within all limits.
func FuzzRead(f *testing.F) {
	f.Add([]byte(acme), []byte("ACME"))
	f.Add([]byte(`{"interpreters": [{"name": "a", "command": ["b"], "when": [{"pattern": "(a*)*$"}]}]}`), []byte("aaaa"))
	f.Fuzz(func(t *testing.T, data, start []byte) {
		list, err := Read(strings.NewReader(string(data)))
		if err != nil && len(list) > 0 {
			t.Fatal("both definitions and an error")
		}
		for _, d := range list {
			l := d.Limits
			if d.Name == "" || len(d.Command) == 0 || len(d.When) == 0 || l.Quiet <= 0 || l.Total <= 0 || l.Memory <= 0 || l.Output <= 0 ||
				l.Quiet > most.Quiet || l.Total > most.Total || l.Memory > most.Memory || l.Output > most.Output {
				t.Fatalf("%+v", d)
			}
			for i := range d.When {
				if d.When[i].String() == "" {
					t.Fatalf("%+v has no text", d.When[i])
				}
			}
		}
		Choose([]File{{Definitions: list}}, "a/b.acme.gz", start)
	})
}

// A condition is true if all its parts are; a trusted file precedes others.
func TestChoose(t *testing.T) {
	t.Parallel()
	read := func(when string) []Definition {
		list, err := Read(strings.NewReader(`{"interpreters": [{"name": "a", "command": ["b"], "when": [` + when + `]}]}`))
		if err != nil {
			t.Fatal(err)
		}
		return list
	}
	for _, x := range []struct {
		when, trace, start string
		want               bool
	}{
		{`{"file": "*.log"}`, "/x/y.log", "", true},
		{`{"file": "*.log"}`, "/x.log/y", "", false},
		{`{"file": "*.log"}`, "y.log.gz", "", true},
		{`{"file": "*.log"}`, "http://x/y.log?z=1", "", true},
		{`{"text": "abc"}`, "y", "abcd", true},
		{`{"text": "abc"}`, "y", "ab", false},
		{`{"text": "abc", "file": "x"}`, "y", "abcd", false},
		{`{"text": "abc", "file": "y"}`, "y", "abcd", true},
		{`{"hex": "00ff"}`, "y", "\x00\xff", true},
		{`{"pattern": "b$"}`, "y", strings.Repeat("a", 63) + "bc", true},
		{`{"pattern": "c"}`, "y", strings.Repeat("a", 64) + "c", false},
		{`{"text": "x"}, {"file": "y"}`, "y", "", true},
		{`{"chunk": "y"}`, "y", "y", false},
	} {
		files := []File{{Path: "untrusted", Definitions: read(x.when)}, {Path: "own", Trusted: true, Definitions: read(x.when)}}
		c, ok := Choose(files, x.trace, []byte(x.start))
		if ok != x.want || ok && c.File.Path != "own" {
			t.Errorf("%+v: %v, %+v", x, ok, c)
		}
		if c, ok := Choose(files[:1], x.trace, []byte(x.start)); ok != x.want || ok && c.untrusted() == nil {
			t.Errorf("%+v, untrusted: %v, %+v", x, ok, c)
		}
	}
}

// A path of any characters is one word of the command that trusts it.
func TestTrustCommand(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]string{"/a/b.json": "/a/b.json", "/a b": "'/a b'", "/a'; rm": `'/a'\''; rm'`} {
		if got := TrustCommand(path); got != fmt.Sprint("tiv interpreters --trust ", want) {
			t.Error(got)
		}
	}
}
