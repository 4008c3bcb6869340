package usage

import (
	"slices"
	"testing"

	"github.com/spf13/cobra"
)

// The usage line says how many words a command takes: those in brackets can be left out,
// and a recorded program has any number.
func TestNumberOfWords(t *testing.T) {
	for _, x := range []struct {
		use         string
		least, most int
	}{{"version", 0, 0}, {"demo [NAME]", 0, 1}, {"info TRACE", 1, 1}, {"dump TRACE TABLE", 2, 2}, {"flame TRACE -o FILE", 1, 1},
		{"record -- COMMAND …", 1, 9}} {
		tiv := &cobra.Command{Use: "tiv TRACE|PICTURE.png"}
		cmd := &cobra.Command{Use: x.use}
		tiv.AddCommand(cmd)
		for n := range 10 {
			err := CheckWords(cmd, slices.Repeat([]string{"x"}, n))
			if takes := n >= x.least && n <= x.most; takes != (err == nil) {
				t.Errorf("%s with %d words: %v", x.use, n, err)
			}
		}
	}
}
