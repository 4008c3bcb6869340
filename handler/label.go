package handler

// Label is what a node of the trie does.
type Label uint8

const (
	// Any: there are too few samples to tell.
	Any Label = iota
	// Waiting, Reading and Running: nearly all of its samples are in the class.
	Waiting
	Reading
	Running
	// Mixed: its samples are in several classes.
	Mixed
	numLabels
)

// String returns the word of the paper.
func (l Label) String() string { return [numLabels]string{"ANY", "WAIT", "IO", "RUN", "MIXED"}[l] }

// judged is the label of a node, and the amounts that it follows from.
type judged struct {
	Label
	counts Counts
}

// label returns the label of a node, by its own amounts. If they are too few, the amounts of its
// subtree count.
func (t *Trie) label(th *Thresholds, own, subtree *Counts) judged {
	switch {
	case t.enough(own, th.own, th):
		return judged{t.judge(th, own), *own}
	case t.enough(subtree, th.subtree, th):
		return judged{t.judge(th, subtree), *subtree}
	}
	return judged{Any, *subtree}
}

// enough reports whether there are enough samples for a label.
func (t *Trie) enough(c *Counts, samples int64, th *Thresholds) bool {
	sum := c.Sum()
	return sum > 0 && sum/t.Unit >= samples && share(sum, t.Instants) >= th.least
}

// judge returns the label that enough amounts have.
func (t *Trie) judge(th *Thresholds, c *Counts) Label {
	sum := c.Sum()
	switch {
	case share(c[Wait], sum) > th.wait && share(c[Wait], t.Instants) > th.waitInstants:
		return Waiting
	case share(c[IO], sum) > th.io && share(c[IO], t.Instants) > th.ioInstants:
		return Reading
	case share(c[Run]+c[IO], sum) > th.run:
		return Running
	}
	return Mixed
}

// share returns a part of a whole, 1 if there is no whole.
func share(part, whole int64) float64 {
	if whole <= 0 {
		return 1
	}
	return float64(part) / float64(whole)
}

// Labels returns the label of each node of a trie.
func (t *Trie) Labels(th Thresholds) []Label {
	subtrees, labels := t.Subtrees(), make([]Label, len(t.Nodes))
	for i := range t.Nodes {
		labels[i] = t.label(&th, &t.Nodes[i].Counts, &subtrees[i]).Label
	}
	return labels
}
