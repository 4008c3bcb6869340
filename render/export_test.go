package render

// Live returns how many OpenGL objects a renderer has.
func Live(r *Renderer) int { return r.objects.live }

// Uploads returns how often it sent shares to the graphics card.
func Uploads(r *Renderer) int { return r.shares.uploads }

// Limit makes the graphics driver take only so many cells of shares.
func Limit(r *Renderer, cells int) { r.shares.limit = cells }

// IsSoftware says whether a driver of that name draws with the processor.
func IsSoftware(driver string) bool { return software(driver) }
