package calls

import (
	"strings"
	"testing"
)

func TestCallPattern(t *testing.T) {
	for _, c := range []struct {
		pattern, name string
		want          bool
	}{
		{"main.f", "main.f", true},
		{"main.f", "main.f.func1", true},
		{"main.f", "main.fib", false},
		{"main", "main.f", true},
		{"main", "mainly.f", false},
		{"main.f*", "main.fib", true},
		{"*", "a.b/c.F", true},
		{"a.b", "a.b/c.F", true},
		{"a.b/c", "a.b/c.(*T).M", true},
		{"a.b/c.T", "a.b/c.(*T).M", true},
		{"a.b/c.(*T).M", "a.b/c.(*T).M", true},
		{"a.b/c.T.M", "a.b/c.T[...].M", true},
		{"a.b/c.T", "a.b/c.(*Tree[...]).M", false},
		{"a/yaml.v3.F", "a/yaml%2ev3.F", true},
		{"*.Get", "a.b/c.(*T).Get.func1", true},
		{"*.Get", "a.Get.b.GetAll", true},
		{"*.Get", "a.b.GetAll", false},
		{"*.Get*", "a.b.GetAll", true},
		{"a*T.*et", "a.b/c.(*T).Get", true},
		{"a*T.*et", "a.b/c.(*S).Get", false},
		{strings.Repeat("*a", 40) + "b", strings.Repeat("a", 4000), false}, // and soon
	} {
		if got := Pattern(c.pattern).Covers(Plain(c.name)); got != c.want {
			t.Errorf("%s covers %s: %v, want %v", c.pattern, c.name, got, c.want)
		}
		pkg, _, _ := strings.Cut(c.name[strings.LastIndexByte(c.name, '/')+1:], ".")
		if pkg = c.name[:strings.LastIndexByte(c.name, '/')+1] + pkg; c.want && !Pattern(c.pattern).MayCover(Plain(pkg)) &&
			!Pattern(c.pattern).Anywhere() {
			t.Errorf("%s may not cover a function of %s", c.pattern, pkg)
		}
	}
}
