package handling

import (
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"tiv/handler"
)

// Random changes end with each pattern on the side of its last change, and each limit at its last valid value.
func TestChange(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 2))
	defaults := handler.DefaultThresholds()
	for range 300 {
		c := Change{Paper: rng.IntN(2) == 0}
		system, limit := map[string]bool{}, map[string]float64{}
		for range rng.IntN(20) {
			before := c
			kept := Change{User: slices.Clone(c.User), System: slices.Clone(c.System)}
			if pattern, side := string(rune('a'+rng.IntN(4))), rng.IntN(2) == 0; rng.IntN(2) == 0 {
				c, system[pattern] = c.WithCode(pattern, side), side
			} else {
				l := handler.Limits()[rng.IntN(len(handler.Limits()))]
				value := []float64{-1, 0, 0.25, 1, 7, 7.4, 1e300, l.Value(&defaults)}[rng.IntN(8)]
				c = c.WithLimit(l.Name, value)
				if limit[l.Name] = min(max(value, 0), 1); !l.IsShare() {
					limit[l.Name] = math.Round(min(max(value, 1), math.MaxInt32))
				}
			}
			if !slices.Equal(before.User, kept.User) || !slices.Equal(before.System, kept.System) {
				t.Fatalf("a change changed %+v to %+v", kept, before)
			}
		}
		th := c.Thresholds()
		for _, l := range handler.Limits() {
			want, changed := limit[l.Name]
			if !changed {
				want = l.Value(&defaults)
			}
			if _, kept := c.Limits[l.Name]; l.Value(&th) != want || kept != (want != l.Value(&defaults)) {
				t.Fatalf("%s is %v, kept %v, want %v", l.Name, l.Value(&th), kept, want)
			}
		}
		for pattern, of := range system {
			if p := c.Options(); slices.Contains(p.System, pattern) != of || slices.Contains(p.User, pattern) == of {
				t.Fatalf("%s is in %+v, want system %v", pattern, p, of)
			}
		}
		if again := c.Valid(); !reflect.DeepEqual(again, c) {
			t.Fatalf("%+v is not valid, but %+v", c, again)
		}
	}
}

// What is wrong changes nothing.
func TestWrongChanges(t *testing.T) {
	t.Parallel()
	c := Change{}.WithCode("", true).WithCode(string(make([]byte, maxPattern+1)), true).WithLimit("none", 1).WithLimit("own", math.NaN())
	if !reflect.DeepEqual(c, Change{}) {
		t.Errorf("%+v", c)
	}
	wrong := Change{User: []string{"", "a"}, System: []string{"a"}, Limits: map[string]float64{"x": 1, "own": -5}}
	want := Change{System: []string{"a"}, Limits: map[string]float64{"own": 1}}
	if got := wrong.Valid(); !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
}
