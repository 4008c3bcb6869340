package handler

import "strings"

// splitName divides the name of a function into its class and its method, at the last dot, or
// the last colons of C++ and Rust, outside of brackets. A name that joinName would not restore
// has no class.
func splitName(function string) (class, method string) {
	separator := "."
	if strings.Contains(function, "::") {
		separator = "::"
	}
	at, depth := -1, 0
	for i := 0; i < len(function); i++ {
		switch c := function[i]; {
		case strings.IndexByte("(<[{", c) >= 0:
			depth++
		case strings.IndexByte(")>]}", c) >= 0:
			depth--
		case depth == 0 && strings.HasPrefix(function[i:], separator):
			at = i
			i += len(separator) - 1
		}
	}
	if at <= 0 || at+len(separator) == len(function) {
		return "", function
	}
	class, method = function[:at], function[at+len(separator):]
	if joinName(class, method) != function {
		return "", function
	}
	return class, method
}

// joinName returns the name of a function with a class and a method.
func joinName(class, method string) string {
	switch {
	case class == "":
		return method
	case strings.Contains(class, "::"):
		return class + "::" + method
	}
	return class + "." + method
}

// paperName returns a name as in figure 3 of the paper: class@method.
func paperName(function string) string {
	if class, method := splitName(function); class != "" {
		return class + "@" + method
	}
	return function
}

// ofPaperName returns the name of a function as traces have it. Only the last @ divides it.
func ofPaperName(name string) string {
	if at := strings.LastIndexByte(name, '@'); at > 0 && at < len(name)-1 {
		return joinName(name[:at], name[at+1:])
	}
	return name
}
