package incident

import (
	"errors"
	"fmt"

	"tiv/expression"
	"tiv/internal/cli/memory"
	"tiv/timeline/ring"
	"tiv/timeline/trigger"
	"tiv/tracefeed"
)

// Amount is how much a ring keeps: a time, or bytes. It is the value of a flag.
type Amount struct {
	Time  tracefeed.Time
	Bytes memory.Size
}

// String returns the amount; nothing for none.
func (a *Amount) String() string {
	if a.Time > 0 {
		return a.Time.Exact()
	}
	return a.Bytes.String()
}

// Set reads a time such as 10m, or a size such as 2G.
func (a *Amount) Set(text string) (err error) {
	*a = Amount{}
	if a.Time, err = tracefeed.ParseTime(text); err == nil && a.Time > 0 {
		return nil
	}
	if err = a.Bytes.Set(text); err == nil && a.Bytes >= ring.MinBytes {
		return nil
	}
	return errors.New("want a time such as 10m, or a size of at least 1M, such as 2G")
}

// Type returns the placeholder of the value in help.
func (a *Amount) Type() string { return "TIME|SIZE" }

// ParseTriggers parses triggers. The error shows the place in the text.
func ParseTriggers(texts []string) (list []*trigger.Trigger, err error) {
	for _, text := range texts {
		t, err := trigger.Parse(text)
		if wrong := (*expression.Error)(nil); errors.As(err, &wrong) {
			return nil, fmt.Errorf("--trigger: %w\n  %s\n  %*s", err, text, wrong.Column, "^")
		}
		list = append(list, t)
	}
	return list, nil
}
