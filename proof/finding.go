package main

// Finding is a finding as tiv check --json writes it.
type Finding struct {
	Kind     string `json:"kind"`
	Identity string `json:"identity"` // the same in every run
	Severity string `json:"severity"`
	Text     string `json:"text"`
}

// note and cost are the severities of findings that accuse nothing.
const note, cost = "note", "cost"
