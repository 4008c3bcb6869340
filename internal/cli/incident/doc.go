// Package incident keeps the last minutes of the programs that send their traces, and saves what led
// to a trigger and what follows.
//
// A feed goes in and comes out as it is; files of incidents are a side effect. The package knows neither flags nor
// sockets.
package incident
