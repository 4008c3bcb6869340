package main

import (
	"embed"
	"fmt"
	"strings"
)

//go:embed programs.json
var programsJSON []byte

// scripts has a script for each program, and what they share: natives/prelude.sh.
//
//go:embed natives
var scripts embed.FS

// Program is a program of Debian, which a script runs.
type Program struct {
	// Name is short and unique. The script is natives/NAME.sh.
	Name string `json:"name"`
	// Packages are what it needs of Debian, each with the version that was judged:
	// "pigz 2.6-1". The first is the program's own.
	Packages []string `json:"packages"`
	// Timeout limits one run.
	Timeout Duration `json:"timeout"`
	// CI programs are fast, and installing them starts nothing.
	CI bool `json:"ci,omitempty"`
	// Notes say what the program does, where its name does not.
	Notes string `json:"notes,omitempty"`
}

func (p Program) name() string { return p.Name }
func (p Program) inCI() bool   { return p.CI }

func (p Program) script() string { return "natives/" + p.Name + ".sh" }

// loadPrograms reads the list and checks that each program can be run.
func loadPrograms(text []byte) ([]Program, error) {
	var list []Program
	if err := decodeStrictly(text, &list); err != nil {
		return nil, fmt.Errorf("programs.json: %w", err)
	}
	seen := map[string]bool{}
	for i, p := range list {
		switch {
		case p.Name == "" || strings.ContainsAny(p.Name, "/, "):
			return nil, fmt.Errorf("programs.json: program %d: name %q: want a word", i, p.Name)
		case seen[p.Name]:
			return nil, fmt.Errorf("programs.json: %s: listed twice", p.Name)
		case len(p.Packages) == 0 || p.Timeout <= 0:
			return nil, fmt.Errorf("programs.json: %s: no packages or no timeout", p.Name)
		}
		for _, pkg := range p.Packages {
			if len(strings.Fields(pkg)) != 2 {
				return nil, fmt.Errorf("programs.json: %s: package %q: want a name and a version", p.Name, pkg)
			}
		}
		seen[p.Name] = true
	}
	return list, nil
}
