package record

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
		if got := callPattern(c.pattern).covers(plain(c.name)); got != c.want {
			t.Errorf("%s covers %s: %v, want %v", c.pattern, c.name, got, c.want)
		}
		pkg, _, _ := strings.Cut(c.name[strings.LastIndexByte(c.name, '/')+1:], ".")
		if pkg = c.name[:strings.LastIndexByte(c.name, '/')+1] + pkg; c.want && !callPattern(c.pattern).mayCover(plain(pkg)) &&
			!callPattern(c.pattern).anywhere() {
			t.Errorf("%s may not cover a function of %s", c.pattern, pkg)
		}
	}
}

// TestRecordCalls changes a text so that all lines keep their numbers, and files of one
// package have no names in common.
func TestRecordCalls(t *testing.T) {
	const text = "//go:build !never\r\n\n/* text */ package p // and\n\nimport \"C\"\nfunc f() {}\n" +
		"func (t *T) g() int { return func() int { // x\n\treturn 1 }() }\n" +
		"//go:nosplit\nfunc h() {}\nfunc asm()\nfunc (t T) _() {}\nvar v = func() {}"
	n := namer{pkg: "p"}
	s, err := n.parse("/a/b.go", text)
	if err != nil {
		t.Fatal(err)
	}
	const want = "//line /a/b.go:1\n//go:build !never\r\n\n" +
		"/* text */ package p; import tiv_record \"runtime/trace\"; import tiv_unsafe \"unsafe\" // and\n\nimport \"C\"\n" +
		"func f() { defer tiv_record_622e676f_0.Enter().Exit();}\n" +
		"func (t *T) g() int { defer tiv_record_622e676f_1.EnterOn(tiv_unsafe.Pointer(t)).Exit();" +
		" return func() int { defer tiv_record_622e676f_2.Enter().Exit(); // x\n\treturn 1 }() }\n" +
		"//go:nosplit\nfunc h() {}\nfunc asm()\nfunc (t T) _() {}\nvar v = func() { defer tiv_record_622e676f_3.Enter().Exit();}\n\n" +
		"var tiv_record_622e676f_0 = tiv_record.TivFunc{Name: \"p.f\"}\n" +
		"var tiv_record_622e676f_1 = tiv_record.TivFunc{Name: \"p.(*T).g\"}\n" +
		"var tiv_record_622e676f_2 = tiv_record.TivFunc{Name: \"p.(*T).g.func1\"}\n" +
		"var tiv_record_622e676f_3 = tiv_record.TivFunc{Name: \"p.init.func1\"}\n"
	if got := s.recordCalls("/a/b.go", s.functions); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}
