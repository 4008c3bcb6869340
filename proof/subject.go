package main

import (
	"context"
	"fmt"
	"slices"
	"strings"
)

// subject is what runs bare and recorded: the tests of a module, or a program.
type subject interface {
	// name is short and unique. Results and verdicts refer to it.
	name() string
	inCI() bool
	// run runs it bare and recorded, opens the traces, and fills in the result.
	run(context.Context, *bench, *Result) error
}

// loadSubjects returns the programs, or the modules.
func loadSubjects(native bool) ([]subject, error) {
	var all []subject
	if native {
		list, err := loadPrograms(programsJSON)
		for _, p := range list {
			all = append(all, p)
		}
		return all, err
	}
	list, err := loadModules(modulesJSON)
	for _, m := range list {
		all = append(all, m)
	}
	return all, err
}

// choose returns the subjects of the command line, in the list's order.
func choose(all []subject, names string, ci bool) ([]subject, error) {
	wanted := strings.FieldsFunc(names, func(r rune) bool { return r == ',' })
	var chosen []subject
	for _, s := range all {
		if len(wanted) > 0 && !slices.Contains(wanted, s.name()) || ci && !s.inCI() {
			continue
		}
		chosen = append(chosen, s)
	}
	for _, name := range wanted {
		if !slices.ContainsFunc(chosen, func(s subject) bool { return s.name() == name }) {
			return nil, fmt.Errorf("command line: %s: not in the list", name)
		}
	}
	return chosen, nil
}
