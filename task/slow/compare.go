package slow

import (
	"cmp"
	"context"
	"slices"

	"tiv/internal/ranktest"
	"tiv/task"
	"tiv/timeline"
	"tiv/tracefeed"
)

// Sets are the tasks of one type that are compared, as indexes. No task is in both, nor in those
// of another comparison.
type Sets struct {
	Type       string
	Slow, Fast []int
}

// Comparison says by how much factors differ between the slow and the fast tasks.
type Comparison struct {
	Sets
	// Duration are the durations of the tasks.
	Duration Row
	// Kinds add up to Duration, those with more time of slow tasks first; Factors do, too.
	Kinds   []Row
	Factors []Row
	// Parts are by type, with the tasks themselves as none; Threads are by pattern of their
	// names, without queues. Collections is the time of collections beside the task's work.
	Parts, Threads []Row
	Collections    Row
}

// Row is the time that one factor takes, of all slow and of all fast tasks.
type Row struct {
	// Factor has no more than its kind for the rows of kinds, and nothing for the others.
	Factor
	// Name is the type of a part, empty for the tasks themselves, or the pattern of the names
	// of threads.
	Name string
	// Own is true for the tasks themselves, in a row of parts.
	Own bool
	// Slow and Fast are sums over the tasks; Inferred is the part of Slow that is not observed.
	Slow, Fast, Inferred tracefeed.Time
	// Waits is the number of waits of the slow tasks (Blocking), Tasks that of the slow tasks
	// with any time of a factor.
	Waits, Tasks int
	// More is the mean of the slow tasks without that of the fast ones, in nanoseconds, Share
	// its share of the difference of durations. It is 0 if the slow tasks take no longer.
	More, Share float64
	// P is the probability that the ranks of the tasks differ so much by chance, after a
	// correction for the number of factors; 1 if that was not tested, or the sets are too small.
	P float64
	// Part, Threads and Collecting say where and when a factor has nearly all of its difference:
	// the type of a part of the tasks, the pattern of the names of threads, collections. They
	// are empty, and false, if it is spread.
	Part, Threads string
	Collecting    bool
	key           key
}

// Certain reports whether a factor takes more time of slow tasks by more than chance.
func (r *Row) Certain() bool { return r.More > 0 && r.P <= ranktest.Alpha }

// Compare compares sets of tasks. It reads the trace once for all of them. Once ctx is done, it
// returns its error.
func Compare(ctx context.Context, tl *timeline.Timeline, x *task.Index, sets []Sets) ([]Comparison, error) {
	if len(sets) == 0 {
		return nil, nil
	}
	s := newSpending(tl, x, sets)
	if err := s.spend(ctx); err != nil {
		return nil, err
	}
	s.joinOwn()
	values := s.bySet()
	var out []Comparison
	for n := range sets {
		c := s.compare(n, sets[n])
		c.locate(s, s.sums[n])
		c.test(values[n])
		out = append(out, c)
	}
	return out, ctx.Err()
}

// compare adds up the cells of a set in all ways.
func (s *spending) compare(n int, sets Sets) Comparison {
	c := Comparison{Sets: sets}
	for side, list := range [2][]int{sets.Slow, sets.Fast} {
		for _, i := range list {
			*[2]*tracefeed.Time{&c.Duration.Slow, &c.Duration.Fast}[side] += s.x.Tasks[i].End - s.x.Tasks[i].Start
		}
	}
	c.rate(&c.Duration)
	kinds, factors, parts, threads := map[Kind]*Row{}, map[key]*Row{}, map[int32]*Row{}, map[int32]*Row{}
	for at, t := range s.sums[n] {
		into(kinds, at.kind, t)
		into(factors, at.key, t)
		into(parts, at.part, t)
		if at.kind != Queue {
			into(threads, at.threads, t)
		}
		if at.collecting {
			c.Collections.add(t)
		}
	}
	c.rate(&c.Collections)
	c.Kinds = rows(&c, kinds, func(r *Row, k Kind) { r.Kind = k })
	c.Factors = rows(&c, factors, func(r *Row, k key) { r.Factor, r.key = s.factor(k), k })
	c.Parts = rows(&c, parts, func(r *Row, part int32) {
		if r.Own = part == none; !r.Own {
			r.Name = s.texts.list[part]
		}
	})
	c.Threads = rows(&c, threads, func(r *Row, t int32) { r.Name = s.texts.list[t] })
	return c
}

// into adds to the row of a key.
func into[K comparable](rows map[K]*Row, k K, t *tally) {
	r := rows[k]
	if r == nil {
		r = &Row{}
		rows[k] = r
	}
	r.add(t)
}

// add adds a tally.
func (r *Row) add(t *tally) {
	r.Slow, r.Fast, r.Inferred, r.Waits = r.Slow+t.time[0], r.Fast+t.time[1], r.Inferred+t.inferred[0], r.Waits+t.waits
}

// rate sets what follows from the sums of a row.
func (c *Comparison) rate(r *Row) {
	r.P, r.More = 1, c.more(r.Slow, r.Fast)
	if all := c.more(c.Duration.Slow, c.Duration.Fast); all > 0 {
		r.Share = r.More / all
	}
}

// more returns the difference of means of two sums.
func (c *Comparison) more(slow, fast tracefeed.Time) float64 {
	return float64(slow)/float64(max(1, len(c.Slow))) - float64(fast)/float64(max(1, len(c.Fast)))
}

// rows returns rows that are named, those with the largest difference first.
func rows[K comparable](c *Comparison, of map[K]*Row, name func(r *Row, k K)) (list []Row) {
	for k, r := range of {
		name(r, k)
		c.rate(r)
		list = append(list, *r)
	}
	slices.SortFunc(list, func(a, b Row) int {
		return cmp.Or(cmp.Compare(b.More, a.More), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Name, b.Name), a.compare(&b.Factor))
	})
	return list
}

// compare orders factors of a kind.
func (f *Factor) compare(o *Factor) int {
	return cmp.Or(cmp.Compare(f.Object, o.Object), cmp.Compare(f.Holding, o.Holding), cmp.Compare(f.Holder, o.Holder),
		cmp.Compare(f.Owners, o.Owners), cmp.Compare(f.Cause, o.Cause), cmp.Compare(f.Function, o.Function))
}

// factor returns the factor with a key.
func (s *spending) factor(k key) Factor {
	return Factor{Kind: k.kind, Object: k.object, Holding: k.holding, Holder: s.texts.list[k.holder], Owners: s.texts.list[k.owners],
		Cause: k.cause, Function: s.functions[k.function]}
}
