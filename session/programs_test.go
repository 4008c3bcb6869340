package session

import (
	"slices"
	"testing"
)

// A command line is split at blanks outside of quotes.
func TestSplitLine(t *testing.T) {
	t.Parallel()
	for line, want := range map[string][]string{
		"":                                 nil,
		"  go test  ./... ":                {"go", "test", "./..."},
		"tiv record -- ./server":           {"./server"},
		`sh -c 'echo "a b"; sleep 1' ""`:   {"sh", "-c", `echo "a b"; sleep 1`, ""},
		`./a\ b "c \" d" 'e \f'`:           {"./a b", `c " d`, `e \f`},
		"java -cp a:b App --name='x y' -n": {"java", "-cp", "a:b", "App", "--name=x y", "-n"},
	} {
		if got, err := splitLine(line); err != nil || !slices.Equal(got, want) {
			t.Errorf("%q: %q, %v, want %q", line, got, err, want)
		}
	}
	for _, line := range []string{`a "b`, `a 'b`, `a b\`} {
		if got, err := splitLine(line); err == nil {
			t.Errorf("%q: %q, want an error", line, got)
		}
	}
}
