package detect

import (
	"context"
	"maps"
	"math"
	"slices"
	"testing"

	"tiv/internal/reduced"
)

// Each threshold is of some kinds that exist, has a valid default, and can be parsed.
func TestThresholds(t *testing.T) {
	t.Parallel()
	for _, x := range Thresholds() {
		if x.valid(x.Default) != x.Default || x.Min >= x.Max || x.Label == "" || x.Help == "" || len(x.Kinds) == 0 {
			t.Errorf("%+v", x)
		}
		for _, k := range x.Kinds {
			if !slices.Contains(Kinds(), k) {
				t.Errorf("%s decides about %q", x.Name, k)
			}
		}
		changed := Changes(nil).With(x.Name, x.Max)
		if l := changed.limits(); *x.of(&l) != x.Max {
			t.Errorf("%s: %v of the limits is %v", x.Name, changed, *x.of(&l))
		}
		if back := changed.With(x.Name, x.Default); back != nil {
			t.Errorf("%s: the default is the change %v", x.Name, back)
		}
	}
	if l, want := Changes(nil).limits(), DefaultLimits(); l != want {
		t.Errorf("%+v, want %+v", l, want)
	}
	for _, c := range []struct {
		value, want float64
	}{{0, 0.1}, {99, 50}, {2.5, 2.5}, {math.NaN(), 1}} {
		if got := (Changes{"cost": 3}).With("cost", c.value); got.Value(&thresholds[0]) != c.want {
			t.Errorf("%v is the change %v", c.value, got)
		}
	}
	if got := Changes(nil).With("none", 3); got != nil {
		t.Errorf("an unknown name is the change %v", got)
	}
}

func TestParseChange(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]Changes{
		"cost=2%": {"cost": 2}, "cost=2.5 %": {"cost": 2.5}, "leak=5": {"leak": 5}, "cost=1": nil,
		"cost": nil, "cost=": nil, "cost=0": nil, "cost=51%": nil, "leak=5%": nil, "leak=2.5": nil, "none=3": nil, "cost=NaN": nil,
	} {
		var got Changes
		name, value, err := ParseChange(text)
		if err == nil {
			got = got.With(name, value)
		}
		if !maps.Equal(got, want) || (err == nil) != (want != nil || text == "cost=1") {
			t.Errorf("%q: %v, %v; want %v", text, got, err, want)
		}
	}
}

// A cost that is large enough with one threshold is too small with another.
func TestFindWith(t *testing.T) {
	t.Parallel()
	tl := reduced.Story(t, `tiv-text 1
		0s A start
		0s B start
		0s A monitor-enter M
		10ms B monitor-wait M
		30ms A monitor-exit M
		30ms B monitor-enter M
		100ms A run`)
	costs := func(c Changes) int { return len(FindWith(context.Background(), tl, c, nil).Findings) }
	if few, many := costs(Changes{"cost": 11}), costs(Changes{"cost": 9}); few != 0 || many != 1 {
		t.Errorf("a loss of a tenth: %d findings from 11 %% on, %d from 9 %%", few, many)
	}
}

// Each kind is explained, and nothing else.
func TestExplanations(t *testing.T) {
	t.Parallel()
	for _, kind := range Kinds() {
		if x := Explain(kind); x.Is == "" || x.Next == "" {
			t.Errorf("%s is not explained", kind)
		}
	}
	if len(explanations) != len(Kinds()) {
		t.Errorf("%d explanations of %d kinds", len(explanations), len(Kinds()))
	}
}
