package main

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"strings"
	"time"
)

//go:embed modules.json
var modulesJSON []byte

// Module is a module of the list: which of its tests run, and how.
type Module struct {
	// Name is short and unique. Results and verdicts refer to it.
	Name    string `json:"name"`
	Path    string `json:"path"`
	Version string `json:"version"`
	// Packages are patterns for go test, relative to the module's root.
	Packages []string `json:"packages"`
	// Flags are further flags of go test.
	Flags []string `json:"flags,omitempty"`
	// Require pins dependencies that the module's go.mod does not list.
	Require []string `json:"require,omitempty"`
	// Timeout limits one run of the tests.
	Timeout Duration `json:"timeout"`
	// CI modules are fast and always end the same.
	CI bool `json:"ci,omitempty"`
	// Flaky tests fail now and then without tiv too; their results do not count.
	Flaky []Flaky `json:"flaky,omitempty"`
	// Notes say why flags leave tests out.
	Notes string `json:"notes,omitempty"`
}

// Flaky is a test whose result does not count, and why.
type Flaky struct {
	Test string `json:"test"`
	Why  string `json:"why"`
}

func (m Module) name() string { return m.Name }
func (m Module) inCI() bool   { return m.CI }

// Duration is a time that JSON spells as Go does: 90s, 5m.
type Duration time.Duration

// UnmarshalJSON reads a duration.
func (d *Duration) UnmarshalJSON(text []byte) error {
	var s string
	if err := json.Unmarshal(text, &s); err != nil {
		return err
	}
	v, err := time.ParseDuration(s)
	*d = Duration(v)
	return err
}

// loadModules reads the list and checks that each module can be run.
func loadModules(text []byte) ([]Module, error) {
	var list []Module
	if err := decodeStrictly(text, &list); err != nil {
		return nil, fmt.Errorf("modules.json: %w", err)
	}
	seen := map[string]bool{}
	for i, m := range list {
		switch {
		case m.Name == "" || strings.ContainsAny(m.Name, "/, "):
			return nil, fmt.Errorf("modules.json: module %d: name %q: want a word", i, m.Name)
		case seen[m.Name]:
			return nil, fmt.Errorf("modules.json: %s: listed twice", m.Name)
		case m.Path == "" || !strings.HasPrefix(m.Version, "v"):
			return nil, fmt.Errorf("modules.json: %s: no path or no version", m.Name)
		case len(m.Packages) == 0 || m.Timeout <= 0:
			return nil, fmt.Errorf("modules.json: %s: no packages or no timeout", m.Name)
		}
		for _, f := range m.Flaky {
			if f.Test == "" || f.Why == "" {
				return nil, fmt.Errorf("modules.json: %s: a flaky test without name or reason", m.Name)
			}
		}
		seen[m.Name] = true
	}
	return list, nil
}
