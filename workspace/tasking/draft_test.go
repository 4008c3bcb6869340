package tasking

import (
	"fmt"
	"math/rand/v2"
	"path"
	"slices"
	"strings"
	"testing"

	"tiv/internal/reduced"
	"tiv/task"
	"tiv/task/definition"
	"tiv/timeline"
)

// calls is a trace with calls of some functions, one after the other.
func calls(t *testing.T, functions ...string) *timeline.Timeline {
	t.Helper()
	var b strings.Builder
	b.WriteString("tiv-text 1\n0s A start\n")
	for i, f := range functions {
		fmt.Fprintf(&b, "%dms A call-enter %s\n%dms A call-exit %s\n", 2*i+1, f, 2*i+2, f)
	}
	fmt.Fprintf(&b, "%dms A end\n", 2*len(functions)+1)
	return reduced.Story(t, b.String())
}

// tasking returns a trace with definitions of a project.
func tasking(t *testing.T, tl *timeline.Timeline, text string, types ...string) *Tasking {
	t.Helper()
	var x Tasking
	own, err := x.Read(text)
	if err != nil {
		t.Fatal(err)
	}
	x.Define(definition.Sources{Text: text, Own: own, Rest: definition.BuiltIn()}, types, task.Full)
	x.Follow(tl, Change{})
	x.Ask()
	return &x
}

// rows returns what the definitions of a text find, a word each: functions, tasks, and a hint.
func rows(t *testing.T, x *Tasking, tl *timeline.Timeline, text string) (list []string) {
	t.Helper()
	own, err := x.Read(text)
	if err != nil {
		t.Fatal(err)
	}
	d := x.Draft(own)
	found := d.Match(tl)
	tasks, err := d.Count(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for i, f := range Own(d, found) {
		list = append(list, strings.TrimSpace(fmt.Sprintf("%d %d %s", f.Functions, Own(d, tasks)[i], f.Hint)))
	}
	return list
}

const two = `<EVENTS><EVENT METHOD="pay" TYPE="SHOP"/><EVENT METHOD="ordr" TYPE="SHOP"/><EVENT METHOD="*" TYPE="ALL"/></EVENTS>`

// A draft counts functions and tasks by definition, those that are off too, and names what is near.
func TestDraft(t *testing.T) {
	t.Parallel()
	tl := calls(t, "a.pay", "b.pay", "a.pay", "a.order")
	x := tasking(t, tl, "<EVENTS></EVENTS>")
	want := []string{"2 3", "0 0 near it are a.order", "1 1"}
	if got := rows(t, x, tl, two); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if found(t, x) != "" {
		t.Error("a draft counts before it is applied")
	}
	x.Follow(tl, Change{Text: two})
	if got := found(t, x); got != "pay pay pay *" {
		t.Errorf("applied, it finds %q", got)
	}
	x.Follow(tl, Change{Text: two, Types: map[string]bool{"SHOP": false}})
	if got := found(t, x); got != "* * * *" {
		t.Errorf("with a type off, it finds %q", got)
	}
	want = []string{"2 0", "0 0", "3 4"}
	if got := rows(t, x, tl, two); !slices.Equal(got, want) {
		t.Errorf("with a type off: %q, want %q", got, want)
	}
	x.Follow(tl, Change{Text: "<EVENTS>"})
	if got := found(t, x); got != "" {
		t.Errorf("a text with an error finds %q", got)
	}
}

// The types of the command line are on at first, and the user's choice wins.
func TestTypes(t *testing.T) {
	t.Parallel()
	tl := calls(t, "pay", "order")
	x := tasking(t, tl, two, "ALL")
	if got := found(t, x); got != "* *" {
		t.Errorf("of the type: %q", got)
	}
	x.Follow(tl, Change{Types: map[string]bool{"SHOP": true}})
	if got := found(t, x); got != "pay *" {
		t.Errorf("with another: %q", got)
	}
	d := x.Draft(x.own)
	matched := d.Match(tl)
	counted, err := d.Count(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var own []Type
	for _, typ := range d.Types(matched, counted) {
		if typ.Own {
			own = append(own, typ)
		} else if typ.On || typ.Tasks != 0 {
			t.Errorf("%+v, though it is not among those of the command line", typ)
		}
	}
	want := []Type{{"ALL", true, 1, 1, 1, true}, {"SHOP", true, 2, 1, 1, true}}
	if !slices.Equal(own, want) {
		t.Errorf("%+v, want %+v", own, want)
	}
}

// Random definitions count as a slow search does: each call is of the first definition that matches, as
// tasks of calls without others around them.
func TestDraftAny(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(3, 4))
	names := []string{"pay", "order", "page", "report", "x"}
	patterns := append([]string{"p*", "*r*", "*", "none"}, names...)
	for range 300 {
		var functions []string
		for range 1 + rng.IntN(8) {
			functions = append(functions, names[rng.IntN(len(names))])
		}
		type row struct {
			method string
			on     bool
		}
		var list []row
		text, off := "<EVENTS>", map[string]bool{}
		for i := range rng.IntN(6) {
			r := row{patterns[rng.IntN(len(patterns))], rng.IntN(4) > 0}
			text += fmt.Sprintf(`<EVENT METHOD="%s" NAME="n%d" TYPE="T%d"/>`, r.method, i, i)
			list = append(list, r)
			if !r.on {
				off[fmt.Sprint("T", i)] = false
			}
		}
		text += "</EVENTS>"
		first := func(f string, all bool) int {
			return slices.IndexFunc(list, func(r row) bool {
				ok, err := path.Match(r.method, f)
				return err == nil && ok && (all || r.on)
			})
		}
		var want []string
		for i, r := range list {
			distinct, n := map[string]bool{}, 0
			for _, f := range functions {
				if first(f, !r.on) == i {
					distinct[f] = true
				}
				if first(f, false) == i {
					n++
				}
			}
			want = append(want, fmt.Sprint(len(distinct), " ", n))
		}
		tl := calls(t, functions...)
		x := tasking(t, tl, "<EVENTS></EVENTS>")
		x.Follow(tl, Change{Types: off})
		got := rows(t, x, tl, text)
		for i := range got {
			got[i] = strings.Join(strings.Fields(got[i])[:2], " ")
		}
		if !slices.Equal(got, want) {
			t.Fatalf("%s of %q without %v: %q, want %q", text, functions, off, got, want)
		}
	}
}
