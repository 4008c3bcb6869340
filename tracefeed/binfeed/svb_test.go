package binfeed

import (
	"math/rand/v2"
	"slices"
	"testing"
)

func TestColumn(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 2))
	for n := range 70 {
		for range 20 {
			want := make([]int32, n)
			for i := range want {
				want[i] = int32(rng.Uint32() >> (8 * rng.IntN(4)))
			}
			data := appendColumn([]byte("x"), want)
			got := make([]int32, n)
			rest, ok := decodeColumn(got, append(slices.Clone(data), "yz"...)[1:])
			if !ok || string(rest) != "yz" || !slices.Equal(got, want) {
				t.Fatalf("%v became %v, rest %q, %v", want, got, rest, ok)
			}
			if n%4 > 0 { // the rest of the last control byte has no meaning
				data[(n+3)/4] |= byte(rng.IntN(256)) << (2 * (n % 4))
			}
			p := newParser(append(slices.Clone(data), "yz"...)[1:])
			if skipColumn(p, uint64(n)); p.Bad || string(p.Rest) != "yz" {
				t.Fatalf("%v: after it comes %q, %v", want, p.Rest, p.err())
			}
			for short := 1; short < len(data); short++ {
				p := newParser(data[1:short:short])
				if skipColumn(p, uint64(n)); !p.Bad {
					t.Fatalf("%d numbers skipped in %d of %d bytes", n, short-1, len(data)-1)
				}
				if _, ok := decodeColumn(got, data[1:short:short]); ok {
					t.Fatalf("%d numbers decoded from %d of %d bytes", n, short-1, len(data)-1)
				}
			}
		}
	}
}

func BenchmarkColumn(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 2))
	values := make([]int64, 64<<10)
	for i := range values {
		values[i] = int64(rng.Uint32() >> []uint{24, 24, 24, 24, 24, 24, 16, 16, 16, 8}[rng.IntN(10)])
	}
	data := appendColumn(nil, values)
	b.Run("decode", func(b *testing.B) {
		for b.Loop() {
			decodeColumn(values, data)
		}
		b.ReportMetric(float64(b.N)*float64(len(values))/b.Elapsed().Seconds()/1e6, "M/s")
	})
	b.Run("encode", func(b *testing.B) {
		for b.Loop() {
			data = appendColumn(data[:0], values)
		}
		b.ReportMetric(float64(b.N)*float64(len(values))/b.Elapsed().Seconds()/1e6, "M/s")
	})
}

func TestBelow8(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(8, 8))
	for range 2000 {
		in := make([]byte, 8*rng.IntN(5))
		n := 1 + rng.IntN(140)
		for i := range in {
			in[i] = byte(rng.IntN(n))
		}
		if below8(in, n) != (n <= 128) {
			t.Fatalf("%v: all are below %d", in, n)
		}
		if len(in) == 0 {
			continue
		}
		in[rng.IntN(len(in))] = byte(n + rng.IntN(256-n))
		if below8(in, n) {
			t.Fatalf("%v: not all are below %d", in, n)
		}
	}
	if below8(make([]byte, 7), 9) {
		t.Error("sure of seven bytes")
	}
}
