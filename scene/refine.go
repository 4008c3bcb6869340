package scene

// MaxEvents is the number of events that a window lets its Builder read for
// one frame, which takes about a hundredth of a second.
const MaxEvents = 1_000_000

// ApproximateNote is the text of captions for a draft.
const ApproximateNote = "draft, reading …"

// LateNote is the text of captions while the result of a filter is pending.
const LateNote = "filter pending, reading …"

// Refine makes the last frame exact if it is a draft, adds up the waits that it left out,
// and reads calls: it starts goroutines that read the trace, and takes over
// their results. Call it before each Frame; it never blocks. It reports whether
// the next frame will be better than the last. It calls notify, from another
// goroutine, whenever Refine should be called again. Stop must be called in the
// end.
func (b *Builder) Refine(notify func()) (better bool) {
	divided, lanes := b.slices.Refine(notify), b.lanes.Refine(notify)
	shares, pairs := b.shares.Refine(notify), b.links.refine(notify, b.Animating)
	return shares || pairs || lanes || divided
}

// DropCaches drops the data cached for the next frame, which then takes longer, and
// cancels the goroutines of Refine. It never blocks.
func (b *Builder) DropCaches() {
	b.shares.Drop()
	b.links.drop()
	b.slices.Drop()
	b.lanes.Drop()
}

// Stop ends the goroutines of Refine, if there are any.
func (b *Builder) Stop() {
	b.shares.Stop()
	b.links.stop()
	b.slices.Stop()
	b.lanes.Stop()
}
