package definition

import (
	"fmt"
	"testing"
)

// BenchmarkMatch matches a million functions of all languages with 200 definitions.
func BenchmarkMatch(b *testing.B) {
	fs := make([]Function, 1_000_000)
	for i := range fs {
		switch i % 4 {
		case 0:
			fs[i].Name = fmt.Sprintf("github.com/company/project%d/package%d.(*Type%d).method%d", i%7, i%1000, i%5000, i)
		case 1:
			fs[i].Name = fmt.Sprintf("com.company.project.package%d.Type%d.method%d(Ljava/lang/String;)V", i%1000, i%5000, i)
		case 2:
			fs[i].Name = fmt.Sprintf("company::project%d::Type%d<int>::method%d(std::string const&, int) const", i%1000, i%5000, i)
		default:
			fs[i].Name = fmt.Sprintf("c_function_%d", i)
		}
	}
	l := BuiltIn()
	for i := len(l); i < 190; i++ {
		l = append(l, Definition{Method: fmt.Sprintf("method%d", i), Class: "com.*", Objects: []string{"a.B"}, Name: "n", Type: "T"})
	}
	for i := len(l); i < 200; i++ {
		l = append(l, Definition{Method: fmt.Sprintf("m*%d", i), Class: "com.*", Name: "n", Type: "T",
			Continue: []string{fmt.Sprintf("com.*.take%d", i)}})
	}
	for b.Loop() {
		l.Match(fs, nil)
	}
}
