package ci

import (
	"bufio"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"tiv/report"
)

// Rule is a line of a file of findings to ignore: "KIND PATTERN # REASON".
type Rule struct {
	Line         int
	kind, reason string
	// pattern matches a function, a file with line, a thread, or a lock; nil matches all.
	pattern *regexp.Regexp
	Used    bool
}

// ReadRules reads the rules of a file. Kinds must be among those given, or *; a pattern
// may contain *, which stands for any text; a reason is required. Empty lines and
// those that begin with # are skipped. An error names its line.
func ReadRules(r io.Reader, kinds []string) (rules []Rule, err error) {
	lines := bufio.NewScanner(r)
	for n := 1; lines.Scan(); n++ {
		text := strings.TrimSpace(lines.Text())
		if text == "" || strings.HasPrefix(text, "#") {
			continue
		}
		rule, reason, _ := strings.Cut(text, "#")
		kind, pattern, _ := strings.Cut(strings.TrimSpace(rule), " ")
		pattern, reason = strings.TrimSpace(pattern), strings.TrimSpace(reason)
		switch {
		case kind != "*" && !slices.Contains(kinds, kind):
			return nil, fmt.Errorf("line %d: unknown kind of finding %q; write KIND PATTERN # REASON", n, kind)
		case pattern == "":
			return nil, fmt.Errorf("line %d: no pattern; write KIND PATTERN # REASON, * for all", n)
		case reason == "":
			return nil, fmt.Errorf("line %d: no reason; write KIND PATTERN # REASON", n)
		}
		rules = append(rules, Rule{Line: n, kind: kind, reason: reason, pattern: glob(pattern)})
	}
	return rules, lines.Err()
}

// glob returns a pattern in which * stands for any text.
func glob(pattern string) *regexp.Regexp {
	parts := strings.Split(pattern, "*")
	for i := range parts {
		parts[i] = regexp.QuoteMeta(parts[i])
	}
	return regexp.MustCompile("^(?s:" + strings.Join(parts, ".*") + ")$")
}

// Ignore marks the findings that rules name, with the reason of the first such rule, and marks
// those rules as used. What is below an ignored finding is ignored with it; a
// finding below another one is left out if a rule names it alone.
func Ignore(found []report.Finding, rules []Rule) {
	for i := range found {
		f := &found[i]
		f.Also = slices.DeleteFunc(f.Also, func(a report.Finding) bool { return ruleFor(&a, rules) != nil })
		if r := ruleFor(f, rules); r != nil {
			f.Ignored = r.reason
		}
	}
}

func ruleFor(f *report.Finding, rules []Rule) *Rule {
	for i := range rules {
		if r := &rules[i]; (r.kind == "*" || r.kind == f.Kind) && r.names(f) || r.identifies(f) {
			r.Used = true
			return r
		}
	}
	return nil
}

// RuleFor returns the rule that ignores the findings with an identity.
func RuleFor(identity, reason string) string {
	kind, of, _ := strings.Cut(identity, ": ")
	return fmt.Sprintf("%s %s # %s", kind, strings.ReplaceAll(of, "#", "*"), reason)
}

// identifies reports whether the rule is that of the finding's identity.
func (r *Rule) identifies(f *report.Finding) bool {
	kind, of, _ := strings.Cut(f.Identity, ": ")
	return r.kind == kind && r.pattern.MatchString(of)
}

// names reports whether the pattern matches something that the finding names.
func (r *Rule) names(f *report.Finding) bool {
	named := func(n report.Named) bool { return r.pattern.MatchString(n.Name) || r.pattern.MatchString(n.ID) }
	return slices.ContainsFunc(f.Threads, named) || slices.ContainsFunc(f.Monitors, named) ||
		slices.ContainsFunc(f.Sites, func(s report.Site) bool {
			return r.pattern.MatchString(s.Function) || s.File != "" && r.pattern.MatchString(fmt.Sprintf("%s:%d", s.File, s.Line))
		})
}
