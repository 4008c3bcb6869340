package expression

import (
	"errors"
	"fmt"
	"regexp"
	"regexp/syntax"
	"slices"
)

// pattern is a regular expression that ignores case.
type pattern struct{ re *regexp.Regexp }

// compile compiles a pattern. The number of its steps is limited, because the
// cost of matching grows with them.
func compile(text string) (*pattern, error) {
	const most = 1000
	text = "(?i:" + text + ")"
	parsed, err := syntax.Parse(text, syntax.Perl)
	if err != nil {
		return nil, patternError(err)
	}
	if p, err := syntax.Compile(parsed.Simplify()); err != nil || len(p.Inst) > most {
		return nil, errors.New("the pattern is too large")
	}
	re, err := regexp.Compile(text)
	if err != nil {
		return nil, patternError(err)
	}
	return &pattern{re}, nil
}

// patternError returns the description of a pattern's error, without the text
// around it.
func patternError(err error) error {
	var wrong *syntax.Error
	if errors.As(err, &wrong) {
		return fmt.Errorf("the pattern is not a regular expression: %s", wrong.Code)
	}
	return err
}

func (p *pattern) fits(text string) bool { return p.re.MatchString(text) }

// fitsAny reports whether any of some texts matches.
func (p *pattern) fitsAny(list Texts) bool { return slices.ContainsFunc(list, p.fits) }
