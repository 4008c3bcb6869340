# make            build ./tiv
# make demo       install dependencies, build, open the bundled deadlock
# make test       install dependencies; check formatting, vet, staticcheck, all tests, and
#                 the race detector where goroutines start (no display, no GPU)
# make check      the same with the race detector everywhere, and builds for Windows
# make readme     clone the project and run the first command of README.md, as a new user does
# make bench      measure loading, reducing, drawing; PART=viewer or PART=model: one part
# make proof      run test suites of well-known modules bare and recorded, compare them,
#                 and write the table of docs/proof.md; takes hours
# make proof-native  the same for programs of Debian, which it installs
# make proof-ci   both for ten light modules and ten programs, in at most ten minutes each,
#                 and the programs that know for whom they work, in one small variant
# make toolchains  record with the oldest and newest releases of Go that tiv record supports
# make findings   record programs with known problems, search the traces, and write precision
#                 and recall of each kind of finding into docs/proof.md; minutes
# make handlers   record programs whose handlers are known, with packages of Debian that it
#                 installs, and write what is found into docs/handlers.md; needs root; minutes
# make demos      record the bundled traces again
# make golden     draw the reference pictures again; view them before you commit
# make colours    measure the palettes again, for docs/accessibility.md
# make pictures   draw the pictures of the README and of docs/gallery.md again
# make finding-pictures  draw the pictures of docs/findings.md again
# make questions  draw the pictures of docs/questions.md again, by the actions of its answers, and those of dialogs
# make bench-record  compare recorded programs with bare ones: Go, C, Java; the readers of recordings
# make man        write the manual page, tiv.1
# make prose      count clause words in comments, per package
# make fuzz       search for input that breaks the importers, for FUZZTIME each
.PHONY: all demo test static check readme bench bench-record proof proof-native proof-ci toolchains findings handlers demos golden colours pictures finding-pictures questions man prose fuzz clean

# Packages that need neither cgo nor a display.
PURE = ./block ./canvas/... ./command ./tracefeed/... ./timeline/... ./execution ./interaction/... ./convert ./lod ./scene ./task/... ./workspace/... ./report/... ./assets ./shaders \
	./internal/bench ./internal/generate ./internal/oracle ./internal/peak ./internal/pictures ./internal/policy ./internal/radix ./internal/shrink ./internal/background ./internal/vision
# Packages that make test also runs with the race detector: those that start goroutines, without
# programs and windows; tests of random traces try fewer then. All others take an hour; make
# check runs them.
RACE = ./record/emit ./tracefeed/live/... ./tracefeed ./tracefeed/interpreter ./tracefeed/gotrace/... ./tracefeed/otlp/receive ./tracefeed/parts ./timeline ./execution ./execution/slice ./interaction ./task/path ./scene/... ./workspace/... ./internal/background ./session ./ui/launch ./internal/cli/watch ./internal/cli/receive ./internal/cli/incident
# Tests that the race detector leaves out: they draw many pictures or follow many paths in one goroutine, or compile
# programs of C and read their traces in one goroutine.
UNRACED = TestPathsOfRandomTraces|TestPicturesOfAllSizes|TestFramesAreDeterministic|TestZoomsDoNotFlicker|TestTextNeverOverlaps|TestBarsAreBounded|TestEdgesOfACrowdBend|TestFlagsHaveRoom|TestNothingMovesWithoutCause|TestBarsWithoutLanes|TestFrontsAndEdges.*|TestEveryThreadHasOneBar|TestPictureOfTwiceTheScale|TestEdgesComeWithTheZoom|TestEdgesNameWhatIsOutOfView|TestHubsAreNamedAmongClusters|TestAttention|TestFlagsBehindBars|TestOnMomentInvertsProject|TestNamesBelongToTheirBars|^Test(ManyThreads|Sanitizers|LossesAreCounted|OSThreads|Disabled|Signals|Forks|FullDisk|(Example|Clock|LateEvent|Ends|Owners)InC)$$
# Packages whose tests wait more than they compute: ui takes 7 minutes and 6 of a processor, record 5.5
# and 4. They begin first, so that none is left alone, and three packages run on two processors.
WAITING = ./ui ./record ./internal/cli
STATICCHECK = honnef.co/go/tools/cmd/staticcheck@v0.8.2
BENCHSTAT = golang.org/x/perf/cmd/benchstat@v0.0.0-20260908200009-22c9c6c9d4da
FUZZTIME ?= 60s

# cgo finds out what a name is by errors of the C compiler, and gcc searches all names for one
# that is spelled alike at each "undeclared": for Dear ImGui four minutes. It names a header at
# once for a function of C's library, so cgo's undeclared name becomes one.
ifeq ($(findstring __cgo_undefined__2,$(CGO_CFLAGS)),)
export CGO_CFLAGS := $(or $(CGO_CFLAGS),-O2 -g) -D__cgo_undefined__2=printf
endif

# SETUP installs dependencies and puts Go on the PATH; TESTS is "tests" where tests run.
SETUP = set -e; dir="$$(./scripts/setup.sh $(TESTS) | tail -n 1)"; [ -z "$$dir" ] || export PATH="$$dir:$$PATH"

all:
	go build -o tiv .

demo:
	@$(SETUP); echo "building (the first time takes some minutes)"; go build -o tiv . && ./tiv demo

test: TESTS = tests
test:
	@$(SETUP); go version; set -x; $(MAKE) --no-print-directory static; \
		go test -vet=off -p $$(($$(nproc) * 3 / 2)) -timeout 30m $(WAITING) ./...; \
		go test -vet=off -race -skip '$(UNRACED)' -timeout 30m $(RACE)

static:
	@test -z "$$(gofmt -l .)" || { gofmt -l .; echo "run gofmt -w on these"; exit 1; }
	go vet ./...
	go run $(STATICCHECK) ./...

check: static
	go test -race -shuffle=on -timeout 45m ./...
	go -C demo/programs/transactions vet ./...
	go -C proof/tasks/apps vet ./...
	go -C proof/handlers/apps vet ./...
	CGO_ENABLED=0 go vet $(PURE)
	GOOS=windows CGO_ENABLED=0 go build $(filter-out ./internal/policy,$(PURE)) ./record/...

readme:
	@$(SETUP); go test -tags readme -count=1 -timeout 30m -run '^TestReadme$$' ./internal/cli

bench: all
	./scripts/bench.sh $(PART)

bench-record:
	go test ./record -run '^$$' -bench 'Untraced|Native' -benchtime 3x -timeout 30m
	go test ./internal/recorded -run '^$$' -bench . -benchtime 3x -timeout 30m
	go test ./record/emit ./attach/sample -run '^$$' -bench .
	go test ./tracefeed/jfr ./tracefeed/perfdata ./tracefeed/schedtext ./tracefeed/chrome ./tracefeed/perfetto ./tracefeed/otlp -run '^$$' -bench .

proof: all
	nice go run ./proof -markdown docs/proof.md $(PROOF)

proof-native: TESTS = programs
proof-native:
	@$(SETUP); go build -o tiv . && nice go run ./proof -native -markdown docs/proof.md $(PROOF)

proof-ci: TESTS = ci-programs applications tests
proof-ci:
	@$(SETUP); go build -o tiv . && go run ./proof -ci -limit 10m && go run ./proof -native -ci -rounds 1 -limit 10m \
		&& go run ./proof/tasks -only go/,java/,cpp/ -seeds 1 -requests 60 && go run ./proof/tasks -apps -seeds 1 -requests 60

findings:
	nice go run ./proof/findings -markdown docs/proof.md $(FINDINGS)

handlers: TESTS = handlers tests
handlers:
	@$(SETUP); nice go run ./proof/handlers -markdown docs/handlers.md -picture docs/pictures/handlers.svg $(HANDLERS)

demos: all
	./demo/regenerate.sh

golden:
	go test ./render ./internal/golden -update

colours:
	go test ./scene/paint -run TestFiguresInDocs -update

pictures: all
	./scripts/pictures.sh

finding-pictures: all
	./scripts/finding-pictures.sh

questions:
	go test ./ui -count=1 -run 'TestQuestion|TestDividePicture|TestBesidesPicture|TestDefinitionsPicture|TestHandlersPicture|TestSendingPrograms' -pictures ../docs/pictures
	go run ./internal/shrink docs/pictures/question-*.png docs/pictures/slices-divide.png docs/pictures/slices-workspaces.png docs/pictures/task-definitions.png docs/pictures/handlers.png docs/pictures/programs.png

man: all
	./tiv help --man > tiv.1

prose:
	@./scripts/prose.sh

toolchains:
	@$(SETUP); TIV_TOOLCHAINS="go1.24.0 go1.24.9 go1.25.0 go1.25.3 go1.26.0" go test ./record -run '^TestToolchains$$' -count=1 -timeout 30m

fuzz:
	./scripts/fuzz.sh $(FUZZTIME)

clean:
	rm -rf tiv tiv.1 bench
