// Traces makes a trace of its own, and a flight recording.
package main

import (
	"bytes"
	"fmt"
	"os"
	"runtime/trace"
	"time"
)

func main() {
	fmt.Println("enabled", trace.IsEnabled())
	var own, flight bytes.Buffer
	if err := trace.Start(&own); err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	r := trace.NewFlightRecorder(trace.FlightRecorderConfig{})
	if err := r.Start(); err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	time.Sleep(20 * time.Millisecond)
	_, err := r.WriteTo(&flight)
	trace.Stop()
	r.Stop()
	fmt.Println(own.Len() > 100, flight.Len() > 100, err)
	time.Sleep(50 * time.Millisecond)
	if len(os.Args) > 1 {
		os.WriteFile(os.Args[1], own.Bytes(), 0o666)
	}
}
