package slicing

import (
	"context"
	"testing"
)

// A dialog that computes keeps the window from being at rest.
func TestBusy(t *testing.T) {
	var d Editor
	d.shares.Update(draftKey{index: 1}, func(ctx context.Context, _ func(float64)) (sliceShares, error) {
		<-ctx.Done()
		return sliceShares{}, ctx.Err()
	}, func() {})
	if d.Busy() {
		t.Error("a closed dialog is busy")
	}
	if d.Open = true; !d.Busy() {
		t.Error("the dialog is at rest while it computes")
	}
	if d.Close(); d.Busy() {
		t.Error("the dialog is busy after its work has ended")
	}
}
