package threads

import (
	"context"
	"testing"

	"tiv/internal/background"
)

// pend starts a task that ends once it is cancelled.
func pend[K comparable, T any](l *background.Latest[K, T]) {
	var key K
	l.Update(key, func(ctx context.Context, _ func(float64)) (result T, err error) {
		<-ctx.Done()
		return result, ctx.Err()
	}, func() {})
}

// A panel that is closed ends its sums: they read its trace.
func TestClosedPanelEndsSums(t *testing.T) {
	var p Selection
	group := &p.group
	pend(&group.sum)
	pend(&group.now.now)
	p.Close()
	if _, runs := group.sum.Running(); runs {
		t.Error("the sum goes on")
	}
	if _, runs := group.now.now.Running(); runs {
		t.Error("the states go on")
	}
}
