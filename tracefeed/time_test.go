package tracefeed

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

func TestParseTime(t *testing.T) {
	for s, want := range map[string]Time{
		"0ns": 0, "0s": 0, "0.000s": 0, "00s": 0, "007us": 7000,
		"1ns": 1, "1us": 1000, "1ms": 1e6, "1s": 1e9, "1m": 60e9, "1h": 3600e9,
		"1.5us": 1500, "1.0ns": 1, "1.000ns": 1, "0.001us": 1, "0.000000001s": 1,
		"12.345678901s": 12345678901, "2.50m": 150e9, "0.25h": 900e9,
		// Fractions of a minute and an hour that are whole nanoseconds.
		"0.0000000001m": 6, "0.00000000005m": 3, "0.000000000005h": 18, "0.0000000000025h": 9,
		"9223372036854775807ns":        math.MaxInt64,
		"9223372036.854775807s":        math.MaxInt64,
		"9223372036854775.807us":       math.MaxInt64,
		"2562047h":                     2562047 * Hour,
		"000000000000000000000000001s": Second,
		"1.000000000000000000000000s":  Second,
	} {
		if got, err := ParseTime(s); err != nil || got != want {
			t.Errorf("ParseTime(%q) = %d, %v, want %d", s, got, err, want)
		}
	}
}

func TestParseTimeRefuses(t *testing.T) {
	for _, s := range []string{
		"", "s", "ns", "5", "5x", "5 s", " 5s", "5s ", "5S", "5µs", "+5s", "-5s", "-0s", "1e3s", "0x5s", "1_000s", "٣s",
		".5s", "5.s", ".s", "1..2s", "1.2.3s", "1,5s", "NaNs", "Infs", "1.-5s",
		"0.5ns", "1.0005us", "0.0000000001s", "0.00000000001m", "0.000000000001h", "0.00000000000001h",
		"9223372036854775808ns", "9223372036.854775808s", "9223372037s", "153722868m", "2562048h", "2562047.8h",
		"99999999999999999999999s", "9223372036854775808us",
	} {
		if got, err := ParseTime(s); err == nil {
			t.Errorf("ParseTime(%q) = %d, want an error", s, got)
		} else if !strings.Contains(err.Error(), "invalid time") {
			t.Errorf("ParseTime(%q): %v does not say what is wrong", s, err)
		}
	}
}

// An invalid time comes from outside and may be long.
func TestParseTimeClipsItsMessage(t *testing.T) {
	_, err := ParseTime(strings.Repeat("x", 1<<20))
	if err == nil || len(err.Error()) > 200 {
		t.Errorf("got an error of %d bytes", len(err.Error()))
	}
}

func TestExact(t *testing.T) {
	for in, want := range map[Time]string{
		0: "0s", 1: "1ns", 999: "999ns", 1000: "1us", 1500: "1500ns", 1500 * Microsecond: "1500us",
		2 * Second: "2s", 90 * Second: "90s", Hour: "3600s", Second + 1: "1000000001ns", Second + Millisecond: "1001ms",
		math.MaxInt64: "9223372036854775807ns", -5 * Millisecond: "-5ms",
	} {
		if got := in.Exact(); got != want {
			t.Errorf("Exact(%d) = %q, want %q", int64(in), got, want)
		}
	}
}

func TestExactReadsBack(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 20000 {
		in := Time(rng.Int64() >> rng.IntN(63))
		switch rng.IntN(4) {
		case 0:
			in = in / Second * Second
		case 1:
			in = in / Microsecond * Microsecond
		}
		if got, err := ParseTime(in.Exact()); err != nil || got != in {
			t.Fatalf("%d is written %q and reads back as %d, %v", int64(in), in.Exact(), got, err)
		}
	}
}

func TestTimeString(t *testing.T) {
	for in, want := range map[Time]string{
		0: "0 ns", 1: "1 ns", 999: "999 ns", -7: "-7 ns", 1000: "1 µs", 1234: "1.234 µs", 12345: "12.35 µs",
		999949: "999.9 µs", 999950: "1 ms", 999999: "1 ms", 999999999: "1 s", Millisecond: "1 ms",
		4218 * Microsecond: "4.218 ms", 123456 * Microsecond: "123.5 ms",
		Second: "1 s", -1500 * Millisecond: "-1.5 s", 4218 * Millisecond: "4.218 s", 599 * Second: "599 s",
		10 * Minute: "10 min", 59*Minute + 30*Second: "59.5 min", Hour: "1 h", 36 * Hour: "36 h",
		9999 * Hour: "9999 h", 123456 * Hour: "123456 h", math.MaxInt64: "2562047 h", math.MinInt64: "-2562047 h",
	} {
		if got := in.String(); got != want {
			t.Errorf("String(%d) = %q, want %q", int64(in), got, want)
		}
	}
}
