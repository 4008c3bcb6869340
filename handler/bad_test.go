package handler_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"tiv/handler"
	"tiv/internal/reduced"
)

var split = handler.NewSplit(nil, patterns)

// add adds n samples with a stack, the outermost call first.
func add(b *handler.Builder, class handler.Class, n int64, stack ...string) {
	var list []int32
	for _, f := range stack {
		list = append(list, b.Function(f, split))
	}
	var c handler.Counts
	c[class] = n
	b.Add(list, c, 0)
}

func TestBadStacks(t *testing.T) {
	t.Parallel()
	deep := strings.Split(strings.Repeat("u.f ", 20_000)+"s.wait", " ")
	for name, test := range map[string]struct {
		build func(b *handler.Builder)
		want  string
	}{
		"deep recursion": {func(b *handler.Builder) {
			add(b, handler.Wait, 5000, deep...)
			add(b, handler.Run, 50, append(deep[:10_000:10_000], "u.g")...)
		}, "u.g handler NODE_WAIT 50"},
		"a callback in itself counts once": {func(b *handler.Builder) {
			add(b, handler.Run, 7, "s.a", "u.f", "s.a", "u.f", "s.a", "u.f")
		}, "u.f callback  7"},
		"empty stacks": {func(b *handler.Builder) { add(b, handler.Run, 9); add(b, handler.Wait, 9, "s.a", "s.b") }, ""},
		"many functions": {func(b *handler.Builder) {
			for i := range 100_000 {
				add(b, handler.Run, 1, "u.loop", fmt.Sprint("u.f", i))
			}
		}, ""},
		"all idle":         {func(b *handler.Builder) { add(b, handler.Wait, 1000, "u.loop", "s.wait") }, ""},
		"a thread's start": {func(b *handler.Builder) { add(b, handler.Run, 1000, "t.run", "t.run", "u.f") }, ""},
		"nothing":          {func(*handler.Builder) {}, ""},
	} {
		b := handler.NewBuilder(1)
		test.build(b)
		trie := b.Trie()
		trie.Instants = max(1, trie.Samples)
		var got []string
		for _, f := range paper(trie).Find(handler.DefaultThresholds()) {
			got = append(got, fmt.Sprintf("%s %s %v %d", f.Function, f.Kind(), f.Type, f.Count))
		}
		if strings.Join(got, ", ") != test.want {
			t.Errorf("%s: got %q, want %q", name, got, test.want)
		}
	}
}

// A trace without samples or waits, one without threads, and one without states.
func TestBadTraces(t *testing.T) {
	t.Parallel()
	for text, samples := range map[string]int64{
		"tiv-text 1 sched\n": 0,
		"tiv-text 1 sched\n0s A start\n0s A run\n1s A end\n":                                     1_000_000_000,
		"tiv-text 1\nframe f acme.f\nstack s f\n1ms A sample stack=s\n2ms A sample stack=s\n":    2,
		"tiv-text 1 kind=profile\nframe f acme.f\nstack s f\n0ms A sample value=9 stack=s\n":     1,
		"tiv-text 1 sched\nstack s\n0s A start\n0s A suspend-start wait\n1ms A sample stack=s\n": 1,
	} {
		x := handler.New(context.Background(), reduced.Story(t, text), handler.Options{})
		if x.Samples != samples || len(x.Find(handler.DefaultThresholds())) > 0 {
			t.Errorf("%q: got %+v", text, x.Trie)
		}
	}
}

func TestReadErrors(t *testing.T) {
	t.Parallel()
	const node = "<TRIENODE CLASS='a' IO='0' METHOD='b' RUN='1' WAIT='0'/>"
	in := func(s string) string { return "<REACTIONS SAMPLES='1'><TRIE>" + s + "</TRIE></REACTIONS>" }
	for text, want := range map[string]string{
		"":                  "there is no element REACTIONS",
		"<REACTIONS><TRIE>": "unexpected EOF",
		"<TRIE/>":           "the outermost element is TRIE",
		"<!DOCTYPE a [<!ENTITY b 'c'>]>" + in("&b;"): "refused",
		in("&lol;"):                                                   "the entity &lol; is refused",
		in("text"):                                                    "text between elements",
		in("<TRIENODE METHOD='a' RUN='x'/>"):                          `t.xml:1:`,
		in("<TRIENODE METHOD='a' RUN='-1'/>"):                         `RUN: "-1" is no amount`,
		in("<TRIENODE METHOD='a' SYSTEM='no'/>"):                      "SYSTEM",
		in("<TRIENODE CLASS='a'/>"):                                   "no METHOD",
		in("<TRIENODE METHOD='a' COLOR='1'/>"):                        "the attribute COLOR is not known",
		in("<TRIENODE METHOD='" + strings.Repeat("a", 1<<14) + "'/>"): "more than 8192 bytes",
		in("<CALLBACK USER='a'/>"):                                    "the element CALLBACK is not known here",
		"<REACTIONS><CALLBACK STACK='1'/></REACTIONS>":                "no USER",
		"<REACTIONS TICK='0'/>":                                       "TICK",
		in(node) + in(node):                                           "behind the end",
		in(strings.Repeat("<TRIENODE METHOD='a'>", 100_001)):          "more than 100000 others",
		in("<TRIENODE METHOD='a' RUN='1152921504606846976'/>" + node): "add up to more",
		"<?xml version='1.0' encoding='latin1'?>" + in(node):          "only UTF-8",
		strings.Replace(in(node), "IO='0'", "IO='0' IO='1'", 1):       "two attributes",
	} {
		_, err := handler.Read("t.xml", strings.NewReader(text), handler.NewSplit(nil, handler.Patterns{}))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.80q: got error %v, want %q", text, err, want)
		}
	}
}

func TestIsTrie(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"<REACTIONS>": true, "\ufeff <?xml version='1.0'?>\n<REACTIONS": true, "<EVENTS>": false, "": false,
	} {
		if handler.IsTrie([]byte(text)) != want {
			t.Errorf("%q", text)
		}
	}
}

// paper returns a trie to which the rules of the paper apply.
func paper(t *handler.Trie) *handler.Trace { return handler.OfTrie(t, handler.Options{Paper: true}) }
