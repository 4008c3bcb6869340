// Package ownerjoin joins the waits for monitors with the owners of these monitors,
// one page of a trace after the other.
//
//  1. Scan the columns of the page: collect waits, hold intervals, and queries for
//     the owner of a monitor at a time (scanner).
//  2. Sort the hold intervals and queries at contended monitors by monitor and time
//     (sortKeys). A wait needs the owners at its start and at its last nanosecond.
//     Most waits end when their thread acquires the monitor; then the interval
//     before that hold serves as the second query.
//  3. Sweep the holds of each monitor in order of time and build its ownership
//     intervals. The end of each hold is known, so a monitor with one owner at a
//     time needs only (owner, until); releaseQueue handles several owners.
//  4. Give each wait the range of ownership intervals that it overlaps.
//
// A thread that releases a monitor and acquires it again in the same instant has
// held it throughout. One that acquires and releases it in one instant has not held
// it.
//
// # Decisions
//
//   - The join is computed on demand; docs/decisions/003-edges-on-demand.md has the reasons.
package ownerjoin
