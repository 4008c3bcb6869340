package main

import (
	"encoding/json"
	"os"
	"runtime"
	"time"

	"tiv/proof/corpus"
	"tiv/record/emit"
)

// traffics and ends are the names that programs of the corpus use.
var (
	traffics = map[string]func(*life){"web": webTraffic, "pipe": pipeTraffic, "wire": wireTraffic}
	ends     = map[string]func(*life){"returns": returns, "exits": exits, "interrupted": interrupted, "stopped": stopped, "killed": killed}
)

// play runs a program of the corpus and prints its truth.
func play(p corpus.Program, length time.Duration, trace string) {
	var w *emit.Writer
	if p.Own {
		var err error
		w, err = emit.Create(trace, emit.Options{})
		check(err)
	}
	l := begin(length)
	for _, name := range p.Noise {
		traffics[name](l)
	}
	stage, truth := p.Play(length, w)
	check(json.NewEncoder(os.Stdout).Encode(truth))
	check(w.Close())
	ends[p.End](l)
	runtime.KeepAlive(stage)
}
