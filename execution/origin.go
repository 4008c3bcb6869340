package execution

import (
	"path"
	"regexp"
	"strings"

	"tiv/tracefeed/language"
)

// Origin is the part of a program to which a function belongs, as far as the name and the
// file of the function tell. Empty fields are not known.
type Origin struct {
	// Package is the package of Go and Java, the namespaces of C++, the modules of Rust and
	// Python.
	Package string
	// Type is the receiver type of a method, with its package.
	Type string
	// Module is the unit that contains the package: the repository of a package of Go, the
	// crate of Rust, the outermost package of Python, the module of Java, or the file of
	// code without symbols.
	Module string
}

// OriginOf returns the origin of a function. file is a file with its code, if that is known.
// inGo says that functions without a file are taken for those of Go where their names allow
// it.
func OriginOf(function, file string, inGo bool) Origin {
	ext := path.Ext(file)
	if function = withoutClone(function); ext == "" && strings.HasPrefix(function, "py::") {
		// As perf writes the functions of Python: py::Class.method:file.
		if function, file, _ = strings.Cut(function[len("py::"):], ":"); file != "" {
			return pythonOrigin(strings.TrimSuffix(path.Base(file), ".py") + "." + function)
		}
	}
	switch {
	case ext == ".go" || strings.Contains(function, ".(*"):
		return goOrigin(function)
	case ext == ".py":
		return pythonOrigin(function)
	case ext == ".java" || ext == ".kt" || ext == ".scala":
		return javaOrigin(function)
	case strings.Contains(function, "+0x") && noSymbol.MatchString(function):
		return Origin{Module: function[:strings.LastIndexByte(function, '+')]}
	case strings.Contains(function, "::") && strings.Contains(outside(function), "::"):
		return scopedOrigin(function, ext == ".rs" || rust.MatchString(function))
	case strings.ContainsAny(function, " :") && strings.ContainsAny(outside(function), " :"):
		return Origin{} // a text, not a function
	case language.OfName(function).Language == language.Java || strings.HasSuffix(function, ".<init>"):
		return javaOrigin(function)
	case inGo:
		return goOrigin(function)
	}
	return dottedOrigin(function)
}

var (
	// noSymbol matches a place in a file.
	noSymbol = regexp.MustCompile(`^[^ ]+\+0x[0-9a-f]+$`)
	// rust matches names that only Rust has.
	rust = regexp.MustCompile(`::h[0-9a-f]{16}$|\{\{?closure|^<.* as .*>::|^(core|alloc)::`)
	// hash matches the last part of a name of older Rust.
	hash = regexp.MustCompile(`^h[0-9a-f]{16}$`)
	// goSuffix matches the ends of names of method values and of loop bodies.
	goSuffix = regexp.MustCompile(`-(fm|range[0-9]+)$`)
)

// withoutClone removes what compilers append to the names of changed copies of a function:
// work.part.0.
func withoutClone(name string) string {
	for at := name; ; {
		dot := strings.LastIndexByte(at, '.')
		if dot <= 0 {
			return name
		}
		switch last := at[dot+1:]; {
		case last == "part" || last == "constprop" || last == "isra" || last == "cold" || last == "lto_priv" ||
			last == "llvm" || last == "localalias":
			return at[:dot]
		case last == "" || !digits(last):
			return name
		}
		at = at[:dot]
	}
}

// digits reports whether a text has nothing but digits.
func digits(s string) bool { return strings.Trim(s, "0123456789") == "" }

// isLiteral reports whether a part of a name of Go numbers a function within another one.
func isLiteral(part string) bool {
	for _, word := range []string{"func", "gowrap", "deferwrap"} {
		if rest, ok := strings.CutPrefix(part, word); ok {
			return rest != "" && digits(rest)
		}
	}
	return digits(part)
}

// outside returns a name without what is in brackets.
func outside(name string) string {
	var b strings.Builder
	depth := 0
	for _, r := range name {
		switch r {
		case '<', '(', '[', '{':
			depth++
		case '>', ')', ']', '}':
			depth--
			continue
		}
		if depth <= 0 {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// goOrigin is the origin of a function of Go: net/http.(*Server).Serve.func1.
func goOrigin(name string) Origin {
	slash := strings.LastIndexByte(name[:strings.IndexAny(name+"[(", "[(")], '/') + 1
	pkg, rest, ok := strings.Cut(name[slash:], ".")
	if !ok {
		return Origin{}
	}
	pkg = strings.ReplaceAll(name[:slash]+pkg, "%2e", ".")
	o := Origin{Package: pkg, Module: goModule(pkg)}
	if rest = withoutArguments(rest); strings.Contains(rest, "-") {
		rest = goSuffix.ReplaceAllString(rest, "")
	}
	parts, whole := strings.Split(rest, "."), true
	for len(parts) > 1 && isLiteral(parts[len(parts)-1]) {
		parts, whole = parts[:len(parts)-1], false
	}
	switch typ, _, method := strings.Cut(rest, ")."); {
	case method && strings.HasPrefix(rest, "("):
		o.Type = pkg + "." + strings.TrimLeft(typ, "(*")
	case len(parts) == 2 && whole:
		// A literal in f.g can be in a method of a type f, or in a function g inlined in f.
		o.Type = pkg + "." + parts[0]
	}
	o.Type = strings.ReplaceAll(o.Type, "[]", "[...]")
	return o
}

// withoutArguments removes type arguments from their brackets.
func withoutArguments(name string) string {
	open, end := strings.IndexByte(name, '['), strings.LastIndexByte(name, ']')
	if open < 0 || end < open {
		return name
	}
	return name[:open] + "[]" + name[end+1:]
}

// goModule returns the repository of a package. That of the standard library is std.
func goModule(pkg string) string {
	parts := strings.Split(pkg, "/")
	switch host := parts[0]; {
	case standard[host]:
		return "std"
	case host == "main" && len(parts) == 1:
		return ""
	case host == "github.com" || host == "gitlab.com" || host == "bitbucket.org" || host == "golang.org":
		return strings.Join(parts[:min(len(parts), 3)], "/")
	case host == "gopkg.in" && len(parts) > 1:
		n := 2
		if !strings.Contains(parts[1], ".v") {
			n = 3
		}
		return strings.Join(parts[:min(len(parts), n)], "/")
	case strings.Contains(host, "."):
		return ""
	default:
		return host
	}
}

// standard are the first elements of the packages of Go's standard library.
var standard = func() map[string]bool {
	set := map[string]bool{}
	for _, word := range strings.Fields(`archive bufio builtin bytes cmd cmp compress container context crypto database
		debug embed encoding errors expvar flag fmt go hash html image index internal io iter log maps math mime net os
		path plugin reflect regexp runtime slices sort strconv strings structs sync syscall testing text time type:
		unicode unique unsafe vendor weak`) {
		set[word] = true
	}
	return set
}()

// javaOrigin is the origin of a method of Java: java.base/java.util.HashMap.put.
func javaOrigin(name string) (o Origin) {
	name = name[:strings.IndexByte(name+"(", '(')]
	if slash := strings.LastIndexByte(name, '/'); slash >= 0 {
		o.Module, name = strings.Trim(name[:slash], "/"), name[slash+1:]
	}
	if dot := strings.LastIndexByte(name, '.'); dot >= 0 {
		o.Type = name[:dot]
		o.Package = o.Type[:max(strings.LastIndexByte(o.Type, '.'), 0)]
	}
	return o
}

// pythonOrigin is the origin of a function of Python: module.function, module.Class.method.
func pythonOrigin(name string) Origin {
	o := dottedOrigin(name)
	if o == (Origin{}) {
		o.Package = name[:max(strings.LastIndexByte(name, '.'), 0)]
	}
	o.Module, _, _ = strings.Cut(o.Package, ".")
	return o
}

// dottedOrigin is the origin of a function of a language that is not known: by convention,
// the parts that begin with a capital letter are types.
func dottedOrigin(name string) (o Origin) {
	parts := strings.Split(name[:strings.IndexByte(name+"(", '(')], ".")
	for i, part := range parts[:len(parts)-1] {
		if capital(part) {
			return Origin{Package: strings.Join(parts[:i], "."), Type: strings.Join(parts[:len(parts)-1], ".")}
		}
	}
	return o
}

// capital reports whether a name begins with a capital letter.
func capital(s string) bool {
	s = strings.TrimLeft(s, "_")
	return s != "" && s[0] >= 'A' && s[0] <= 'Z'
}
