package xmltext

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"
)

func TestEscape(t *testing.T) {
	for _, s := range []string{"main.run", `a<b>&'"`, "é\n\t", "a\x00b\xff"} {
		var x struct {
			A string `xml:"a,attr"`
		}
		if err := xml.Unmarshal([]byte(`<x a="`+Escape(s)+`"/>`), &x); err != nil {
			t.Fatal(err)
		}
		if want := strings.ReplaceAll(strings.ToValidUTF8(s, "\ufffd"), "\x00", "\ufffd"); x.A != want {
			t.Errorf("%q is read back as %q", s, x.A)
		}
	}
}

func TestProblem(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"<a>", "unexpected EOF"},
		{"<a>&bomb;</a>", "the entity &bomb; is refused: only &lt; &gt; &amp; &quot; &apos; and numbers are known"},
		{`<?xml version="1.0" encoding="latin1"?><a/>`, `the encoding is "latin1"; only UTF-8 can be read`},
		{`<?xml version="2.0"?><a/>`, `unsupported version "2.0"; only version 1.0 is supported`},
		{"<a/>", ""},
	} {
		got := ""
		d := NewDecoder(strings.NewReader(c.text))
		for {
			if _, err := d.Token(); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				got = Problem(err)
				break
			}
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", c.text, got, c.want)
		}
	}
}

func TestShorten(t *testing.T) {
	if got := Shorten(strings.Repeat("a", 79) + "é"); got != strings.Repeat("a", 79)+"…" {
		t.Errorf("%q is cut within a letter", got)
	}
}
