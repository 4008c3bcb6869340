package slow

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"tiv/internal/reduced"
	"tiv/task"
	"tiv/task/where"
)

// asking is 24 tasks of 3 ms, of which six wait 20 ms longer for the network, in a part, and run
// 10 ms longer during a collection.
func asking() string {
	var b strings.Builder
	b.WriteString("tiv-text 1\n0ms A start name=server-1\n0ms B start name=helper\n")
	for i := range 24 {
		at, slow, whole, part := 100*i, 0, 2*i+1, 2*i+2
		if i%4 == 1 {
			slow = 1
		}
		fmt.Fprintf(&b, `%[1]dms - task-start pay object=%[2]d
%[1]dms A region-start serve object=%[2]d
%[1]dms A call-enter shop.pay
`, at, whole)
		if slow > 0 {
			fmt.Fprintf(&b, "%dms - gc-start\n%dms - gc-end\n", at, at+10)
		}
		at += 1 + 10*slow
		fmt.Fprintf(&b, `%[1]dms - task-start ask object=%[3]d value=%[2]d
%[1]dms A region-start ask object=%[3]d
%[1]dms A io-start net
%[4]dms A io-end
%[4]dms A region-end ask object=%[3]d
%[4]dms A task-end ask object=%[3]d
`, at, whole, part, at+1+20*slow)
		at += 2 + 20*slow
		fmt.Fprintf(&b, `%[1]dms A call-exit shop.pay
%[1]dms A region-end serve object=%[2]d
%[1]dms A task-end pay object=%[2]d
`, at, whole)
	}
	return b.String()
}

// TestCompare says what is slow of what, and where.
func TestCompare(t *testing.T) {
	t.Parallel()
	list, _ := compareText(t, asking(), "duration > 3ms")
	if len(list) != 2 || list[0].Type != "pay" || list[1].Type != "ask" {
		t.Fatalf("compared: %+v", list)
	}
	words := func(list []Row) (out []string) {
		for _, r := range list {
			out = append(out, fmt.Sprintf("%v %s %s %v %v %.2f %d", r.Kind, r.Function, r.Name, r.Slow, r.Fast, r.Share, r.Tasks))
		}
		return out
	}
	c := &list[0]
	for _, test := range []struct {
		of        string
		got, want []string
	}{
		{"duration", words([]Row{c.Duration}), []string{"running   198 ms 54 ms 1.00 0"}},
		{"kinds", words(c.Kinds), []string{"IO   126 ms 18 ms 0.67 6", "running   72 ms 36 ms 0.33 6"}},
		{"factors", words(c.Factors), []string{"IO shop.pay  126 ms 18 ms 0.67 6", "running shop.pay  72 ms 36 ms 0.33 6"}},
		{"parts", words(c.Parts), []string{"running  ask 126 ms 18 ms 0.67 0", "running   72 ms 36 ms 0.33 0"}},
		{"threads", words(c.Threads), []string{"running  server-* 198 ms 54 ms 1.00 0"}},
		{"collections", words([]Row{c.Collections}), []string{"running   60 ms 0 ns 0.33 0"}},
	} {
		if !slices.Equal(test.got, test.want) {
			t.Errorf("%s: %q, want %q", test.of, test.got, test.want)
		}
	}
	io, running := &c.Factors[0], &c.Factors[1]
	if io.Part != "ask" || io.Collecting || io.Threads != "server-*" || !io.Certain() || running.Part != "" || !running.Collecting {
		t.Errorf("IO is %+v, running %+v", io, running)
	}
	if !c.Parts[1].Own || c.Parts[0].Own {
		t.Errorf("parts %+v", c.Parts)
	}
}

// TestTooFew checks that a difference of few tasks, and one of noise, is not certain.
func TestTooFew(t *testing.T) {
	t.Parallel()
	for _, condition := range []string{"task == 3", "task < 25"} {
		list, _ := compareText(t, asking(), condition)
		for _, r := range slices.Concat(list[0].Kinds, list[0].Factors) {
			if r.Certain() {
				t.Errorf("%s: %+v", condition, r)
			}
		}
	}
}

func TestAgainst(t *testing.T) {
	t.Parallel()
	const half = "duration <= p50"
	for text, want := range map[string]string{"slow": half, "duration > p95": half, "blocking > 5ms": "", "": ""} {
		c, err := where.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := Against(c); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

// TestChoose leaves out what cannot be compared.
func TestChoose(t *testing.T) {
	t.Parallel()
	tl := reduced.Story(t, asking()+`3000ms A task-start pay object=99
3001ms A task-start other object=98
3002ms A task-end other object=98
`)
	x, err := task.Build(t.Context(), tl, task.Options{})
	if err != nil {
		t.Fatal(err)
	}
	all := slices.Repeat([]bool{true}, len(x.Tasks))
	slow := make([]bool, len(x.Tasks))
	for i := range x.Tasks {
		slow[i] = x.Tasks[i].Number == 1 || x.Tasks[i].Number == 2 || x.Tasks[i].Number > 90
	}
	var got []string
	for _, s := range Choose(x, slow, all) {
		got = append(got, fmt.Sprint(s.Type, len(s.Slow), len(s.Fast)))
	}
	if want := []string{"ask1 23", "pay1 23"}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}
