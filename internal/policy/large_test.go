package policy

// large are the types that have more methods than mostMethods, with their number, which may
// only become smaller. Most of those in ui and scene have them from the type that they embed.
var large = map[string]int{
}
