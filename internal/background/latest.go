package background

// Latest caches the result of a computation for one key. When the key changes,
// a single job computes the new result, and the old one is available until
// then. It belongs to one goroutine. The zero value is empty.
type Latest[K comparable, T any] struct {
	// Value is the cached result, and Key its key, if Present is set.
	Present bool
	Key     K
	Value   T

	job    *Job[T]
	wanted K // by job
}

// Update requests the result for a key: it takes over a finished result, and
// starts f if there is neither a result nor a job for the key. A job for
// another key is cancelled; wake is called when it ends, and the next Update
// starts f. Update does not wait. It reports whether it started f.
func (l *Latest[K, T]) Update(key K, f Func[T], wake func()) (started bool) {
	if l.job != nil && l.job.Done() {
		if value, err := l.job.Result(); err == nil {
			l.Present, l.Key, l.Value = true, l.wanted, value
		}
		l.job = nil
	}
	switch {
	case l.job != nil && l.wanted != key:
		l.job.Cancel()
	case l.job == nil && !(l.Present && l.Key == key):
		l.wanted, l.job = key, Start(f, wake)
		return true
	}
	return false
}

// Running returns the key of the running job; ok is false if there is none.
func (l *Latest[K, T]) Running() (key K, ok bool) { return l.wanted, l.job != nil }

// Progress returns the progress of the running job, from 0 to 1; 1 if there is
// none.
func (l *Latest[K, T]) Progress() float64 {
	if l.job == nil {
		return 1
	}
	return l.job.Progress()
}

// Pause cancels the job and keeps the result. The next Update starts again.
func (l *Latest[K, T]) Pause() {
	if l.job != nil {
		l.job.Cancel()
	}
}

// Reset cancels the job and drops the result. It does not wait: a job that
// still runs stays, and a later Reset drops it.
func (l *Latest[K, T]) Reset() {
	if l.Pause(); l.job == nil || l.job.Done() {
		*l = Latest[K, T]{}
	}
}

// Close stops the job, and waits for its goroutine to end.
func (l *Latest[K, T]) Close() {
	l.job.Stop()
	l.job = nil
}
