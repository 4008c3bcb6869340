package slow

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// grouped is 24 tasks of 3 ms, of which six wait 20 ms longer; where says at what.
func grouped(where func(task int) string) string {
	var b strings.Builder
	b.WriteString("tiv-text 1\n0ms A start name=server-1\n")
	for i := range 24 {
		at, d := 100*i, 1
		if i%4 == 1 {
			d = 21
		}
		fmt.Fprintf(&b, `%[1]dms - task-start pay object=%[2]d
%[1]dms A region-start serve object=%[2]d
%[1]dms A call-enter shop.pay
%[3]dms A suspend-start channel monitor=%[4]s
%[5]dms A suspend-end
%[6]dms A call-exit shop.pay
%[6]dms A region-end serve object=%[2]d
%[6]dms A task-end pay object=%[2]d
`, at, i+1, at+1, where(i), at+1+d, at+2+d)
	}
	return b.String()
}

// What each task has of its own is one factor, and a cause; what several have keeps its name.
func TestOwnObjects(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		where func(task int) string
		want  []string
	}{
		"own":    {func(i int) string { return fmt.Sprint("group", i) }, []string{" 126 ms 18 ms 6 true"}},
		"shared": {func(int) string { return "all" }, []string{"all 126 ms 18 ms 6 true"}},
		"both": {func(i int) string {
			return map[bool]string{true: fmt.Sprint("group", i), false: "all"}[i%4 == 1]
		}, []string{" 126 ms 0 ns 6 true", "all 0 ns 18 ms 0 false"}},
		"one of its own": {func(i int) string {
			return map[bool]string{true: "one", false: "all"}[i == 5]
		}, []string{"all 105 ms 18 ms 5 true", "one 21 ms 0 ns 1 false"}},
	} {
		list, tl := compareText(t, grouped(test.where), "duration > 3ms")
		var got []string
		for _, r := range list[0].Factors {
			if r.Kind == Suspended {
				got = append(got, fmt.Sprintf("%s %v %v %d %v", tl.Monitors[r.Object].ID, r.Slow, r.Fast, r.Tasks, r.Certain()))
			}
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: %q, want %q", name, got, test.want)
		}
	}
}
