package receive

import (
	"cmp"
	"strings"
	"time"

	"tiv/tracefeed"
	"tiv/tracefeed/binfeed"
	"tiv/tracefeed/otlp/spans"
)

// Source is the process that a feed is of, as far as its SDK says so; the rest is empty.
type Source struct {
	Service  string // "unknown service" if the SDK does not name it
	Instance string
	Host     string
	PID      string
	Language string
	// Delay is the time by which the feed is behind the clock of the process.
	Delay time.Duration
}

// mostName is the maximum length of a name, in bytes; longer ones are cut.
const mostName = 512

// clip cuts a name that is too long.
func clip(name string) string {
	if len(name) > mostName {
		return strings.ToValidUTF8(name[:mostName], "") + "…"
	}
	return name
}

// clipProcess cuts the names of a process.
func clipProcess(p spans.Process) spans.Process {
	for _, name := range []*string{&p.Service, &p.Instance, &p.Host, &p.PID, &p.Language, &p.SDK} {
		*name = clip(*name)
	}
	return p
}

// sourceOf describes a process.
func sourceOf(p *spans.Process, window time.Duration) Source {
	return Source{Service: p.Title(), Instance: p.Instance, Host: p.Host, PID: p.PID, Language: p.Language, Delay: window}
}

// process returns the process as tables of names have it.
func process(p *spans.Process) tracefeed.Process {
	return tracefeed.Process{ID: cmp.Or(p.PID, p.Instance, p.Title()), Name: p.Title()}
}

// properties returns the properties of the trace of a process.
func properties(p *spans.Process) []binfeed.Property {
	list := binfeed.PropertiesOf(&tracefeed.Header{Format: "otlp"})
	recorder := strings.TrimSpace(cmp.Or(p.SDK, "OpenTelemetry") + " " + p.Language)
	return append(list, binfeed.Property{Key: "host", Value: p.Host}, binfeed.Property{Key: "process", Value: p.Title()},
		binfeed.Property{Key: "recorder", Value: recorder})
}
