package slice

import "math"

// maxGroups is the number of groups of neighbouring values that natural breaks tell apart,
// because their cost grows with its square.
const maxGroups = 512

// naturalBreaks returns the first values of the ranges after the first one, of at most n.
// It is the dynamic program of Fisher (1958), over groups of values.
func naturalBreaks(values []int64, n int) (breaks []int64) {
	groups := groupsOf(values)
	n = min(n, len(groups))
	// least[k][i] is the least sum for the first i groups in k+1 ranges, from[k][i] the
	// first group of the last of these.
	least, from := make([][]float64, n), make([][]int, n)
	for k := range n {
		least[k], from[k] = make([]float64, len(groups)+1), make([]int, len(groups)+1)
		for end := 1; end <= len(groups); end++ {
			least[k][end] = math.Inf(1)
			var sum valueGroup
			for start := end - 1; start >= 0; start-- {
				sum.add(&groups[start])
				before := 0.0
				if k > 0 {
					before = least[k-1][start]
				} else if start > 0 {
					continue
				}
				if cost := before + sum.deviation(); cost < least[k][end] {
					least[k][end], from[k][end] = cost, start
				}
			}
		}
	}
	for k, end := n-1, len(groups); k > 0; k-- {
		end = from[k][end]
		breaks = append([]int64{groups[end].first}, breaks...)
	}
	return breaks
}

// valueGroup is some neighbouring values.
type valueGroup struct {
	first               int64
	count, sum, squares float64
}

func (g *valueGroup) add(other *valueGroup) {
	g.count, g.sum, g.squares = g.count+other.count, g.sum+other.sum, g.squares+other.squares
}

// deviation returns the sum of the squared differences from the mean.
func (g *valueGroup) deviation() float64 { return max(0, g.squares-g.sum*g.sum/g.count) }

// groupsOf groups sorted values: equal ones, or, if there are too many, equally many.
func groupsOf(values []int64) (groups []valueGroup) {
	distinct := 1
	for i, v := range values[1:] {
		if v != values[i] {
			distinct++
		}
	}
	apart := 1
	if distinct > maxGroups {
		apart = (len(values) + maxGroups - 1) / maxGroups
	}
	// Values near each other compared with their size would lose all digits in squares.
	origin := values[0]
	for i, v := range values {
		last := len(groups) - 1
		if i == 0 || v != values[i-1] && int(groups[last].count) >= apart {
			groups = append(groups, valueGroup{first: v})
			last++
		}
		x := float64(v - origin)
		groups[last].add(&valueGroup{count: 1, sum: x, squares: x * x})
	}
	return groups
}
