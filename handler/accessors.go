package handler

import (
	"regexp"
	"strings"
)

// accessor matches names of functions that compilers and runtimes generate, and that only call
// another one: access$100, lambdas' classes, proxies, method values and wrappers.
var accessor = regexp.MustCompile(`\.access\$\d+$` +
	`|\$\$Lambda(\$\d+)?([./+][^.]*)?\.[^.]*$` +
	`|\$Proxy\d+\.|\$\$(FastClass|Enhancer)By|GeneratedMethodAccessor\d*\.|GeneratedConstructorAccessor\d*\.|\$jacocoInit$` +
	`|-fm$|\.gowrap\d+$|\.deferwrap\d+$|^reflect\.|^\[thunk\]|^(non-)?virtual thunk to `)

// isAccessor reports whether a function is generated, and only calls another one. A bridge method of Java
// has the name of its callee, and is not told from that.
func isAccessor(function string) bool { return accessor.MatchString(function) }

// nothing has the names of methods that handle nothing, in any class.
var nothing = setOf(`toString hashCode equals compareTo compare finalize currentTimeMillis nanoTime now
	<init> <clinit> String GoString Error Less Swap Len MarshalJSON UnmarshalJSON MarshalText UnmarshalText Now
	__str__ __repr__ __eq__ __hash__ __lt__ __init__ <module> getLogger getLog isLoggable`)

// handlesNothing reports whether, by its name, a function converts, compares, logs, reads a clock, or
// initializes. Neither does an address in code without symbols handle anything.
func handlesNothing(function string) bool {
	if at := strings.LastIndex(function, "+0x"); at > 0 && strings.Trim(function[at+3:], "0123456789abcdef") == "" {
		return true
	}
	class, method := splitName(function)
	if i := strings.IndexByte(method, '('); i > 0 {
		method = method[:i]
	}
	return nothing[method] || class == "" && (method == "main" || method == "_start") ||
		containsAny(class, []string{"Logger", "logging.", "LogFactory", ".logging"}) ||
		strings.HasSuffix(class, "Clock") || strings.HasSuffix(class, "Comparator")
}
