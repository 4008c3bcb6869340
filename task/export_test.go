package task

// Anew returns what differs from one call to the next after which b began anew.
func (b *Builder) Anew() any { return b.settled }

// Pages returns the number of pages that b does not read again.
func (b *Builder) Pages() int { return b.pages }
