import { MemoryStorage } from "../src/index.ts"
import { suite } from "@mailroom/core/testing"

suite("memory", MemoryStorage.layer)
