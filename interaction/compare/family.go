package compare

import "tiv/internal/ranktest"

// Family is tests that are corrected together: the probability that any of them calls noise a
// difference is at most ranktest.Alpha.
type Family struct {
	// Runs are the numbers of runs before and after.
	Runs [2]int
	// Compared is the number of tests; 0 with one run of each.
	Compared int
}

// newFamily corrects the tests of rows.
func newFamily(runs [2]int, rows []*Row) Family {
	var tests []*Test
	var ps []float64
	for _, r := range rows {
		if r.Test != nil {
			tests, ps = append(tests, r.Test), append(ps, r.Test.P)
		}
	}
	for i, p := range ranktest.Adjusted(ps) {
		tests[i].Adjusted = p
	}
	return Family{runs, len(tests)}
}

// LeastP returns the least p that the corrected tests can give.
func (f *Family) LeastP() float64 {
	return min(1, ranktest.LeastP(f.Runs[0], f.Runs[1])*float64(max(1, f.Compared)))
}

// Provable reports whether these numbers of runs can show one difference. If not, Needed runs of
// each can.
func (f *Family) Provable() bool { return f.LeastP() <= ranktest.Alpha }

// Needed returns the number of runs of each side that can show one difference.
func (f *Family) Needed() int { return ranktest.Needed(f.Compared) }

func pointers(rows []Row) (list []*Row) {
	for i := range rows {
		list = append(list, &rows[i])
	}
	return list
}
