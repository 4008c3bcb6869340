// Package scene puts a picture together: it draws the views of a stage, names bars and edges,
// writes captions, and finds what is at a pixel of the Frame that results.
//
// A timeline and a view.Look go in, a Frame of plain data comes out. Nothing here calls
// OpenGL, reads an event, or stores user settings.
//
// A Builder makes a Frame in steps, each with a type of its own:
//
//   - a place.Arranger chooses the level of detail and lays out bars in a Layout; a
//     place.Transition moves them from the places of the last picture;
//   - a share.Cache has the states of bars, linkCache the waits between them, a lane.Cache
//     their calls;
//   - a stage.Stage is the scene that results; views read it and do not change it;
//   - a picture draws a view of the stage, or several side by side, with painters for parts
//     of a view: stage.Front, stage.Side, edgePainter, stage.Floor and others. Texts and
//     lines in pixels go to a shape.Sheet, which keeps texts apart.
//
// To add a view, declare a view.Kind, list it in view.Kinds, and write a function that draws it
// in a file of its own, for the table painters. Menus, keys, the command line, saved files and
// reports take its names and properties from there.
//
// # Decisions
//
//   - A Frame is plain data, and picking, sight and labels are arithmetic on it:
//     docs/decisions/005-frames.md.
//   - A frame reads a bounded number of events and waits. Beyond that the first picture is a
//     draft, or adds up the latest part of the history (interaction.LatestPairs); the
//     caption says so, and a background task makes it exact (Builder.Refine). Files are
//     always exact.
//   - The time axis is a texture. A bar is one instanced box whose shader reads the thread's
//     row of cumulative shares. Cells are whole steps of the grid; the two parts of the step
//     that the moment cuts, and the step that ends at the moment, lie behind them, so a
//     moving moment changes only these. The mean of two neighbouring cumulative cells is
//     exactly the cell of both steps, so levels of means replace sampling.
//   - A base is one more category, time outside of it: fainter pixels would mix the two
//     wherever a cell is larger than an interval (share/inbase.go).
//   - Of more than 22 slices those after the first 21 have one layer together: more colours
//     cannot be told apart, and the choice by their order lets no colour change its meaning
//     in playback.
//   - A crowd's bar is as high as the maximum of members alive at once; a mean over all
//     would be empty with thousands of short goroutines. Bars of a crowd follow the lost
//     time of the whole trace (place/crowd.go, losttime.go), so none changes its place in
//     playback: groups with more come first and are larger, calm ones share one. A growing
//     trace is ranked again when it has doubled. Threads of findings have bars of their own.
//   - Threads without anything to show share the last bar (place/absent.go). In playback bars only
//     separate and never join, so that none jumps. Ended threads keep their places while
//     their past is in view.
//   - A pixel of a lane shows the longest call (lane/laneraster.go): a maximum is exact at every
//     magnification, and mixed colours mean nothing. The covered share is its strength.
//     Lanes are a raster, on walls too (lane/wallraster.go), so their cost follows the screen.
//   - Rows of the execution view are those of the timeline, in the same places. Only opened
//     rows move (place/opened.go), and not in the split view.
//   - Colours of functions come from a hash of the name, so a function has one colour in all
//     traces. They are pale, because strong colours are states.
//   - A picture is about something, the finding of its moment or the selection
//     (interaction/subject): its threads are bright (stage/attention.go), a sentence above
//     them says why, and the locks between them are drawn (lockobject.go,
//     docs/decisions/011-locks.md).
//   - A stuck thread has a frame in a colour of its own, and what is inferred is broken: the frame
//     of a wait that only inference calls endless, and the wedge to the thread that perhaps
//     owed the answer. Where time is seen, that wedge leads back in time to the end of that
//     thread; a second figure for the debt, behind a switch, would say the same again. No colour
//     is left that every eye tells from all states, so the shape tells, as for the ring.
//   - Edges thin out with the density (choose.go, endpoints.go): a triangle for each
//     monitor, for each pair of threads, or for each pair of clusters. Selected threads,
//     deadlocks and hubs keep their own. Of many the longest in view are drawn; the caption
//     counts the others. Marks below bars add up all waits (waitmarks.go), so a picture with
//     few of its edges does not seem calm.
//   - Threads that take turns have a web of waits, each with hardly any of the waiting; the
//     strongest of them look like hubs. The others are faint lines (web.go), and the legend says how
//     much of the waiting they are. A hull around the threads, with the number of their pairs, was
//     drawn and looked at: it has bars inside that wait for nothing, and hides where the web is
//     dense. Lines begin along a whole side of a bar; from its middle, those of a row covered each
//     other and looked strong. There are 3000 at most, so they cost the same with any web.
//   - In 3D the fronts in view decide how far edges are merged, whatever bars behind them are in
//     view. Where an edge leaves the view it has the name of its other end (edgenames.go): twelve
//     names at most, because sixty were a list.
//   - The near plane of the 3D view is the moment, as in the paper; only by choice do bars
//     go on in front of it, where they can hide fronts and edges.
//   - Timeline and interaction view are the space from the side and from the front, so the camera
//     turns between them and 3D (place/pose.go): every view is a rotation, a scale at a point, and
//     a distance of the eye, infinite for the flat ones, and what is between two views is the mean
//     of these. Such a picture is one of the 3D view: each bar shows at its place in time what it shows
//     before and after. Bars are as high as rows towards the side, sides are shaded towards 3D. Only a
//     window asks for it (Builder.Eased).
//   - Zooming in 3D is a homothety about a point of the moment's plane. About the middle of the
//     bars, the viewer passed the fronts at a zoom of 4, and saw a wall.
//   - Threads stand in a staircase: each is a little lower than the one before, so timeline
//     and interaction views line up. Placed threads stay (place/placed.go), as a fraction of the
//     layout's extent, or in the nearest free place.
//   - Forces are computed once, by a command: a simulation that keeps running would move
//     bars under the mouse.
//   - A note belongs to a moment; other views show its flag while the moment is in the
//     history (flags.go).
//   - Edges try a few bends (course.go) and take the smallest that crosses no bar; where
//     none is free they are straight and pass behind the bars in their way. Links between
//     the same two bars are chosen together, so they never cross.
//   - Below lanes, the face of a bar is that of its states, so edges, frames and marks
//     follow. A wall is seen through where it has no call: by the eye, by picking and by
//     names.
package scene
