package workspace

// Command is a user's action on a workspace. Keys, mouse, buttons and tests
// produce the same commands; Workspace.Do carries them out.
type Command interface{ apply(*Workspace) }
