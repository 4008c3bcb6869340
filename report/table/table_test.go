package table

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/fvbommel/sortorder"
)

type row struct {
	name string
	n    int64
}

var columns = []Column[row]{
	{Head: Head{Name: "id", Title: "name"}, Text: func(r *row) string { return "#" + r.name },
		Shown: func(r *row) string { return r.name }},
	{Head: Head{Name: "n_ns", Title: "n", Kind: Duration}, Number: func(r *row) int64 { return r.n }},
	{Head: Head{Title: "twice", Kind: Count}, Number: func(r *row) int64 { return 2 * r.n }},
	{Head: Head{Name: "is", Kind: Truth}, Number: func(r *row) int64 { return r.n & 1 }},
}

func nobody(float64) {}

// order is a slow implementation of Order.
func order(t *Table, rows []row, q Query) (list []int32) {
	low := strings.ToLower(q.Find)
	for i := range rows {
		is := strings.ToLower(fmt.Sprintf("#%s\n%s\n%s", rows[i].name, t.Shown(i, 1), t.Shown(i, 2)))
		if strings.Contains(is, low) {
			list = append(list, int32(i))
		}
	}
	compare := func(a, b int32) int { return 0 }
	switch q.Column {
	case 0:
		compare = func(a, b int32) int {
			x, y := rows[a].name, rows[b].name
			if c := sortorder.NaturalCompare(strings.ToLower(x), strings.ToLower(y)); c != 0 {
				return c
			}
			return strings.Compare(x, y)
		}
	case 1:
		compare = func(a, b int32) int {
			if rows[a].n < rows[b].n {
				return -1
			}
			return int(min(1, uint64(rows[a].n-rows[b].n)))
		}
	}
	slices.SortStableFunc(list, func(a, b int32) int {
		if q.Backwards {
			return -compare(a, b)
		}
		return compare(a, b)
	})
	return list
}

func TestOrderRandom(t *testing.T) {
	t.Parallel()
	for seed := range uint64(500) {
		rng := rand.New(rand.NewPCG(seed, 1))
		rows := make([]row, rng.IntN(60))
		for i := range rows {
			rows[i] = row{fmt.Sprint([]string{"a ", "B ", "b", ""}[rng.IntN(4)], rng.IntN(12)), rng.Int64N(5)}
			if rng.IntN(4) == 0 {
				rows[i].n = []int64{0, -1, math.MaxInt64, math.MinInt64 + 1, 1500, 1_500_000}[rng.IntN(6)]
			}
		}
		tab := New(rows, columns)
		for _, text := range []string{"", "b", "A 1", "1", "#", "1.5 ", "µS", "zz", " 1"} {
			for column := -1; column < 2; column++ {
				q := Query{text, column, rng.IntN(2) == 0}
				got, ok := tab.Order(context.Background(), q, nobody)
				if want := order(tab, rows, q); !ok || !slices.Equal(got, want) {
					t.Fatalf("seed %d, %+v: got %v, want %v of %v", seed, q, got, want, rows)
				}
			}
		}
	}
}

func TestOrderStops(t *testing.T) {
	t.Parallel()
	ctx, stop := context.WithCancel(context.Background())
	tab := New(make([]row, 3*someRows), columns)
	for column, after := range map[int]float64{-1: 0.1, 0: 0.3, 1: 0.7} {
		ctx, stop := context.WithCancel(ctx)
		last := -1.0
		_, ok := tab.Order(ctx, Query{Column: column, Find: ""}, func(share float64) {
			if share < last {
				t.Errorf("it went back from %v to %v", last, share)
			}
			if last = share; share > after {
				stop()
			}
		})
		if ok || last > after+0.3 {
			t.Errorf("column %d: it went on to %v, %t", column, last, ok)
		}
	}
	stop()
}

func TestWrite(t *testing.T) {
	t.Parallel()
	tab := New([]row{{"a,b", 1}, {"c\"d", -2}, {"e", 3}}, columns)
	var b bytes.Buffer
	if n, err := tab.Write(&b, CSV, []int32{2, 0, 1}, 0); n != 3 || err != nil {
		t.Fatal(n, err)
	}
	if want := "id,n_ns,is\n#e,3,true\n\"#a,b\",1,true\n\"#c\"\"d\",-2,false\n"; b.String() != want {
		t.Errorf("got %q, want %q", b.String(), want)
	}
	many := make([]int32, 100_000)
	b.Reset()
	n, err := tab.Write(&b, CSV, many, 200_000)
	if lines := strings.Count(b.String(), "\n"); err != nil || n != lines-1 || b.Len() < 200_000 || b.Len() > 200_100 {
		t.Errorf("%d rows, %d lines, %d bytes: %v", n, lines, b.Len(), err)
	}
	if _, err := tab.Write(full{}, CSV, many, 0); !errors.Is(err, errFull) {
		t.Error(err)
	}
}

var errFull = errors.New("full")

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errFull }

func TestShown(t *testing.T) {
	t.Parallel()
	for _, x := range []struct {
		head Head
		n    int64
		want string
	}{
		{Head{Kind: Duration}, 1500, "1.5 µs"},
		{Head{Kind: Duration, Whole: 3000}, 1000, "33.3 %"},
		{Head{Kind: Duration, Whole: 3000}, 3000, "100.0 %"},
		{Head{Kind: Moment}, 1_000_000_001, "1.000000001 s"},
		{Head{Kind: Moment}, 999_999_999, "0.999999999 s"},
		{Head{Kind: Count}, 1234567, "1234567"},
		{Head{Kind: Truth}, 1, "yes"},
		{Head{Kind: Truth}, 0, ""},
	} {
		if got := x.head.show(x.n); got != x.want {
			t.Errorf("%+v of %d is %q, want %q", x.head, x.n, got, x.want)
		}
	}
}

// BenchmarkOrder sorts and searches a million rows.
func BenchmarkOrder(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 1))
	rows := make([]row, 1_000_000)
	for i := range rows {
		rows[i] = row{fmt.Sprint("worker ", rng.IntN(1000)), rng.Int64N(1e9)}
	}
	tab := New(rows, columns)
	for name, q := range map[string]Query{"numbers": {"", 1, false}, "names": {"", 0, false},
		"find name": {"worker 7", -1, false}, "find number": {"77", -1, false}} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, ok := tab.Order(context.Background(), q, nobody); !ok {
					b.Fatal("it stopped")
				}
			}
		})
	}
}
