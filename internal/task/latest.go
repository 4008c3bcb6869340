package task

// Latest caches the result of a computation for one key. When the key changes,
// a single task computes the new result, and the old one is available until
// then. It belongs to one goroutine. The zero value is empty.
type Latest[K comparable, T any] struct {
	// Value is the cached result, and Key its key, if Present is set.
	Present bool
	Key     K
	Value   T

	task   *Task[T]
	wanted K // by task
}

// Update requests the result for a key: it takes over a finished result, and
// starts f if there is neither a result nor a task for the key. A task for
// another key is cancelled; wake is called when it ends, and the next Update
// starts f. Update does not wait. It reports whether it started f.
func (l *Latest[K, T]) Update(key K, f Func[T], wake func()) (started bool) {
	if l.task != nil && l.task.Done() {
		if value, err := l.task.Result(); err == nil {
			l.Present, l.Key, l.Value = true, l.wanted, value
		}
		l.task = nil
	}
	switch {
	case l.task != nil && l.wanted != key:
		l.task.Cancel()
	case l.task == nil && !(l.Present && l.Key == key):
		l.wanted, l.task = key, Start(f, wake)
		return true
	}
	return false
}

// Running returns the key of the running task; ok is false if there is none.
func (l *Latest[K, T]) Running() (key K, ok bool) { return l.wanted, l.task != nil }

// Progress returns the progress of the running task, from 0 to 1; 1 if there is
// none.
func (l *Latest[K, T]) Progress() float64 {
	if l.task == nil {
		return 1
	}
	return l.task.Progress()
}

// Pause cancels the task and keeps the result. The next Update starts again.
func (l *Latest[K, T]) Pause() {
	if l.task != nil {
		l.task.Cancel()
	}
}

// Reset cancels the task and drops the result. It does not wait: a task that
// still runs stays, and a later Reset drops it.
func (l *Latest[K, T]) Reset() {
	if l.Pause(); l.task == nil || l.task.Done() {
		*l = Latest[K, T]{}
	}
}

// Close stops the task, and waits for its goroutine to end.
func (l *Latest[K, T]) Close() {
	l.task.Stop()
	l.task = nil
}
