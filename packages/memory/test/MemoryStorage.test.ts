import { suite } from "@mailroom/core/testing"
import { MemoryStorage } from "../src/index.ts"

suite("memory", MemoryStorage.layer)
