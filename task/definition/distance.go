package definition

// distance returns the number of letters to insert, remove or replace to make one text of
// another, or limit if there are as many or more.
func distance(a, b string, limit int) int {
	if len(a) > len(b) {
		a, b = b, a
	}
	if len(b)-len(a) >= limit {
		return limit
	}
	row := make([]int, len(a)+1)
	for i := range row {
		row[i] = i
	}
	for j := 1; j <= len(b); j++ {
		// Cells further than the limit from the diagonal cannot matter.
		from, to := max(1, j-limit), min(len(a), j+limit)
		above := row[from-1]
		if row[from-1] = limit; from == 1 {
			row[0] = j
		}
		least := row[from-1]
		for i := from; i <= to; i++ {
			old := row[i]
			if i == j+limit {
				old = limit
			}
			cost := above
			if a[i-1] != b[j-1] {
				cost = min(above, old, row[i-1]) + 1
			}
			above, row[i] = row[i], min(cost, limit)
			least = min(least, row[i])
		}
		if least >= limit {
			return limit
		}
	}
	return min(row[len(a)], limit)
}
