package report

import "tiv/interaction"

// LayerHelp explains a state, or a merged state.
func LayerHelp(name string) string { return layerHelp[name] }

var layerHelp = map[string]string{
	"running":      "On a processor.",
	"runnable":     "Ready to run, waits for a processor.",
	"suspended":    "Asleep, by its own choice or by another thread: sleep, condition, channel.",
	"idle":         "Waits for the next item of a loop that calls handlers: it has nothing to do.",
	"blocking":     "Waits for a lock that another thread holds.",
	"IO":           "Waits for a disk, a network or another device.",
	"unknown":      "Alive, in a state that the trace does not have.",
	"executing":    "Running and runnable together.",
	"non-runnable": "Blocking and IO together.",
}

// EvidenceHelp explains evidence.
func EvidenceHelp(e interaction.Evidence) string {
	switch e {
	case interaction.Observed:
		return "Observed: the trace names the holder, or has the bytes with which the wait ended."
	case interaction.Inferred:
		return "Inferred: the trace names only the thread that ended the wait, or that is expected to."
	default:
		return "Unknown: the trace names no thread."
	}
}
