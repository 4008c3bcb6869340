package tracefeed

import "fmt"

// Percent formats the share of part in whole in a readable precision: 12.5 %, <
// 0.1 %.
func Percent(part, whole Time) string {
	switch p := 100 * float64(part) / float64(max(1, whole)); {
	case part == 0:
		return "0 %"
	case p < 0.1:
		return "< 0.1 %"
	default:
		return fmt.Sprintf("%.1f %%", p)
	}
}
