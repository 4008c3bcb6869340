package table

import "testing"

func TestNatural(t *testing.T) {
	names := []string{"", "a", "main 1", "main 9", "main 10", "worker-2 x", "worker-10 a", "worker-010 b", "x"}
	for i, x := range names {
		for j, y := range names {
			if got := Natural(x, y); got != -Natural(y, x) || i < j && got >= 0 || i == j && got != 0 {
				t.Errorf("Natural(%q, %q) = %d", x, y, got)
			}
		}
	}
}
