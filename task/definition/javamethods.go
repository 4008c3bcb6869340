package definition

import (
	"path"
	"regexp"
	"strings"
)

// JavaMethods returns patterns of the methods of Java that begin tasks, or go on with them, as
// record.Tasks has them.
func (l List) JavaMethods() (patterns []string) {
	for _, d := range l {
		if s := path.Ext(d.Source); s != "" && s != ".java" && s != ".kt" && s != ".scala" && s != ".groovy" {
			continue
		}
		sign := ""
		if descriptor.MatchString(d.sign) {
			if sign = d.sign; strings.HasSuffix(sign, ")") {
				sign += "*"
			}
		}
		add := func(prefix, class, method string) {
			if pattern := javaName(class) + "." + method; strings.ContainsAny(pattern, "()[]:|,+\"' \t\n") {
				return // of another language
			} else {
				patterns = append(patterns, prefix+pattern+sign)
			}
		}
		switch {
		case d.Class != "":
			add("", d.Class, d.Method)
		case len(d.Objects) == 0:
			add("", "*", d.Method)
		}
		for _, class := range d.Objects {
			add("+", class, d.Method)
		}
		sign = ""
		for _, name := range d.Continue {
			if at := strings.LastIndexByte(name, '.'); at > 0 {
				add("", name[:at], name[at+1:])
			}
		}
	}
	return patterns
}

// javaName returns a class with dots; a name that is none of Java, such as net/http.Server, has
// characters that no class has.
func javaName(class string) string {
	if strings.Contains(class, "/") && strings.Contains(class, ".") {
		return ":"
	}
	return strings.ReplaceAll(class, "/", ".")
}

// descriptor is the type of a method as the Java machine writes it, with any result or none.
var descriptor = regexp.MustCompile(`^\((\[*([BCDFIJSZ]|L[\w/$]+;))*\)(\[*([BCDFIJSZV]|L[\w/$]+;)|\*)?$`)
