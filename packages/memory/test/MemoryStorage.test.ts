import { suite } from "@mailroom/core/testing"
import { MemoryStorage } from "../src/index.ts"

suite("memory", MemoryStorage.layer, { singleTransaction: "memory runs transactions one after the other" })
