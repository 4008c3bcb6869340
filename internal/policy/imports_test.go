// Package policy holds the rules that the whole project keeps, as tests.
package policy

import (
	"slices"
	"strconv"
	"strings"
	"testing"
)

// imports lists the packages of the project that each package may import. It is
// a statement of policy, the order of the stages in ARCHITECTURE.md: do not
// change it to make a build pass.
//
// A line is a package, a colon, and the allowed imports. $NAME means the
// packages of that line and NAME itself.
const imports = `
shaders:
assets:
docs:
demo:
demo/interpreters/slowlog:
canvas:
canvas/svg: canvas assets
canvas/pdf: canvas assets
canvas/raster: canvas assets
internal/varint:
internal/xmltext:
tracefeed:
tracefeed/language: tracefeed
tracefeed/live:
tracefeed/live/wire:
tracefeed/live/roster:
tracefeed/live/listener: tracefeed tracefeed/clock tracefeed/live/wire
tracefeed/textfeed: tracefeed
tracefeed/anonymous: tracefeed
tracefeed/gotrace/wire: tracefeed internal/varint
tracefeed/gotrace: tracefeed tracefeed/gotrace/wire tracefeed/language
tracefeed/threaddump: tracefeed tracefeed/gotrace tracefeed/language
internal/radix:
tracefeed/jfr: tracefeed tracefeed/threaddump internal/radix internal/varint
tracefeed/sched: tracefeed
tracefeed/schedtext: tracefeed tracefeed/sched
tracefeed/perfdata: tracefeed tracefeed/sched internal/radix
internal/protobuf: tracefeed
tracefeed/otlp/spans: tracefeed internal/protobuf
tracefeed/otlp: tracefeed tracefeed/otlp/spans
tracefeed/pprof: tracefeed tracefeed/threaddump internal/protobuf
tracefeed/slicefeed: tracefeed internal/radix
tracefeed/chrome: tracefeed tracefeed/slicefeed tracefeed/sched tracefeed/schedtext
tracefeed/tracy: tracefeed tracefeed/slicefeed
tracefeed/perfetto: tracefeed tracefeed/sched tracefeed/slicefeed internal/protobuf
block: tracefeed
expression: tracefeed
tracefeed/binfeed: tracefeed block internal/varint
tracefeed/live/sender: tracefeed/live/wire tracefeed/binfeed
tracefeed/live/relay: tracefeed block tracefeed/binfeed tracefeed/gotrace tracefeed/live/sender
tracefeed/clock: tracefeed
tracefeed/otlp/receive: tracefeed tracefeed/otlp/spans tracefeed/binfeed block
tracefeed/merge: tracefeed
tracefeed/inflight:
tracefeed/awaited: tracefeed tracefeed/inflight
tracefeed/joined: tracefeed tracefeed/merge
tracefeed/parts: tracefeed tracefeed/clock tracefeed/merge tracefeed/joined tracefeed/binfeed tracefeed/gotrace tracefeed/jfr tracefeed/perfdata tracefeed/sched
tracefeed/interpreter: tracefeed tracefeed/binfeed tracefeed/joined tracefeed/textfeed
record/c:
record/clib:
record/agent: record/c record/clib
record/preload: record/c record/clib
record/kernel:
record/symbols: internal/replace tracefeed tracefeed/binfeed tracefeed/language
record/calls:
record/gobuild: record/calls
record: tracefeed record/calls record/gobuild record/symbols record/kernel record/c record/clib record/agent record/preload
record/emit: tracefeed block tracefeed/binfeed tracefeed/live/sender
attach/sample: tracefeed block tracefeed/binfeed
attach/pprof: tracefeed/gotrace/wire
attach/jvm:
attach: attach/sample attach/pprof attach/jvm record tracefeed
internal/replace:
internal/background:
internal/portal: internal/background
timeline/replay: tracefeed block
timeline/ownerjoin: $timeline/replay internal/radix
timeline: $timeline/ownerjoin tracefeed/awaited tracefeed/binfeed internal/varint
timeline/caveats: timeline tracefeed
timeline/processor: timeline tracefeed block
timeline/ring: block tracefeed tracefeed/binfeed timeline/replay
timeline/trigger: expression timeline/ring tracefeed
execution: $timeline tracefeed/language
handler: $execution block record/calls internal/xmltext
interaction: $execution internal/radix
interaction/lockname: timeline timeline/ownerjoin tracefeed tracefeed/language
interaction/groups: $interaction interaction/lockname tracefeed/language
internal/ranktest:
interaction/detect/components:
interaction/detect/chains: timeline timeline/ownerjoin tracefeed internal/radix
interaction/detect/overtaking: timeline timeline/ownerjoin tracefeed
interaction/detect/lockorder: timeline timeline/ownerjoin tracefeed tracefeed/language interaction/detect/components
interaction/detect/place: timeline tracefeed tracefeed/language
interaction/detect/answers: block interaction timeline timeline/ownerjoin tracefeed
interaction/detect/usage: block timeline timeline/ownerjoin tracefeed
interaction/detect/herds: block timeline tracefeed internal/radix
interaction/detect/ending: $interaction block interaction/groups interaction/detect/components interaction/detect/place
interaction/detect/idling: handler interaction/detect/ending timeline tracefeed
interaction/detect: $interaction handler interaction/detect/answers interaction/detect/chains interaction/detect/ending interaction/detect/idling interaction/detect/herds interaction/detect/lockorder interaction/detect/overtaking interaction/detect/place interaction/detect/usage interaction/groups interaction/lockname interaction/threadname
interaction/totals: $interaction
interaction/turns: $interaction
interaction/patterns: $interaction/detect
interaction/threadname: tracefeed
interaction/verdict: $interaction/detect
interaction/subject: $interaction/verdict interaction/threadname
task/definition: expression tracefeed tracefeed/language internal/xmltext
task: $execution block task/definition tracefeed/inflight
task/measure: task tracefeed
task/where: expression task timeline tracefeed
execution/slice: $task expression task/where
task/waits: $interaction task
task/path: $interaction task
task/found: handler interaction/groups task task/definition timeline
task/course: task tracefeed
task/sentence: $interaction task task/course interaction/lockname interaction/subject interaction/threadname
task/slow: $interaction interaction/groups internal/ranktest task task/where
task/findings: $interaction interaction/detect interaction/groups task task/slow task/waits task/where
interaction/compare: $interaction/detect interaction/groups interaction/patterns internal/ranktest task task/slow task/where
convert: $interaction/detect task tracefeed/textfeed tracefeed/slicefeed tracefeed/chrome tracefeed/perfetto
lod: $interaction
scene/paint:
internal/largest:
scene/shape: scene/paint assets tracefeed
scene/view: $lod $scene/shape handler task task/measure execution/slice interaction/detect interaction/groups interaction/lockname interaction/subject interaction/threadname task/course
scene/place: $lod interaction/detect interaction/groups scene/shape scene/view internal/largest
scene/share: $lod task handler execution/slice internal/background scene/paint scene/place scene/shape scene/view
scene/stage: $scene/share task/course assets interaction/detect
scene/lane: $scene/stage execution interaction/groups
scene/plate: $scene/stage interaction/turns
scene/processors: $scene/lane timeline/processor
scene/taskplot: $scene/stage task task/measure internal/background internal/radix
scene/taskrows: $scene/lane task task/measure task/path
scene/spiral: $scene/taskplot
scene: $scene/processors $scene/plate $scene/spiral $scene/taskrows $scene/view interaction/patterns interaction/subject internal/largest task/sentence
workspace/cache: timeline tracefeed tracefeed/binfeed
workspace/prefs: internal/replace execution/slice tracefeed tracefeed/interpreter
workspace/filter: task execution/slice expression scene/view interaction interaction/lockname timeline timeline/ownerjoin timeline/processor tracefeed
workspace/find: interaction/lockname timeline tracefeed
workspace/opening: interaction/detect scene/view timeline tracefeed
workspace/tasking: task task/definition timeline
workspace/idling: handler timeline
workspace/loader: interaction/detect timeline tracefeed tracefeed/binfeed tracefeed/textfeed tracefeed/gotrace tracefeed/jfr tracefeed/perfdata tracefeed/schedtext tracefeed/tracy tracefeed/chrome tracefeed/perfetto tracefeed/otlp tracefeed/pprof tracefeed/threaddump tracefeed/parts tracefeed/live tracefeed/interpreter workspace/cache workspace/opening workspace/prefs internal/replace internal/background
workspace/handling: handler
workspace/saved: workspace/handling scene/view interaction/detect execution/slice tracefeed tracefeed/binfeed tracefeed/parts workspace/cache
workspace: $scene workspace/handling workspace/tasking workspace/idling handler task/found task/definition task task/measure $workspace/loader $workspace/saved execution/slice expression interaction/subject interaction/threadname internal/replace timeline/caveats tracefeed/anonymous workspace/filter task/course task/sentence
report/table: tracefeed internal/radix
report/handlers: handler report/table tracefeed
report/tasks: interaction/totals task/findings report report/table execution task task/waits task/path timeline tracefeed task/slow task/where interaction/groups interaction/lockname internal/ranktest internal/xmltext
report: $workspace task handler interaction/detect/place interaction/verdict execution/slice timeline/processor interaction/totals workspace/find report/table
report/diff: $workspace interaction/compare interaction/patterns report report/table report/tasks
report/shot: $workspace
report/storyboard: $report assets canvas canvas/raster workspace/opening
report/flame: $workspace report/shot internal/replace tracefeed/textfeed assets canvas canvas/svg canvas/pdf canvas/raster
report/ci: $report task/where
report/contents: $report report/tasks
report/html: $report/contents internal/replace
report/markdown: $report/contents internal/replace
report/pdf: $report/contents internal/replace assets
report/formats: $report/contents report/html report/markdown report/pdf report/shot internal/replace
render: scene scene/paint scene/shape shaders assets
render/offscreen: render scene
ui/input: workspace/prefs
command: $workspace execution/slice task task/measure timeline/processor ui/input
session/lists: execution/slice report/tasks task task/where interaction/detect interaction/lockname interaction/totals internal/background report report/table timeline tracefeed workspace
session: $report tracefeed/live/roster handler workspace/idling report/tasks task/where report/tasks task task/definition task/findings interaction/detect timeline session/lists tracefeed/parts command execution/slice report/shot report/flame report/diff report/contents report/formats report/ci report/storyboard interaction/compare workspace/prefs workspace/find internal/replace internal/background
ui/widget: assets canvas expression report scene/paint scene/shape
ui/keys: command ui/input ui/widget workspace/prefs
ui/launch: internal/background report
ui/panel: task task/sentence command execution/slice interaction/lockname internal/portal internal/background report scene scene/shape scene/view session timeline tracefeed ui/keys ui/launch ui/widget workspace workspace/prefs
ui/files: command internal/portal internal/replace internal/background report report/flame report/formats report/shot session tracefeed ui/keys ui/panel ui/widget workspace/prefs
ui/slicing: command execution execution/slice task expression interaction/detect interaction/lockname internal/background report scene scene/paint scene/shape scene/view session timeline tracefeed ui/keys ui/panel ui/widget workspace workspace/prefs
ui/defining: expression internal/background report session task/definition timeline tracefeed ui/keys ui/panel ui/widget workspace workspace/tasking
ui/findings: command execution/slice interaction/detect interaction/lockname interaction/verdict internal/background report scene scene/paint scene/view session timeline tracefeed ui/keys ui/panel ui/slicing ui/widget workspace
ui/present: command interaction/detect report scene/paint scene/shape tracefeed ui/keys ui/widget workspace
ui/menu: handler scene/taskrows task task/sentence task/measure command execution interaction/turns internal/background report scene/paint scene/shape session timeline tracefeed ui/keys ui/panel ui/slicing ui/widget workspace
ui/flamegraph: assets canvas command execution internal/background report report/flame scene scene/paint scene/shape scene/share scene/view session tracefeed ui/files ui/menu ui/panel ui/widget
ui/sending: command report scene/view session tracefeed tracefeed/live/roster ui/panel ui/widget workspace
ui/handling: command execution/slice handler internal/background report report/handlers report/table scene/shape scene/view session timeline tracefeed ui/keys ui/menu ui/panel ui/widget workspace workspace/handling
ui/help: command docs session ui/input ui/keys ui/panel ui/widget workspace/prefs
ui/notes: command report scene scene/shape scene/view session tracefeed ui/keys ui/panel ui/widget workspace
ui/picture: scene/taskrows task/course report/tasks assets command interaction interaction/detect internal/background lod report scene scene/lane scene/paint scene/place scene/processors scene/shape scene/share scene/view session task task/measure tracefeed ui/keys ui/panel ui/widget workspace task/sentence
ui/playback: execution/slice interaction/detect interaction/patterns internal/background report scene scene/paint scene/shape scene/view session timeline tracefeed ui/findings ui/keys ui/panel ui/widget workspace
ui/tables: command report report/table scene/shape session session/lists tracefeed ui/menu ui/panel ui/widget workspace expression report/tasks task task/where
ui/threads: command execution execution/slice task expression interaction interaction/lockname interaction/totals internal/background report scene scene/lane scene/paint scene/place scene/shape scene/view session timeline timeline/processor tracefeed ui/keys ui/launch ui/menu ui/panel ui/slicing ui/widget workspace workspace/filter task/sentence report/tasks task/waits
ui: $report command task/measure internal/portal render report/diff session session/lists ui/defining ui/files ui/findings ui/flamegraph ui/handling ui/help ui/keys ui/launch ui/menu ui/notes ui/panel ui/picture ui/playback ui/present ui/sending ui/slicing ui/tables ui/threads ui/widget workspace/prefs task/sentence
internal/oracle: tracefeed tracefeed/textfeed
internal/pictures: canvas
internal/vision:
internal/visit: session command workspace workspace/loader workspace/prefs scene render/offscreen
internal/generate: tracefeed
internal/looks: execution/slice timeline tracefeed
internal/reduced: timeline tracefeed tracefeed/textfeed
internal/recorded: workspace/loader interaction/detect timeline tracefeed record internal/reduced
internal/peak:
internal/bench: internal/peak
proof: internal/peak proof/document
proof/document:
internal/testtrace: tracefeed
internal/shrink: internal/replace report/shot
proof/random:
proof/corpus: tracefeed record/emit proof/random
proof/programs: proof/corpus record/emit
proof/languages/go:
proof/findings: proof/corpus proof/document interaction/detect timeline tracefeed internal/recorded
proof/display:
proof/tasks: attach internal/reduced proof/document proof/display record task task/definition timeline tracefeed tracefeed/gotrace tracefeed/parts workspace/loader
proof/tasks/go:
proof/tasks/apps/truth:
proof/tasks/apps/grpc: proof/tasks/apps/truth
proof/tasks/apps/otel: proof/tasks/apps/truth
proof/handlers: handler internal/reduced proof/document proof/display record timeline tracefeed workspace/loader
proof/handlers/go:
proof/handlers/apps:
internal/cli/usage: tracefeed expression
internal/cli/memory: timeline
internal/cli/incident: expression internal/cli/memory internal/replace timeline/ring timeline/trigger tracefeed tracefeed/binfeed
internal/cli/receive: tracefeed tracefeed/binfeed tracefeed/live/wire tracefeed/live/listener tracefeed/live/roster tracefeed/otlp/receive tracefeed/parts workspace/loader
internal/cli/watch: handler report/handlers timeline workspace/loader
internal/cli/several: internal/cli/usage tracefeed tracefeed/binfeed tracefeed/parts
internal/cli/sending: record tracefeed tracefeed/live/relay
internal/cli: internal/cli/incident internal/cli/receive internal/cli/several internal/cli/sending tracefeed/live/wire tracefeed/live/sender tracefeed/live/relay internal/cli/watch internal/cli/usage internal/cli/memory tracefeed/interpreter $report task task/found handler report/handlers report/tasks task/definition task/waits task/findings ui record report/contents report/ci report/formats report/shot report/storyboard command workspace/prefs internal/portal session execution/slice tracefeed/binfeed tracefeed/parts tracefeed/anonymous interaction/compare report/diff report/flame render/offscreen demo convert internal/generate record/gobuild attach attach/pprof attach/sample task/path task/slow task/where task/measure
.: internal/cli
`

// foreign lists the packages that may import restricted ones: OpenGL, the
// window system, cgo.
var foreign = map[string][]string{
	"github.com/go-gl/gl/":   {"render", "render/offscreen"},
	"github.com/go-gl/glfw/": {"ui", "ui/keys"},
	"github.com/AllenDang/cimgui-go/": {"ui", "ui/defining", "ui/files", "ui/findings", "ui/flamegraph", "ui/handling", "ui/help",
		"ui/menu", "ui/notes", "ui/panel", "ui/picture", "ui/playback", "ui/present", "ui/sending", "ui/slicing", "ui/tables",
		"ui/threads", "ui/widget"},
	"github.com/expr-lang/expr":    {"expression"},
	"github.com/lucasb-eyer/":      {"internal/vision"},
	"github.com/pbnjay/memory":     {"internal/cli/memory"},
	"github.com/pierrec/lz4/":      {"tracefeed/binfeed"},
	"al.essio.dev/pkg/shellescape": {"internal/cli"},
	"github.com/spf13/":            {"internal/cli", "internal/cli/usage", "internal/cli/memory"},
	"golang.org/x/term":            {"internal/cli"},
	"codeberg.org/go-pdf/":         {"report/pdf", "canvas/pdf"},
	"github.com/godbus/":           {"internal/portal"},
	"net/http": {"attach/pprof", "tracefeed/otlp/receive", "tracefeed/live/listener", "demo/programs/shop",
		"proof/programs", "proof/tasks/go", "proof/tasks/apps/otel",
		"proof/handlers/go", "proof/handlers/apps"},
	"google.golang.org/protobuf/": {"internal/protobuf", "tracefeed/otlp", "tracefeed/otlp/spans", "tracefeed/otlp/receive",
		"tracefeed/perfetto", "tracefeed/pprof",
		"proof/tasks/apps/otel"},
	"github.com/google/pprof/":  {"tracefeed/pprof", "report/flame"},
	"golang.org/x/exp/trace":    {"tracefeed/gotrace", "internal/bench"},
	"github.com/yuin/goldmark":  {"ui/widget"},
	"golang.design/x/clipboard": {"ui"},
	"github.com/jezek/xgb":      {}, // only tests drag files onto the window
	"C":                         {"render/offscreen", "ui", "ui/widget"},
}

func allowed(t *testing.T) map[string][]string {
	rules := map[string][]string{}
	for line := range strings.Lines(strings.TrimSpace(imports)) {
		name, list, ok := strings.Cut(strings.TrimSpace(line), ":")
		if !ok {
			t.Fatalf("no colon in %q", line)
		}
		may := []string{}
		for _, word := range strings.Fields(list) {
			if all, ok := strings.CutPrefix(word, "$"); ok {
				if rules[all] == nil {
					t.Fatalf("%s is used before its line", word)
				}
				may = append(may, rules[all]...)
				word = all
			}
			may = append(may, word)
		}
		rules[name] = may
	}
	return rules
}

func TestImports(t *testing.T) {
	rules := allowed(t)
	seen := map[string]bool{}
	for _, s := range sources(t) {
		seen[s.folder] = true
		may, ok := rules[s.folder]
		if !ok && !strings.HasPrefix(s.folder, "demo/programs/") {
			t.Errorf("%s: package %s has no line in the policy", s.path, s.folder)
			continue
		}
		for _, spec := range s.Imports {
			path, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				t.Fatal(err)
			}
			if own, ok := strings.CutPrefix(path, "tiv/"); ok && !slices.Contains(may, own) {
				t.Errorf("%s: %s must not import %s", s.path, s.folder, own)
			}
			for module, only := range foreign {
				if strings.HasPrefix(path, module) && !slices.Contains(only, s.folder) {
					t.Errorf("%s: %s must not import %s", s.path, s.folder, path)
				}
			}
		}
	}
	for pkg := range rules {
		if !seen[pkg] {
			t.Errorf("the policy has a line for %s, which does not exist", pkg)
		}
	}
}
