package textfeed_test

import (
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
	"testing"

	"tiv/tracefeed"
)

// TestReadDefinitions reads definitions as people may write them.
func TestReadDefinitions(t *testing.T) {
	t.Parallel()
	got := mustRead(t,
		"  frame  work  main.work  C:/src/main.go:7  # a comment",
		"frame idle -",
		"frame %2D %2D a:b:-3",
		"stack deep work idle - work %2D",
		"stack flat# # of nothing",
		"thread w1 name=Worker%201",
		"thread w1 system=yes",
		"process p id=7 name=a%20b command=-x",
		"process q parent=p",
		"thread w2 id=%00 system=no process=q",
		"thread w3 id= name=x\\",
		"yz%20\\",
		"",
		"monitor w1 id=0x7f name=",
		"name n id=a%3Db",
		"type Button Component# w1 # not a name",
		"type n",
		"type Button n Button",
		"0s w1 start stack=deep",
		"0s w2 start name=Two stack=-",
		"0s w1 call-enter n stack=flat#",
		"0s w2 start",
		"thread w1 name=Boss system=no",
		"1s w1 start",
		"1s w3 region-start w1",
	)
	want := &tracefeed.Tables{
		Threads:  []tracefeed.Thread{{}, {ID: "w1", Name: "Boss"}, {ID: "\x00", Name: "\x00", Process: 2}, {ID: "", Name: "xyz "}},
		Monitors: []tracefeed.Monitor{{}, {ID: "0x7f", Name: ""}},
		Frames: []tracefeed.Frame{{}, {Func: "main.work", File: "C:/src/main.go", Line: 7}, {},
			{Func: "-", File: "a:b", Line: -3}},
		Stacks:    [][]tracefeed.FrameID{nil, {1, 2, 0, 1, 3}, nil},
		Names:     []string{"", "a=b", "Button", "Component#", "w1"},
		Processes: []tracefeed.Process{{}, {ID: "7", Name: "a b", Command: "-x"}, {ID: "q", Name: "q", Parent: 1}},
		Types: []tracefeed.Type{{}, {Name: 2, Supertypes: []tracefeed.NameID{3, 4}}, {Name: 1},
			{Name: 2, Supertypes: []tracefeed.NameID{1, 2}}},
	}
	if !reflect.DeepEqual(tracefeed.FullDelta(got.tables), tracefeed.FullDelta(want)) {
		t.Errorf("got  %+q\nwant %+q", fmt.Sprint(*got.tables), fmt.Sprint(*want))
	}
	stacks := []tracefeed.StackID{}
	for _, ev := range got.events {
		stacks = append(stacks, ev.Stack)
	}
	if !reflect.DeepEqual(stacks, []tracefeed.StackID{1, 0, 2, 0, 0, 0}) {
		t.Errorf("stacks %v", stacks)
	}
}

// TestReadOldWords reads words that were names before they were keys or
// definitions, and still are.
func TestReadOldWords(t *testing.T) {
	t.Parallel()
	got := mustRead(t,
		"0s thread monitor-enter stack=1",
		"0s frame monitor-wait value=2 by=object=3",
		"0s stack wake cause=gc by=stack",
		"0s stack wake lasts=forever",
		"0s name wake by=what=x stack=-",
	)
	var ids []string
	for _, th := range got.tables.Threads {
		ids = append(ids, th.ID)
	}
	want := []string{"", "thread", "frame", "object=3", "cause=gc", "stack", "lasts=forever", "name", "what=x"}
	if !reflect.DeepEqual(ids, want) {
		t.Errorf("threads %q", ids)
	}
	if m := got.tables.Monitors; len(m) != 3 || m[1].ID != "stack=1" || m[2].ID != "value=2" {
		t.Errorf("monitors %q", m)
	}
}

func TestReadBadDefinitions(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 64<<10)
	tests := []struct{ line, want string }{
		{"thread", "thread: want a word to define"},
		{"type", "type: want a word to define"},
		{"type # A B", "type: want a word to define"},
		{"type A \xff", "not UTF-8"},
		{"thread - name=x", "thread: want a word to define"},
		{"thread # x", "thread: want a word to define"},
		{"thread B Beta", `thread: unexpected "Beta"`},
		{"thread B id", `thread: unexpected "id"`},
		{"thread B cpu=1", `thread: unexpected "cpu=1"`},
		{"thread B name=x name=y", `thread: duplicate "name=y"`},
		{"thread B system=maybe", "thread: system=maybe: want yes or no"},
		{"monitor B system=yes", `monitor: unexpected "system=yes"`},
		{"name B name=x", `name: unexpected "name=x"`},
		{"name n", `name: "n" is in use`},
		{"frame f", `frame: "f" is defined twice`},
		{"frame g", "frame: want a function, or -"},
		{"frame g main.work main.go", `frame: "main.go": want FILE:LINE`},
		{"frame g main.work 12", `frame: "12": want FILE:LINE`},
		{"frame g main.work main.go:2147483648", `want FILE:LINE`},
		{"frame g main.work main.go:12 13", `frame: unexpected "13"`},
		{"stack s f", `stack: "s" is defined twice`},
		{"stack r f g", `stack: frame "g" is not defined`},
		{"frames g main.work", `invalid time "frames"`},
		{"5ms thread B", `unknown event "B"`},
		{"thread B name=\xff", "not UTF-8"},
		{"thread B # \xff", "not UTF-8"},
		{"thread B name=" + long, "the line is longer than 65536 bytes"},
	}
	for _, test := range tests {
		text := "tiv-text 1\nframe f -\nstack s f\n0s A call-enter n\n" + test.line + "\n6ms A end\n"
		got, err := read(strings.NewReader(text))
		var damage *tracefeed.Damage
		if !errors.As(err, &damage) || damage.Line != 5 {
			t.Errorf("%.60s: got %v, want damage in line 5", test.line, err)
		} else if !strings.Contains(err.Error(), test.want) || len(err.Error()) > 200 {
			t.Errorf("%.60s: got %q, want %q", test.line, err, test.want)
		}
		n := got.tables
		if len(got.events) != 1 || len(n.Threads) != 2 || len(n.Monitors) != 1 || len(n.Names) != 2 ||
			len(n.Frames) != 2 || len(n.Stacks) != 2 {
			t.Errorf("%.60s: the good part is %v of %+v", test.line, got.events, *n)
		}
	}
}

// TestReadLongDefinitions reads definitions that go over many lines.
func TestReadLongDefinitions(t *testing.T) {
	t.Parallel()
	const most = 16 << 20
	piece := strings.Repeat("x", 60<<10)
	lines := func(total int) string { // of one definition of so many bytes
		text := strings.Builder{}
		text.WriteString("thread A name=")
		for total -= text.Len(); total > len(piece); total -= len(piece) {
			text.WriteString(piece + "\\\n")
		}
		return text.String() + piece[:total]
	}
	got, err := read(strings.NewReader("tiv-text 1\n" + lines(most) + "\r\n0s A end"))
	if err != nil || len(got.tables.Threads[1].Name) != most-len("thread A name=") || len(got.events) != 1 {
		t.Errorf("the longest definition: %v", err)
	}
	for text, want := range map[string]string{
		lines(most + 1):               "line 275: the definition is longer than 16777216 bytes",
		"thread A \\":                 "line 3: the file ends within a definition",
		"0s A end\nthread A \\\n\\\n": "line 5: the file ends within a definition",
		"thread A name=x\\\ny z\n":    `line 3: thread: unexpected "z"`,
	} {
		if _, err := read(strings.NewReader("tiv-text 1\n" + text)); err == nil || err.Error() != want {
			t.Errorf("%.40q: got %v, want %s", text, err, want)
		}
	}
}

// TestReadEndlessDefinition reads a definition without end; only so much of it
// may be taken.
func TestReadEndlessDefinition(t *testing.T) {
	t.Parallel()
	r := &countReader{}
	endless := io.MultiReader(strings.NewReader("tiv-text 1\nstack s \\\n"), &goingOn{r})
	if _, err := read(endless); err == nil || r.n > 17<<20 {
		t.Errorf("took %d bytes: %v", r.n, err)
	}
}

// goingOn splits lines into continued ones.
type goingOn struct{ r io.Reader }

func (g *goingOn) Read(p []byte) (int, error) {
	n, err := g.r.Read(p[:min(len(p), 4000)])
	if n >= 2 {
		copy(p[n-2:], "\\\n")
	}
	return n, err
}
