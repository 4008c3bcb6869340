package definition

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

var someWords = NewWords([]string{"net/http.(*conn).serve", "net/http.(*Server).Serve", "main.handle", "main.(*shop).pay",
	"main.(*shop).order",
	"ns::Store<int>::put(int)", "XNextEvent"}, []string{"main.item"}, List{{Type: "SHOP"}, {Type: "HTTP"}})

// At each place, marked by |, what can stand there is proposed.
func TestComplete(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"|":                      "<EVENTS>\n",
		"<EVENTS>\n|\n</EVENTS>": `<EVENT METHOD="`,
		"<EVENTS>\n<|":           `EVENT METHOD="`,
		"<EVENTS>\n<EV|":         `EVENT METHOD="`,
		"<EVENT |": `METHOD=" CLASS=" NAME=" TYPE=" SIGN=" SOURCE=" OBJECTS=" ` +
			`CLASSES=" CONTINUE=" AUTO=" ARGUMENT=" NO_OBJECTS=" ALLOW_REUSE=" MARK_OBJECT="`,
		`<EVENT METHOD="x" C| />`:               `CLASS=" CLASSES=" CONTINUE="`,
		`<EVENT cl| CLASS="a" />`:               `CLASSES="`,
		`<EVENT METHOD="|`:                      `Serve" XNextEvent" handle" order" pay" put" serve"`,
		`<EVENT METHOD="|" />`:                  `Serve XNextEvent handle order pay put serve`,
		`<EVENT METHOD="ser|`:                   `Serve" serve"`,
		`<EVENT METHOD="e| CLASS="*"`:           `Serve" order" serve" handle" XNextEvent"`,
		`<EVENT METHOD="|" CLASS="main.shop"/>`: `order pay`,
		`<EVENT CLASS="|" METHOD="*erve"/>`:     `net/http.(*Server) net/http.(*conn)`,
		`<EVENT METHOD="put" CLASS="sto|"/>`:    `ns::Store&lt;int&gt;`,
		`<EVENT CLASS="ns::Store&lt;i|"/>`:      `ns::Store&lt;int&gt;`,
		`<EVENT CLASSES="a ite|"`:               `main.item`,
		`<EVENT CONTINUE="main|"`:               `main.handle main.(*shop).pay main.(*shop).order`,
		`<EVENT TYPE="|"`:                       `HTTP SHOP`,
		`<EVENT AUTO="f|"`:                      `false`,
		`<EVENT ARGUMENT='|`:                    `first'`,
		`<EVENT SIGN="|"`:                       ``,
		`<EVENT METHOD="a"|`: ` CLASS="  NAME="  TYPE="  SIGN="  SOURCE="  OBJECTS=" ` +
			` CLASSES="  CONTINUE="  AUTO="  ARGUMENT="  NO_OBJECTS="  ALLOW_REUSE="  MARK_OBJECT="`,
		`<EVENT METHOD="handle|"`: ``,
		`<!-- <EVENT METHOD="|`:   ``,
		`<EVENT METHOD="a>b|`:     ``,
		`<EVENT METHOD="a" />|`:   `<EVENT METHOD="`,
		`<EVENT = "|`:             ``,
	} {
		at := strings.IndexByte(text, '|')
		from, list := someWords.Complete(text[:at]+text[at+1:], at)
		var got []string
		for _, c := range list {
			got = append(got, c.Text)
		}
		if strings.Join(got, " ") != want || from > at {
			t.Errorf("%s: %q from %d, want %q", text, got, from, want)
		}
	}
}

// Whatever the text, nothing is proposed outside of it, and what is proposed has the typed part.
func TestCompleteAny(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 2))
	pieces := []string{"<", ">", "<EVENTS>", "<EVENT ", "METHOD", "CLASS", "=", `"`, "'", "s",
		"main.", "/>", "<!--", "-->", " ", "\n", "é", "&lt;"}
	some := 0
	for range 20_000 {
		var b strings.Builder
		for range rng.IntN(12) {
			b.WriteString(pieces[rng.IntN(len(pieces))])
		}
		text := b.String()
		at := rng.IntN(len(text) + 1)
		from, list := someWords.Complete(text, at)
		if from < 0 || from > at {
			t.Fatalf("%q at %d: from %d", text, at, from)
		}
		for _, c := range list {
			if !strings.Contains(strings.ToLower(c.Text), strings.ToLower(text[from:at])) {
				t.Fatalf("%q at %d: %q", text, at, c.Text)
			}
			some++
		}
	}
	if some < 10_000 {
		t.Errorf("only %d proposals", some)
	}
}

// Each attribute that is read is proposed.
func TestAttributeHelp(t *testing.T) {
	t.Parallel()
	for _, a := range attributeHelp {
		if fields[a.Text] == nil || a.Help == "" {
			t.Errorf("%+v is no attribute with help", a)
		}
	}
	if len(attributeHelp) != len(fields) {
		t.Errorf("%d attributes of %d are proposed", len(attributeHelp), len(fields))
	}
}

// A definition of a call is put in front of the others, once.
func TestWithFirst(t *testing.T) {
	t.Parallel()
	d, _ := OfFunction("main.handle")
	const element = `<EVENT METHOD="handle" CLASS="main" NAME="handle" />`
	for text, want := range map[string]string{
		"":                              "<EVENTS>\n  " + element + "\n</EVENTS>\n",
		"<EVENTS/>":                     "<EVENTS>\n  " + element + "\n</EVENTS>",
		"<!-- <EVENTS> -->\n<EVENTS />": "<!-- <EVENTS> -->\n<EVENTS>\n  " + element + "\n</EVENTS>",
		"<EVENTS>\n  <EVENT METHOD=\"a\"/>\n</EVENTS>": "<EVENTS>\n  " + element + "\n  <EVENT METHOD=\"a\"/>\n</EVENTS>",
		"<EVENTS>" + element + "</EVENTS>":             "<EVENTS>" + element + "</EVENTS>",
		Template:                                       "<EVENTS>\n  " + element + "\n</EVENTS>\n",
		"<nothing>":                                    "<EVENTS>\n  " + element + "\n</EVENTS>\n",
	} {
		got, at := WithFirst(text, d)
		if got != want || !strings.HasPrefix(got[at:], element) {
			t.Errorf("%q: %q with the element at %d", text, got, at)
		}
		list, err := Read("x", strings.NewReader(got))
		if err != nil || len(list) == 0 || list[0].String() != d.String() {
			t.Errorf("%q: %v, %v", got, list, err)
		}
	}
}

// Definitions are put behind the others, each once.
func TestWithLast(t *testing.T) {
	t.Parallel()
	d, _ := OfFunction("main.handle")
	d.Type = "FOUND"
	const element, other = `<EVENT METHOD="handle" CLASS="main" NAME="handle" TYPE="FOUND" />`, `<EVENT METHOD="a"></EVENT>`
	for text, want := range map[string]string{
		"":                                     "<EVENTS>\n  " + element + "\n</EVENTS>\n",
		Template:                               "<EVENTS>\n  " + element + "\n</EVENTS>\n",
		"<EVENTS/>":                            "<EVENTS>\n  " + element + "\n</EVENTS>\n",
		"<EVENTS>":                             "<EVENTS>\n  " + element + "\n</EVENTS>\n",
		"<EVENTS>\n  " + other + "\n</EVENTS>": "<EVENTS>\n  " + other + "\n  " + element + "\n</EVENTS>",
		"<EVENTS>" + other + "</EVENTS><!-- </EVENTS> -->": "<EVENTS>" + other + "\n  " + element + "\n</EVENTS><!-- </EVENTS> -->",
		"<EVENTS>" + element + other + "\n  </EVENTS>":     "<EVENTS>" + element + other + "\n  </EVENTS>",
	} {
		got := WithLast(text, List{d})
		if got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
		if list, err := Read("x", strings.NewReader(got)); err != nil || !slices.ContainsFunc(list, d.Equal) {
			t.Errorf("%q: %v, %v", got, list, err)
		}
	}
}

// The place of the first definition is marked by |.
func TestFirstPlace(t *testing.T) {
	t.Parallel()
	for _, marked := range []string{
		"|", "|<nothing>", "<EVENTS>|", "<EVENTS>|</EVENTS>", "<EVENTS>|\n</EVENTS>",
		"<EVENTS>\n  |\n</EVENTS>\n", "<EVENTS>\n|\n\n</EVENTS>",
		"<!-- <EVENT > -->\n<EVENTS >\n\n  |<EVENT METHOD=\"a\"/>\n<EVENT METHOD=\"b\"/></EVENTS>", "<EVENTS>|\n<EVENT METHOD",
	} {
		want := strings.IndexByte(marked, '|')
		if text := marked[:want] + marked[want+1:]; FirstPlace(text) != want {
			t.Errorf("%q: %d", marked, FirstPlace(text))
		}
	}
}

// Functions counts those that Of gives to each definition.
func TestFunctionsCounted(t *testing.T) {
	t.Parallel()
	l := List{read(t, `METHOD="a"`), read(t, `METHOD="*"`), read(t, `METHOD="c"`)}
	m := l.Match(functions("x.a", "y.a", "b", "c", "d"), nil)
	if got := m.Functions(); !slices.Equal(got, []int{2, 3, 0}) {
		t.Errorf("%v", got)
	}
}
