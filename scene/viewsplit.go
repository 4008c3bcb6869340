package scene

// Split is Timeline on the left and Interaction on the right, which line up
// because a bar has the same height in both.
var Split = &ViewKind{
	Name: "split", Title: "Split view", Label: "Split", Key: "4",
	Help:     "The timeline and the interaction view side by side.",
	TimeAxis: true,
	Moment:   true,
	parts:    []viewPart{{Timeline, 0.58}, {Interaction, 0.42}},
}
