//go:build !unix

package incident

// OnSignal does nothing: there is no such signal here.
func OnSignal(func()) (stop func()) { return func() {} }
