package gobuild

import "testing"

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
