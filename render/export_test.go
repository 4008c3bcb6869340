package render

// Live returns how many OpenGL objects a renderer has.
func Live(r *Renderer) int { return r.objects.live }

// Uploads returns how often it sent shares to the graphics card.
func Uploads(r *Renderer) int { return r.shares.uploads }
