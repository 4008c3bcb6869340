package recorded_test

import (
	"strings"
	"testing"

	"tiv/internal/recorded"
	"tiv/tracefeed"
	"tiv/tracefeed/textfeed"
)

// TestCheckOwners checks the check.
func TestCheckOwners(t *testing.T) {
	t.Parallel()
	for text, fine := range map[string]bool{
		"1ms A monitor-enter M\n2ms A monitor-exit M\n3ms B monitor-enter M\n":                                    true,
		"1ms A monitor-enter M\n2ms A monitor-exit M\n2ms B monitor-enter M\n":                                    false,
		"1ms A monitor-enter M\n2ms A monitor-exit M\n2ms A monitor-enter M\n":                                    true,
		"1ms A monitor-enter M mode=shared\n2ms B monitor-enter M mode=shared\n":                                  true,
		"1ms A monitor-enter M mode=shared\n2ms A monitor-exit M\n2ms B monitor-enter M mode=shared\n":            true,
		"1ms A monitor-enter M mode=shared\n2ms A monitor-exit M\n2ms B monitor-enter M\n":                        false,
		"1ms A monitor-enter M\n2ms B monitor-enter M\n":                                                          false,
		"1ms A monitor-enter M mode=shared\n2ms B monitor-enter M\n":                                              false,
		"1ms A monitor-enter M\n2ms A monitor-exit M\n3ms B monitor-enter M\n4ms A monitor-enter M mode=shared\n": false,
	} {
		feed, err := tracefeed.OpenInput(tracefeed.Input{Name: "x",
			Reader: strings.NewReader("tiv-text 1\n0ms A start\n0ms B start\n" + text)},
			[]tracefeed.Format{textfeed.Format()})
		if err != nil {
			t.Fatal(err)
		}
		if err := recorded.CheckOwnersIn(feed); (err == nil) != fine {
			t.Errorf("%q: %v", text, err)
		}
	}
}
