package filter

// SetMostContacts sets the number of intervals cached for each name, and
// returns a function that resets it.
func SetMostContacts(n int) (back func()) {
	before := mostContacts
	mostContacts = n
	return func() { mostContacts = before }
}
