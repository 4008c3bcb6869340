package handler_test

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"strings"
	"testing"

	"tiv/handler"
	"tiv/internal/reduced"
)

// patterns makes the names of the oracle those of the system, and of starts of threads.
var patterns = handler.Patterns{System: []string{"s", "t"}, ThreadStart: []string{"t"}}

// program is the call paths of a random program, with how often it is where.
type program struct {
	stack    []string
	weights  [3]int // by class
	children []*program
}

// newProgram returns a random call tree. Most of its nodes do one thing.
func newProgram(rng *rand.Rand, depth int, around []string) *program {
	kind := "usu"[rng.IntN(3)]
	name := fmt.Sprintf("%c.f%d", kind, rng.IntN(5))
	if depth == 0 && rng.IntN(2) == 0 {
		name = "t.run"
	}
	p := &program{stack: append(append([]string{}, around...), name)}
	switch rng.IntN(5) {
	case 0, 1:
		p.weights[rng.IntN(3)] = 1 + rng.IntN(200)
	case 2:
		p.weights[rng.IntN(3)] = 1 + rng.IntN(200)
		p.weights[rng.IntN(3)] = 1 + rng.IntN(4)
	}
	if rng.IntN(6) == 0 { // at a threshold
		pair := [][2]int{{99, 1}, {999, 1}, {9, 1}, {9, 0}, {39, 0}, {990, 10}}[rng.IntN(6)]
		p.weights = [3]int{}
		p.weights[rng.IntN(3)] = pair[0]
		p.weights[rng.IntN(3)] += pair[1]
	}
	if depth < 4 {
		for range rng.IntN(4) {
			p.children = append(p.children, newProgram(rng, depth+1, p.stack))
		}
	}
	return p
}

// looks appends the samples of a program.
func (p *program) looks(all []look) []look {
	for class, n := range p.weights {
		if n > 0 {
			all = append(all, look{p.stack, handler.Class(class), n})
		}
	}
	for _, c := range p.children {
		all = c.looks(all)
	}
	return all
}

// random returns the samples of a random program, and thresholds.
func random(rng *rand.Rand) *oracle {
	o := &oracle{own: 10, subtree: 40}
	for range 1 + rng.IntN(3) {
		o.looks = newProgram(rng, 0, nil).looks(o.looks)
	}
	if rng.IntN(8) == 0 { // a thread of which nothing is known but its stack
		o.looks = append(o.looks, look{[]string{"s.a", "u.x", "s.b"}, handler.None, 1}, look{nil, handler.Run, 1})
	}
	o.instants = o.number()/(1+rng.IntN(3)) + 1
	if rng.IntN(2) == 0 {
		o.own, o.subtree = 3, 8
	}
	return o
}

// thresholds returns those of the package with the numbers of the oracle.
func (o *oracle) thresholds() handler.Thresholds {
	th := handler.DefaultThresholds()
	for _, s := range []string{fmt.Sprintf("own=%d", o.own), fmt.Sprintf("subtree=%d", o.subtree)} {
		if err := th.Change(s); err != nil {
			panic(err)
		}
	}
	return th
}

// number returns the number of samples.
func (o *oracle) number() (n int) {
	for _, l := range o.looks {
		n += l.number
	}
	return n
}

// built returns the trie of the samples, added in random order.
func (o *oracle) built(rng *rand.Rand) *handler.Trie {
	split, b := handler.NewSplit(nil, patterns), handler.NewBuilder(1)
	for _, i := range rng.Perm(len(o.looks)) {
		var c handler.Counts
		var none int64
		if l := o.looks[i]; l.class == handler.None {
			none = int64(l.number)
		} else {
			c[l.class] = int64(l.number)
		}
		var stack []int32
		for _, f := range o.looks[i].stack {
			stack = append(stack, b.Function(f, split))
		}
		b.Add(stack, c, none)
	}
	trie := b.Trie()
	trie.Instants = int64(o.instants)
	return trie
}

// found returns what is found in a trie as the oracle has it.
func found(all []handler.Found) map[event]int {
	got := map[event]int{}
	for _, f := range all {
		kind := "handler"
		if f.IsCallback() {
			kind = "callback"
		}
		got[event{f.Function, kind, f.Type.String()}] = int(f.Count)
	}
	return got
}

// Random programs give what the oracle says, also after the way through XML.
func TestRandom(t *testing.T) {
	t.Parallel()
	patternsSeen := map[handler.Pattern]int{}
	for seed := range uint64(4000) {
		rng := rand.New(rand.NewPCG(seed, 1))
		o := random(rng)
		trie := o.built(rng)
		all := paper(trie).Find(o.thresholds())
		for _, f := range all {
			patternsSeen[f.Pattern]++
		}
		want := o.find()
		if got := found(all); !maps.Equal(got, want) {
			t.Fatalf("seed %d, %d samples of %d instants: got %v, want %v", seed, o.number(), o.instants, got, want)
		}
		var out bytes.Buffer
		if err := trie.Write(&out); err != nil {
			t.Fatal(err)
		}
		again, err := handler.Read("trie.xml", &out, handler.NewSplit(nil, handler.Patterns{}))
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if got := found(paper(again).Find(o.thresholds())); !maps.Equal(got, want) {
			t.Fatalf("seed %d, read again: got %v, want %v", seed, got, want)
		}
	}
	for p := handler.Pattern(0); p <= handler.NextReads; p++ {
		if patternsSeen[p] < 50 {
			t.Errorf("pattern %d was found %d times only", p, patternsSeen[p])
		}
	}
}

// story returns the samples as a text trace: at each instant some threads, each in a state of
// its own. It sets the number of instants.
func (o *oracle) story(rng *rand.Rand) string {
	var b strings.Builder
	b.WriteString("tiv-text 1 sched kind=sampled period=10000000\n")
	frames, stacks := map[string]bool{}, map[string]string{}
	var events strings.Builder
	var looks []look
	for _, l := range o.looks {
		for range l.number {
			looks = append(looks, l)
		}
	}
	at, next := 10, 0
	o.instants = 0
	for next < len(looks) {
		o.instants++
		for thread := range 1 + rng.IntN(3) {
			if next == len(looks) {
				break
			}
			l := looks[next]
			next++
			key := strings.Join(l.stack, " ")
			if stacks[key] == "" {
				stacks[key] = fmt.Sprintf("k%d", len(stacks))
				for _, f := range l.stack {
					if !frames[f] {
						frames[f] = true
						fmt.Fprintf(&b, "frame %s %s\n", f, f)
					}
				}
				fmt.Fprintf(&b, "stack %s", stacks[key])
				for i := len(l.stack) - 1; i >= 0; i-- {
					b.WriteString(" " + l.stack[i])
				}
				b.WriteString("\n")
			}
			kind := map[handler.Class]string{handler.Wait: "suspend-start wait", handler.IO: "io-start net", handler.Run: "run cpu=1",
				handler.None: "unknown"}[l.class]
			if l.class == handler.Run {
				kind = []string{"run cpu=1", "ready", "monitor-wait M"}[rng.IntN(3)]
			}
			fmt.Fprintf(&events, "%dms T%d %s\n%dms T%d sample value=1 stack=%s\n", at, thread, kind, at, thread, stacks[key])
		}
		at += 10
	}
	return b.String() + events.String()
}

// Samples of a trace give what the oracle says.
func TestSamplesOfTrace(t *testing.T) {
	t.Parallel()
	for seed := range uint64(300) {
		rng := rand.New(rand.NewPCG(seed, 2))
		o := random(rng)
		if len(o.looks) == 0 {
			continue
		}
		tl := reduced.Story(t, o.story(rng))
		x := handler.New(context.Background(), tl, handler.Options{Patterns: patterns, Paper: true})
		if x.InTime() || x.Instants != int64(o.instants) || x.Samples != int64(o.number()) {
			t.Fatalf("seed %d: %d samples at %d instants, want %d at %d", seed, x.Samples, x.Instants, o.number(), o.instants)
		}
		if got, want := found(x.Find(o.thresholds())), o.find(); !maps.Equal(got, want) {
			t.Fatalf("seed %d: got %v, want %v", seed, got, want)
		}
	}
}
