package taskplot

import (
	"context"

	"tiv/internal/background"
	"tiv/scene/view"
)

// Cache has the columns of the last picture.
type Cache struct {
	latest background.Latest[columnsOf, *Columns]
	wanted columnsOf // without an index for a picture without tasks
	chosen selection
}

// fewTasks is the number of tasks whose columns a frame makes by itself, although its Builder has a
// limit.
const fewTasks = 20_000

// Update returns the columns of a look, or else the last ones of a draft: perhaps of other measures,
// or of less of the trace; nil if there are none yet. Without a limit of events there are no drafts.
func (k *Cache) Update(l *view.Look, maxEvents int) (c *Columns, draft bool) {
	k.wanted = columnsOf{}
	if l.Tasks == nil {
		return nil, true
	}
	k.wanted = wanted(l)
	r := &k.latest
	if !(r.Present && r.Key == k.wanted) && (maxEvents == 0 || len(l.Tasks.Tasks) <= fewTasks) {
		r.Present, r.Key, r.Value = true, k.wanted, newColumns(context.Background(), k.wanted, r.Value)
	}
	k.chosen.update(l, r.Value)
	return r.Value, !(r.Present && r.Key == k.wanted)
}

// Refine makes the columns that the last picture lacks, in a goroutine, and takes them over. It
// reports whether there are new ones, and never waits.
func (k *Cache) Refine(notify func()) (better bool) {
	if k.wanted.index == nil {
		k.latest.Pause()
		return false
	}
	before, of := k.latest.Value, k.wanted
	k.latest.Update(of, func(ctx context.Context, _ func(float64)) (*Columns, error) {
		c := newColumns(ctx, of, before)
		return background.OrCanceled(c, c != nil)
	}, notify)
	return k.latest.Value != before
}

// Unseen says that the last frame has no columns, so that none are made.
func (k *Cache) Unseen() { k.wanted = columnsOf{} }

// Drop drops the columns, and cancels the goroutine.
func (k *Cache) Drop() {
	k.wanted, k.chosen = columnsOf{}, selection{}
	k.latest.Reset()
}

// Stop ends the goroutine, and waits for it.
func (k *Cache) Stop() { k.latest.Close() }

// IsSelected reports whether a task of the last columns is selected, AnySelected whether any is. Version
// changes with the selection.
func (k *Cache) IsSelected(i int) bool { return k.chosen.has(i) }

func (k *Cache) AnySelected() bool { return k.chosen.any() }

func (k *Cache) Version() int { return k.chosen.version }

// Selected describes the selected tasks.
func (k *Cache) Selected() string { return k.chosen.words }
