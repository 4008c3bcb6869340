package task

import "context"

// Detach runs f in a goroutine and returns its result. If ctx is done before
// that, Detach returns the context's error, and the result is dropped. It is for
// calls that cannot be cancelled, such as reading a folder of a network that does
// not answer: nothing waits for the goroutine, which ends when the call returns.
func Detach[T any](ctx context.Context, f func() (T, error)) (T, error) {
	type result struct {
		value T
		err   error
	}
	done := make(chan result, 1)
	go func() {
		value, err := f()
		done <- result{value, err}
	}()
	select {
	case r := <-done:
		return r.value, r.err
	case <-ctx.Done():
		var none T
		return none, ctx.Err()
	}
}
