package find

import "cmp"

// Natural compares names with numbers by value: worker 9 is before worker 10.
func Natural(x, y string) int { return natural(x, y) }

func natural[T string | []byte](x, y T) int {
	i, j := 0, 0
	for i < len(x) && j < len(y) {
		if a, b := x[i], y[j]; !isDigit(a) || !isDigit(b) {
			if a != b {
				return cmp.Compare(a, b)
			}
			i, j = i+1, j+1
			continue
		}
		endX, endY := pastDigits(x, i), pastDigits(y, j)
		for i < endX && x[i] == '0' {
			i++
		}
		for j < endY && y[j] == '0' {
			j++
		}
		if c := cmp.Compare(endX-i, endY-j); c != 0 {
			return c
		}
		for ; i < endX; i, j = i+1, j+1 {
			if x[i] != y[j] {
				return cmp.Compare(x[i], y[j])
			}
		}
	}
	return cmp.Compare(len(x)-i, len(y)-j)
}

// pastDigits returns the end of the digits that begin at i.
func pastDigits[T string | []byte](s T, i int) int {
	for i < len(s) && isDigit(s[i]) {
		i++
	}
	return i
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }
