package measure

import (
	"fmt"
	"testing"

	"tiv/task"
)

// A range has the tasks of its interval, numbers and type.
func TestRange(t *testing.T) {
	x := &task.Index{Tasks: []task.Task{
		{Number: 1, Start: 0, End: 10, Type: "a"}, {Number: 2, Start: 5, End: 5, Type: "b"}, {Number: 3, Start: 5, End: 8, Type: "a"},
		{Number: 4, Start: 9, End: 20, Type: "b"}, {Number: 5, Start: 20, End: 20, Type: "a"},
	}}
	for _, c := range []struct {
		r    Range
		want string
	}{
		{Range{}, "1 2 3 4 5 "}, {Range{From: 5}, "1 2 3 4 5 "}, {Range{From: 5, Begun: true}, "2 3 4 5 "}, {Range{From: 8}, "1 4 5 "},
		{Range{From: 10}, "4 5 "}, {Range{To: 20}, "1 2 3 4 "}, {Range{To: 9}, "1 2 3 "}, {Range{Least: 3}, "1 3 4 "},
		{Range{Least: 3, Below: 10}, "3 "}, {Range{Below: 1}, "2 5 "}, {Range{Type: "b"}, "2 4 "},
		{Range{From: 5, To: 9, Begun: true}, "2 3 "},
	} {
		got := ""
		for _, id := range c.r.Tasks(x, Duration) {
			got += fmt.Sprint(id.Number, " ")
		}
		if got != c.want {
			t.Errorf("%+v has %q, want %q", c.r, got, c.want)
		}
	}
}

func TestAmount(t *testing.T) {
	for text, want := range map[string]Amount{"37": 37, "2.5ms": 2_500_000, "0": 0, "1s": 1e9} {
		if got, err := ParseAmount(text); got != want || err != nil {
			t.Errorf("%q is %d, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "-1", "much", "1e3"} {
		if got, err := ParseAmount(text); err == nil {
			t.Errorf("%q is %d", text, got)
		}
	}
}
