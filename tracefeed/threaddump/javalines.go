package threaddump

import (
	"regexp"
	"strings"
)

var javaKind = kind{
	name: "java-dump",
	markers: []string{"#", "Full thread dump ", "tid=", " prio=", "- Thread t@", "Java-level deadlock", "DALVIK THREADS",
		": (state = ", `" Id=`},
	marks: func(line string) bool { return strings.Contains(line, ` "`) || strings.HasPrefix(line, "#") },
	anchors: regexp.MustCompile(
		`(?:^|[^\w"])(Full thread dump \S|DALVIK THREADS|Found (?:one|\d+) Java-level deadlock|".*" .*\b(?:prio|tid)=|".*" - Thread t@\d|` +
			`".*" (?:daemon )?(?:prio=\d+ )?Id=\d+ (?:in )?[A-Z]{3}|#\d+ ".*"(?: virtual)?(?: [A-Z_]{3,})?(?: \d{4}-\d\d-\S+)?$|Thread (?:t@)?\d+: \(state = \w+\))`),
	complete: regexp.MustCompile(
		`^(?:".*" .*(?:prio|tid|Id)=.*|".*" - Thread t@\d+|#\d+ ".*"(?: virtual)?(?: [A-Z_]+)?(?: \d{4}-\d\d-\S+Z)?|Thread (?:t@)?\d+: \(state = \w+\)|` +
			`java\.lang\.Thread\.State: [A-Z_]+(?: \([^()]*\)| on .*)?|at [^()]+\([^()]*\)|[\w.$/<>-]+\([^()]*\)|- .* \(an? [^()]+\)(?: owned by ".*" t@\d+| held by .*)?|` +
			`- .* frame[^()]*\)|- [^<>]*<[^<>]+>|- .*@[0-9a-f]+(?: owned by.*)?|- None|- .* initialization monitor for \S+|".*":|` +
			`waiting (?:to lock|for ownable).*\),?|(?:in JNI, )?which is held by (?:.*".*"|UNKNOWN.*)|waiting for .* to release lock on <.*\)|(?:Carrying|Mounted) virtual thread #\d+|` +
			`Full thread dump .*|Found .* deadlocks?[:.]|Java stack information.*:|Locked .*:|JavaThread state: \w+)$`),
	first: regexp.MustCompile(
		`^(?:"[^"},]+|at |- |java\.lang\.Thread|waiting |which |in JNI|#\d|Thread |Full thread|Found |Mounted |Carrying |Locked |[\w.$]+/[\w.$/]+$)`),
	growing: regexp.MustCompile(
		`^".*[^\]:]$|^- .*>$|State: [A-Z_]+$|^Full thread dump .*[^:]$|monitor for \S+$|@[0-9a-f]+$|virtual thread #\d+$`),
	parser: newJavaParser,
}

var (
	// javaHead is the first line of a thread in the dumps of the Java machine and of IntelliJ:
	// its name, number, fields such as "tid=0x1f", and what the Java machine has it do.
	javaHead  = regexp.MustCompile(`^"(.*)" ?(?:#(\d+) ?)?((?: ?(?:\[\w+\]|daemon|virtual|\w+=\S*))+)(?: +(.*))?$`)
	javaField = regexp.MustCompile(`\b(?:prio|tid)=`)
	javaTID   = regexp.MustCompile(`\btid=(?:0x)?([0-9a-fA-F]+)`)
	// javaManaged is that of java.lang.management: name, number, state, monitor, owner.
	javaManaged = regexp.MustCompile(
		`^"(.*?)" (?:daemon )?(?:prio=\d+ )?(?:Id|id)=(\d+)(?: in)? ([A-Z_]+)(?: on (\S+))?(?: owned by "(.*)" Id=(\d+))?`)
	// javaVisual is that of VisualVM, javaFile that of Thread.dump_to_file with an optional
	// state, javaForced that of jstack -F.
	javaVisual = regexp.MustCompile(`^"(.*)" - Thread t@(\d+)$`)
	javaFile   = regexp.MustCompile(`^#(\d+) "(.*)"(?: virtual)?(?: ([A-Z_]+))?(?: \d{4}-\d\d-\S+)?$`)
	javaForced = regexp.MustCompile(`^Thread (?:t@)?(\d+): \(state = (\w+)\)$`)
	// javaAndroid is that of Android, with a state, after the number of threads.
	javaAndroid = regexp.MustCompile(`^"(.*)" (?:daemon )?prio=\d+ tid=(\d+) ([A-Z][A-Za-z_]+)$`)
	javaDalvik  = regexp.MustCompile(`^DALVIK THREADS \((\d+)\):?$`)
	// javaUnread is the first line of a thread that cannot be read.
	javaUnread = regexp.MustCompile(`^"[^"]+" .*\b(?:prio|tid|nid|Id)\b`)
	javaMounts = regexp.MustCompile(`^Mounted virtual thread #(\d+)$`)

	javaState = regexp.MustCompile(
		`^java\.lang\.Thread\.State: ([A-Z_]+)(?: \((.*)\))?(?: on (\S+@[0-9a-fA-F]+))?(?: owned by:? "?([^"]*)"?)?$`)
	javaCall = regexp.MustCompile(`^at ([^\s(][^(]*)\(([^()]*)\)$`)
	// javaBare is a call in the text of Thread.dump_to_file before Java 25, javaFrame one of
	// jstack -F with its arguments and line.
	javaBare  = regexp.MustCompile(`^([\w$]+(?:[.@/-][\w$]+)*[./][\w$<>]+)\(([^()]*)\)$`)
	javaFrame = regexp.MustCompile(`^- ([^\s(]+)\(.*\) @bci=-?\d+(?:, line=(\d+))?`)
	javaLock  = regexp.MustCompile(
		`^-\s+(waiting to lock|waiting to re-lock in wait\(\)|waiting on|blocked on|sleeping on|locked|parking to wait for)\s+(\S.*)$`)
	javaOwned  = regexp.MustCompile(`^-\s+(<?\S+@[0-9a-fA-F]+>?|<(?:0x)?[0-9a-fA-F]+> \(an? .+\))$`)
	javaWaits  = regexp.MustCompile(`^waiting for (.+) to release lock on (<.*\))$`) // of IntelliJ
	javaLoads  = regexp.MustCompile(`^- waiting on the Class initialization monitor for (\S+)$`)
	javaObject = regexp.MustCompile(`^<?(?:0x)?([0-9a-fA-F]+)> \(an? ([^)]+)\)(.*)$|^<?([\w.$/\[\];]+)@([0-9a-fA-F]+)>?(.*)$`)
	javaOwner  = regexp.MustCompile(`owned by "?(.*?)"?(?: t@(\d+)| Id=(\d+))?$|, owner #(\d+)|held by (?:thread |tid=)(\d+)`)

	javaException = regexp.MustCompile(`^(?:Caused by: |Exception in thread )?[\w.$]*(?:Exception|Error|Throwable)\b`)
	// javaList is the list of threads with their number, before a dump.
	javaList = regexp.MustCompile(`^_java_thread_list=\S+, length=(\d+)`)
	javaDate = regexp.MustCompile(`^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(?:\.\d+)?Z?$`)
)
