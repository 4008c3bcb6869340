package main

import (
	"errors"
	"testing"
)

// TestTable has a program whose handlers are found in part, one that failed, one without handlers and
// one that does not count.
func TestTable(t *testing.T) {
	some := result{program: program{name: "go/some", about: "some", truth: with("a", "b").or("c")}}
	some.verdict, some.paper = some.judge([]string{"a", "c", "x"}), some.judge([]string{"a", "x", "y"})
	failed := result{program: program{name: "go/failed", about: "failed", truth: with("a")}, failed: errors.New("no compiler")}
	healthy := result{program: program{name: "go/healthy", about: "healthy"}}
	beyond := result{program: program{name: "c/beyond", about: "beyond", truth: with("a"), beyond: "no names"}}
	beyond.verdict = beyond.judge(nil)
	const want = `| program | is | handlers | found | further right ones | missed | wrong | found, wrong by the paper |
|---|---|--:|--:|--:|---|---|--:|
| go/some | some | 2 | 1 | 1 | ` + "`b` | `x`" + ` | 1, 2 |
| go/failed | failed | 1 | 0 | 0 | failed | failed | 0, 0 |
| c/beyond | beyond | 1 | 0 | 0 | ` + "`a`" + ` |  | 0, 0 |

| program without handlers | is | wrong | by the paper |
|---|---|---|--:|
| go/healthy | healthy |  | 0 |

Of 2 handlers 1 are found: the recall is 50.0 %. Of 3 functions that are found 1 are wrong: the precision is 66.6 %.
By the rules of the paper alone (` + "`--paper`" + `) the recall is 50.0 % and the precision 33.3 %.

` + "`c/beyond`" + ` does not count: no names.
`
	if got := tableOf([]result{some, failed, healthy, beyond}); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}
