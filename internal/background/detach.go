package background

import "context"

// Detach runs f in a goroutine and returns its result. If ctx is done before
// that, Detach returns the context's error, and drop frees the result; nil if there is
// nothing to free. Detach is for calls that cannot be cancelled, such as reading a folder of
// a network that does not answer: nothing waits for the goroutine, which ends when the call
// returns.
func Detach[T any](ctx context.Context, f func() (T, error), drop func(T)) (T, error) {
	type result struct {
		value T
		err   error
	}
	done := make(chan result)
	go func() {
		value, err := f()
		select {
		case done <- result{value, err}:
		case <-ctx.Done():
			if drop != nil {
				drop(value)
			}
		}
	}()
	select {
	case r := <-done:
		return r.value, r.err
	case <-ctx.Done():
		var none T
		return none, ctx.Err()
	}
}
