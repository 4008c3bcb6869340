package background

import (
	"context"
	"errors"
	"testing"
)

func TestDetach(t *testing.T) {
	t.Parallel()
	broken := errors.New("broken")
	ctx, cancel := context.WithCancel(context.Background())
	if v, err := Detach(ctx, func() (int, error) { return 7, broken }, nil); v != 7 || err != broken {
		t.Errorf("result %d, %v", v, err)
	}
	hang, dropped := make(chan bool), make(chan int)
	v, err := Detach(ctx, func() (int, error) {
		cancel()
		<-hang
		return 7, nil
	}, func(v int) { dropped <- v })
	if v != 0 || !errors.Is(err, context.Canceled) {
		t.Errorf("of a call that hangs: %d, %v", v, err)
	}
	close(hang)
	if v := <-dropped; v != 7 {
		t.Errorf("%d was dropped", v)
	}
}
