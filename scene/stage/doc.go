// Package stage is the scene of one picture: bars in their places, as bright as the selection, the
// finding and their ends make them, the depths of times, the deadlocks of the moment; and what
// is drawn around bars from the front and from the side, but for names, edges and calls.
//
// A layout, a look and shares go in; a Front or a Side draws on a view. Nothing here decides
// places.
package stage
