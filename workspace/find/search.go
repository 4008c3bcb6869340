package find

import (
	"cmp"
	"runtime"
	"slices"
	"sync"
)

// maxHits is the largest number of hits of a search.
const maxHits = 1000

// found is an entry that fits.
type found struct {
	entry int32
	score Score
}

// Search returns the best matches, no more than limit: by score, and those with
// equal scores in the natural order of names. Every name matches an empty
// query.
func (x *Index) Search(text string, limit int) []Hit {
	q, ok := newQuery(text)
	limit = min(limit, maxHits)
	if !ok || limit <= 0 {
		return nil
	}
	hits := make([]Hit, 0, limit)
	for _, f := range x.best(&q, limit) {
		e := &x.entries[f.entry]
		hits = append(hits, Hit{e.kind, int(e.id), e.name, ranges(e.name, &q, f.score), f.score})
	}
	return hits
}

// best searches all entries, in several goroutines if there are many.
func (x *Index) best(q *query, limit int) []found {
	const each = 8192
	n := max(1, min(runtime.GOMAXPROCS(0), len(x.entries)/each))
	parts := make([][]found, n)
	var wait sync.WaitGroup
	for i := range parts {
		wait.Go(func() {
			parts[i] = x.bestOf(q, len(x.entries)*i/n, len(x.entries)*(i+1)/n, limit)
		})
	}
	wait.Wait()
	all := slices.Concat(parts...)
	slices.SortFunc(all, x.compare)
	return all[:min(limit, len(all))]
}

// compare orders matches, the best first.
func (x *Index) compare(a, b found) int {
	return cmp.Or(cmp.Compare(b.score, a.score), x.before(a.entry, b.entry))
}

// bestOf searches the names of the entries in [from, to), with their aliases. The
// result is sorted.
func (x *Index) bestOf(q *query, from, to, limit int) []found {
	var best []found
	for i := from; i < to; i++ {
		if x.entries[i].alias {
			continue // examined with the name before it
		}
		f := found{int32(i), x.names.match(&x.names.places[i], q)}
		for next := i + 1; next < len(x.entries) && x.entries[next].alias; next++ {
			// Parts of ids mean nothing to a user.
			if s := x.names.match(&x.names.places[next], q); s >= Prefix && s > f.score {
				f = found{int32(next), s}
			}
		}
		if f.score == NoMatch || len(best) == limit && x.compare(f, best[limit-1]) > 0 {
			continue
		}
		at, _ := slices.BinarySearchFunc(best, f, x.compare)
		best = slices.Insert(best[:min(len(best), limit-1)], at, f)
	}
	return best
}
