// Package definition knows which calls begin tasks: pieces of work that a program does for
// somebody, such as requests.
//
// Definitions are read from XML, in the form of figure 2 of "Event-Based Performance Analysis"
// (2003), and matched with the names of functions of a trace. Text and names go in, a function's
// definition comes out. Calls, threads and objects are not part of it.
//
// A name has a class, a method and a signature, whatever its language:
//
//	net/http.(*conn).serve                       net.http.conn          serve
//	java/awt/Component.dispatchEvent(LA;)V       java.awt.Component     dispatchEvent  (LA;)V
//	ns::Store<int>::put(int, char const*) const  ns.Store               put            (int, char const*) const
//	<app::Store as app::Put>::put                app.Store or app.Put   put
//	XNextEvent                                                          XNextEvent
//
// Decision: a missing part of a trace contradicts no definition. SIGN counts for names with a
// signature, SOURCE for functions with a known file.
//
// Decision: names are compared in one canonical form instead of a form for each language,
// because traces mix languages and do not name them.
package definition
