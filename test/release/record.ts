/** `npm run record`: writes the recording of this release. `docs/internals/schema.md` says when: "Recording a release". */
import { Embedded } from "@mailroom/postgres/embedded"
import { Effect } from "effect"
import * as Previous from "./Previous.ts"
import { record } from "./Recording.ts"

const recording = await Effect.runPromise(record.pipe(Effect.scoped, Effect.provide(Embedded.layer())))
Previous.write(recording)
const { statements } = recording
console.log(`${statements.length} statements, ${new Set(statements.map(({ sql }) => sql)).size} distinct`)
