package session

// Recording is the recording of a running program.
type Recording struct {
	// Path is the path of the trace, which grows. About says how the program is recorded.
	Path, About string
	// Stop ends the recording, and does not wait for that.
	Stop func()
	// Done is closed when the recording has ended. Err returns its error from then on.
	Done <-chan struct{}
	Err  func() error
}

// end ends a recording; nil has ended.
func (r *Recording) end() {
	if r != nil {
		r.Stop()
	}
}

// ended reports whether the recording has ended.
func (r *Recording) ended() bool {
	select {
	case <-r.Done:
		return true
	default:
		return false
	}
}
