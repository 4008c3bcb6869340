package keys

// Recorder has the input that the window has recorded since the last frame.
type Recorder struct {
	// Keys are recorded with their modifiers, because Dear ImGui merges events
	// whose order matters. Typed text stays until it is consumed.
	Pressed []Press
	Typed   []rune   // signs, in their order
	Dropped []string // paths of files dropped on the window
	// Patience is the number of frames that typed text waits for a field
	// that is about to have the keyboard.
	Patience int
}

// ExpectTyping keeps typed text, for some frames, for a field that is about to get
// the keyboard focus.
func (r *Recorder) ExpectTyping() { r.Patience = 10 }
