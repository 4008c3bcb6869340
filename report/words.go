package report

import "tiv/interaction"

// LayerHelp explains a state, or a merged state.
func LayerHelp(name string) string { return layerHelp[name] }

var layerHelp = map[string]string{
	"running":      "On a processor.",
	"runnable":     "Could run, waits for a processor.",
	"suspended":    "Put to sleep of its own will or by another: sleep, condition, channel.",
	"blocking":     "Waits for a monitor that another thread holds.",
	"IO":           "Waits for a disk, a network or another device.",
	"unknown":      "Alive, but the trace does not say what it does.",
	"executing":    "Running and runnable together.",
	"non-runnable": "Blocking and IO together.",
}

// EvidenceHelp explains evidence.
func EvidenceHelp(e interaction.Evidence) string {
	switch e {
	case interaction.Observed:
		return "Observed: the trace names the holder."
	case interaction.Inferred:
		return "Inferred: the trace names only who ended the wait."
	default:
		return "Unknown: the trace names nobody."
	}
}
