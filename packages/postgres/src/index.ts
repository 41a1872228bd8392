// Written below.
import "effect"
