package definition

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"

	"tiv/internal/xmltext"
)

var update = flag.Bool("update", false, "write golden files")

// golden compares a text with a file.
func golden(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s has\n%s\nnot\n%s", file, want, got)
	}
}

// The paper's figure is read as printed.
func TestFigure2(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("testdata/figure2.xml")
	if err != nil {
		t.Fatal(err)
	}
	l, err := Read("figure2.xml", strings.NewReader(string(text)))
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, d := range l {
		fmt.Fprintf(&b, "%d %q %s: %s\n", d.Line, d.Name, d.Type, d)
	}
	golden(t, "testdata/figure2.txt", b.String())
}

// read reads one element.
func read(t *testing.T, attributes string) Definition {
	t.Helper()
	l, err := Read("x.xml", strings.NewReader("<EVENTS><EVENT "+attributes+"/></EVENTS>"))
	if err != nil || len(l) != 1 {
		t.Fatalf("%s: %d definitions, %v", attributes, len(l), err)
	}
	return l[0]
}

func TestReadAttributes(t *testing.T) {
	t.Parallel()
	got := read(t, `METHOD="a*" CLASS=' b.C ' SIGN="(int,
		char)" SOURCE="x/*.c" OBJECTS="p.I  p.J" NAME="A  &quot;name&quot;" TYPE="T" NO_OBJECTS="true" ALLOW_REUSE="false" MARK_OBJECT="true"
		CLASSES="a b" CONTINUE="f* g" AUTO="false" ARGUMENT="first"`)
	want := Definition{Method: "a*", Class: "b.C", sign: "(int, char)", Source: "x/*.c", Objects: []string{"p.I", "p.J"}, Name: `A "name"`, Type: "T",
		NoObjects: true, MarkObject: true, Classes: []string{"a", "b"}, Continue: []string{"f*", "g"}, NoAuto: true, Argument: true,
		File: "x.xml", Line: 1}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
	got = read(t, `METHOD="run" NO_OBJECTS="false" ALLOW_REUSE="true" MARK_OBJECT="false" AUTO="true"`)
	want = Definition{Method: "run", Name: "run", Type: DefaultType, AllowReuse: true, File: "x.xml", Line: 1}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
}

func TestReadErrors(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("a", mostValue+1)
	for _, c := range []struct{ text, want string }{
		{"", "x:1:1: there is no element EVENTS"},
		{"\n <!-- nothing -->\n", "x:1:1: there is no element EVENTS"},
		{"<EVENT METHOD='a'/>", "x:1:1: the outermost element is EVENT, not EVENTS"},
		{"<EVENTS/>\n<EVENTS/>", "x:2:1: a second element EVENTS, or something else behind the end of the first"},
		{"<EVENTS>\n  <EVENTS/>\n</EVENTS>",
			"x:2:3: unknown element EVENTS: there are only EVENT elements, in one EVENTS element, and nothing in them"},
		{"<EVENTS><EVENT METHOD='a'><b><c/></b></EVENT></EVENTS>",
			"x:1:27: unknown element b: there are only EVENT elements, in one EVENTS element, and nothing in them"},
		{"<EVENTS A='b'/>", "x:1:9: EVENTS has no attributes, but there is A"},
		{"<EVENTS>text</EVENTS>", "x:1:9: text between elements: everything is in attributes"},
		{"<EVENTS>\n\t&#65;</EVENTS>", "x:2:2: text between elements: everything is in attributes"},
		{"<EVENTS>\n<EVENT METHOD='a' METOD='b'/></EVENTS>", "x:2:19: unknown attribute METOD; perhaps METHOD"},
		{"<EVENTS>\n<EVENT METHOD='a'\n  color='b'/></EVENTS>",
			"x:3:3: unknown attribute color; there are ALLOW_REUSE, ARGUMENT, AUTO, CLASS, CLASSES, CONTINUE, MARK_OBJECT, " +
				"METHOD, NAME, NO_OBJECTS, OBJECTS, SIGN, SOURCE, TYPE"},
		{"<EVENTS><EVENT METHOD='a' method='b'/></EVENTS>", "x:1:27: unknown attribute method; perhaps METHOD"},
		{"<EVENTS><EVENT x:METHOD='a'/></EVENTS>", "x:1:16: unknown attribute x:METHOD; perhaps METHOD"},
		{"<EVENTS><EVENT METHOD='ä' METHOD='b'/></EVENTS>", "x:1:27: METHOD is there twice"},
		{"<EVENTS><EVENT METHOD='a>/=\"' METHOD='b'/></EVENTS>", "x:1:31: METHOD is there twice"},
		{"<EVENTS>\n<EVENT NAME='a'/></EVENTS>", `x:2:1: EVENT has no METHOD; METHOD="*" is any`},
		{"<EVENTS><EVENT METHOD=''/></EVENTS>", `x:1:9: EVENT has no METHOD; METHOD="*" is any`},
		{"<EVENTS><EVENT METHOD='a' AUTO='no'/></EVENTS>", `x:1:27: AUTO="no" is neither "true" nor "false"`},
		{"<EVENTS><EVENT METHOD='a' NO_OBJECTS='TRUE'/></EVENTS>", `x:1:27: NO_OBJECTS="TRUE" is neither "true" nor "false"`},
		{"<EVENTS><EVENT METHOD='a' ARGUMENT='second'/></EVENTS>", `x:1:27: ARGUMENT="second" is neither left out nor "first"`},
		{"<EVENTS><EVENT METHOD='a' CLASSES=' '/></EVENTS>", `x:1:27: CLASSES="" is empty: leave it out`},
		{"<EVENTS><EVENT METHOD='a' OBJECTS='a,b'/></EVENTS>", `x:1:27: OBJECTS="a,b" has a comma: words are separated by spaces`},
		{"<EVENTS><EVENT METHOD='a' CLASSES='a a::B&lt;int, long>'/></EVENTS>",
			`x:1:27: CLASSES="a a::B<int, long>" has a space within brackets: there, write none`},
		{"<EVENTS><EVENT METHOD='a' TYPE='A B'/></EVENTS>", `x:1:27: TYPE="A B" has a space or a comma: lists of types could not have it`},
		{"<EVENTS><EVENT METHOD='a' CONTINUE='" + strings.Repeat("a ", mostWords+1) + "'/></EVENTS>",
			`x:1:27: CONTINUE="` + strings.Repeat("a ", 40) + `…" has too many words`},
		{"<EVENTS><EVENT METHOD='net/http.(*conn).serve'/></EVENTS>",
			`x:1:16: METHOD="net/http.(*conn).serve" has a class: write CLASS="net/http.(*conn)" METHOD="serve"`},
		{"<EVENTS><EVENT METHOD='f(int)'/></EVENTS>", `x:1:16: METHOD="f(int)" has a signature: write METHOD="f" SIGN="(int)"`},
		{"<EVENTS><EVENT METHOD='" + long + "'/></EVENTS>", "x:1:16: METHOD is longer than 8 kB"},
		{"<!DOCTYPE EVENTS [<!ENTITY a 'b'>]>\n<EVENTS/>",
			"x:1:1: <!DOCTYPE is refused: a file of definitions has no document type and no entities"},
		{"<EVENTS>\n <EVENT METHOD='&lol;'/></EVENTS>",
			"x:2:22: the entity &lol; is refused: only &lt; &gt; &amp; &quot; &apos; and numbers are known"},
		{"<EVENTS>\n<EVENT METHOD=a/></EVENTS>", "x:2:16: unquoted or missing attribute value in element"},
		{"<EVENTS>\n<EVENT METHOD='a'>\n", "x:3:1: unexpected EOF"},
		{"<EVENTS></EVENT>", "x:1:17: element <EVENTS> closed by </EVENT>"},
		{"<?xml version='1.0' encoding='latin1'?><EVENTS/>", `x:1:40: the encoding is "latin1"; only UTF-8 can be read`},
		{"<EVENTS>\xff</EVENTS>", "x:1:10: invalid UTF-8"},
		{strings.Repeat(" ", MostBytes+1), "x:1:1: the file is larger than 4 MB"},
	} {
		_, err := Read("x", strings.NewReader(c.text))
		if err == nil || err.Error() != c.want {
			t.Errorf("%s\ngot  %v\nwant %s", xmltext.Shorten(c.text), err, c.want)
		}
	}
	failure := errors.New("disk")
	if _, err := Read("x", iotest.ErrReader(failure)); !errors.Is(err, failure) {
		t.Errorf("a reader that fails: %v", err)
	}
}

// All errors are found, and definitions without one are returned.
func TestReadAllErrors(t *testing.T) {
	t.Parallel()
	text := "\ufeff<EVENTS>\n<EVENT METHOD='a' B='c' D='e'/>\n<EVENT METHOD='b'/>\n<X><Y/></X>\n<EVENT METHOD='c'/></EVENTS>"
	l, err := Read("x", strings.NewReader(text))
	if len(l) != 2 || l[0].Method != "b" || l[1].Method != "c" || l[1].Line != 5 {
		t.Errorf("read %v", l)
	}
	if n := strings.Count(err.Error(), "\n") + 1; n != 3 {
		t.Errorf("%d errors, not 3: %v", n, err)
	}
	var first *Error
	if !errors.As(err, &first) || first.Line != 2 || first.Column != 19 {
		t.Errorf("the first error is %+v", first)
	}
	_, err = Read("x", strings.NewReader("<EVENTS>"+strings.Repeat("<a/>\n", 1000)+"</EVENTS>"))
	if lines := strings.Split(err.Error(), "\n"); len(lines) != mostErrors+1 || !strings.Contains(lines[mostErrors], "too many errors") {
		t.Errorf("%d errors: %v", len(lines), err)
	}
	l, err = Read("x", strings.NewReader("<EVENTS>"+strings.Repeat("<EVENT METHOD='a'/>", mostDefinitions+2)+"</EVENTS>"))
	if len(l) != mostDefinitions || err == nil || !strings.HasSuffix(err.Error(), "there are more than 10000 definitions") {
		t.Errorf("%d definitions, %v", len(l), err)
	}
}

func FuzzRead(f *testing.F) {
	figure, err := os.ReadFile("testdata/figure2.xml")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(string(figure), "java.awt.Component.dispatchEvent(Ljava/awt/AWTEvent;)V")
	f.Add(builtInText, "net/http.serverHandler.ServeHTTP")
	f.Add(`<EVENTS><EVENT METHOD="m*&lt;int>" CLASS="(*)" SIGN="(*" OBJECTS="a&lt;b> c" CONTINUE="a::f(int)* *"/></EVENTS>`,
		"void a::(anonymous namespace)::f<int>(int)::g() const")
	f.Add("<!DOCTYPE a [<!ENTITY a 'a'>]><EVENTS>&a;</EVENTS>", "<T as U>::m")
	f.Add("<EVENTS><EVENT A='1' A='2'\n B=\"'\"></EVENT></EVENTS>", "operator<<")
	f.Fuzz(func(t *testing.T, text, name string) {
		l, err := Read("x", strings.NewReader(text))
		if err != nil && strings.Count(err.Error(), "\n") > 100 && len(text) < 1000 {
			t.Errorf("%d lines of errors", strings.Count(err.Error(), "\n"))
		}
		for _, d := range l {
			if d.Method == "" || d.Name == "" || d.Type == "" || d.Line < 1 || d.Line > strings.Count(text, "\n")+1 {
				t.Errorf("%+v", d)
			}
		}
		f, above := Function{name, []string{name}}, func(string) []string { return []string{name} }
		m := l.Match([]Function{f}, above)
		if want := slowMatch(l, f, above); m.Of(0) != want {
			t.Errorf("%q: definition %d, want %d", name, m.Of(0), want)
		}
		for i := range l {
			m.Continues(i, 0)
			MatchesClass(l[i].Classes, name)
		}
		m.Unmatched()
	})
}
