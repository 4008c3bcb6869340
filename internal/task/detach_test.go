package task

import (
	"context"
	"errors"
	"testing"
)

func TestDetach(t *testing.T) {
	t.Parallel()
	broken := errors.New("broken")
	ctx, cancel := context.WithCancel(context.Background())
	if v, err := Detach(ctx, func() (int, error) { return 7, broken }); v != 7 || err != broken {
		t.Errorf("result %d, %v", v, err)
	}
	hang := make(chan bool)
	defer close(hang)
	v, err := Detach(ctx, func() (int, error) {
		cancel()
		<-hang
		return 7, nil
	})
	if v != 0 || !errors.Is(err, context.Canceled) {
		t.Errorf("of a call that hangs: %d, %v", v, err)
	}
}
