package table

import (
	"context"
	"slices"
	"strings"

	"github.com/fvbommel/sortorder"

	"tiv/internal/radix"
)

// Query selects and sorts the rows of a table.
type Query struct {
	// Find is a text that a cell of the row must contain, ignoring case; ""
	// matches all rows.
	Find string
	// Column is the column to sort by; equal rows keep their order. -1 keeps the
	// order of all rows.
	Column    int
	Backwards bool
}

// someRows is the number of rows processed between checks of the context.
const someRows = 1 << 14

// Order returns the numbers of the selected rows, sorted. It calls tell with
// its progress, from 0 to 1. ok is false if ctx was done before the end.
func (t *Table) Order(ctx context.Context, q Query, tell func(share float64)) (rows []int32, ok bool) {
	rows, ok = t.find(ctx, q.Find, func(share float64) { tell(share / 2) })
	if !ok || q.Column < 0 || q.Column >= len(t.Heads) {
		return rows, ok
	}
	keys, ok := t.keys(ctx, q.Column, rows, func(share float64) { tell(0.5 + share/2) })
	if !ok {
		return nil, false
	}
	return sortBy(rows, keys, q.Backwards), ctx.Err() == nil
}

// sortBy returns the rows sorted by keys.
func sortBy(rows []int32, keys []uint64, backwards bool) []int32 {
	if len(keys) == 0 {
		return rows
	}
	least, most := slices.Min(keys), slices.Max(keys)
	items := make([]radix.Item, 2*len(keys))
	for i, k := range keys {
		if backwards {
			k = least + most - k
		}
		items[i] = radix.Item{Key: k - least, At: rows[i]}
	}
	sorted := make([]int32, len(rows))
	for i, item := range radix.Sort(items[:len(keys)], items[len(keys):]) {
		sorted[i] = item.At
	}
	return sorted
}

// keys returns a number for each row that has the order of the column.
func (t *Table) keys(ctx context.Context, column int, rows []int32, tell func(float64)) (keys []uint64, ok bool) {
	of := t.columns[column].number
	if t.Heads[column].Kind == Text {
		rank, ok := t.ranks(ctx, column, rows)
		if !ok {
			return nil, false
		}
		of = func(row int) int64 { return rank[t.columns[column].shown(row)] }
	}
	keys = make([]uint64, len(rows))
	for i, row := range rows {
		if i%someRows == 0 {
			if tell(float64(i) / float64(len(rows))); ctx.Err() != nil {
				return nil, false
			}
		}
		keys[i] = uint64(of(int(row))) ^ 1<<63 // keeps the order of negative numbers
	}
	return keys, true
}

// ranks returns the place of each text of a column in their natural order.
func (t *Table) ranks(ctx context.Context, column int, rows []int32) (rank map[string]int64, ok bool) {
	rank = map[string]int64{}
	for i, row := range rows {
		if i%someRows == 0 && ctx.Err() != nil {
			return nil, false
		}
		rank[t.columns[column].shown(int(row))] = 0
	}
	type text struct{ is, low string }
	list := make([]text, 0, len(rank))
	for s := range rank {
		list = append(list, text{s, strings.ToLower(s)})
	}
	slices.SortFunc(list, func(a, b text) int {
		if c := sortorder.NaturalCompare(a.low, b.low); c != 0 {
			return c
		}
		return strings.Compare(a.is, b.is)
	})
	for i, s := range list {
		rank[s.is] = int64(i)
	}
	return rank, true
}

// find returns the rows that hold a text.
func (t *Table) find(ctx context.Context, text string, tell func(float64)) (rows []int32, ok bool) {
	f := t.finder(text)
	rows = make([]int32, 0, t.Len)
	for row := range t.Len {
		if row%someRows == 0 {
			if tell(float64(row) / float64(t.Len)); ctx.Err() != nil {
				return nil, false
			}
		}
		if text == "" || f.holds(row) {
			rows = append(rows, int32(row))
		}
	}
	return rows, true
}

// finder searches rows for a text.
type finder struct {
	t       *Table
	text    string // in small letters
	numbers bool   // it may be in a number
	// known caches the results of texts, because columns repeat few.
	known map[string]bool
}

func (t *Table) finder(text string) *finder {
	f := &finder{t: t, text: strings.ToLower(text), known: map[string]bool{}}
	f.numbers = strings.Trim(f.text, "0123456789.-+ %enuµmsihy") == ""
	return f
}

func (f *finder) holds(row int) bool {
	for i := range f.t.columns {
		switch c, h := &f.t.columns[i], &f.t.Heads[i]; {
		case h.Kind == Text:
			if f.in(c.text(row)) || f.in(c.shown(row)) {
				return true
			}
		case f.numbers && h.Title != "" && strings.Contains(h.show(c.number(row)), f.text):
			return true
		}
	}
	return false
}

func (f *finder) in(s string) bool {
	is, known := f.known[s]
	if !known {
		is = strings.Contains(strings.ToLower(s), f.text)
		const most = 1 << 16 // if all texts differ, a cache is useless
		if len(f.known) < most {
			f.known[s] = is
		}
	}
	return is
}
