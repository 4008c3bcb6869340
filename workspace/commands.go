package workspace

// Command is one thing that a user can do. Keys, mouse, buttons and tests
// produce the same commands; Workspace.Do carries them out.
type Command interface{ apply(*Workspace) }
