package filter

// SetMostContacts sets how many stretches of time are remembered for each name,
// and returns what sets it back.
func SetMostContacts(n int) (back func()) {
	before := mostContacts
	mostContacts = n
	return func() { mostContacts = before }
}
